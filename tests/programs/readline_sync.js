const fs = require('fs');
const readlineSync = require('readline-sync');

class Board {
  constructor(n) {
    this.n = n;
    this.cells = [];
    for (let i = 0; i < n; i++) {
      this.cells[i] = [];
      for (let j = 0; j < n; j++) {
        this.cells[i][j] = '.';
      }
    }
    const m = n / 2;
    this.cells[m - 1][m - 1] = 'O';
    this.cells[m - 1][m] = 'X';
    this.cells[m][m - 1] = 'X';
    this.cells[m][m] = 'O';
  }

  print() {
    let header = ' ';
    for (let j = 0; j < this.n; j++) {
      header += ' ' + toLetter(j);
    }
    console.log(header);
    for (let i = 0; i < this.n; i++) {
      console.log(toLetter(i) + ' ' + this.cells[i].join(' '));
    }
  }

  inside(i, j) {
    return i >= 0 && i < this.n && j >= 0 && j < this.n;
  }

  // discs that turn if color is placed at (row, col)
  turned(row, col, color) {
    const result = [];
    if (!this.inside(row, col) || this.cells[row][col] !== '.') {
      return result;
    }
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        let i = row + dx;
        let j = col + dy;
        const line = [];
        while (this.inside(i, j) && this.cells[i][j] === other(color)) {
          line.push([i, j]);
          i += dx;
          j += dy;
        }
        if (this.inside(i, j) && this.cells[i][j] === color) {
          result.push(...line);
        }
      }
    }
    return result;
  }

  best(color) {
    let best = null;
    let score = 0;
    for (let i = 0; i < this.n; i++) {
      for (let j = 0; j < this.n; j++) {
        const now = this.turned(i, j, color).length;
        if (now > score) {
          score = now;
          best = [i, j];
        }
      }
    }
    return best;
  }

  place(row, col, color) {
    this.turned(row, col, color).forEach(([i, j]) => {
      this.cells[i][j] = color;
    });
    this.cells[row][col] = color;
    this.print();
  }

  count(color) {
    return this.cells.flat().filter((cell) => cell === color).length;
  }
}

function toLetter(i) {
  return 'abcdefghij'[i];
}

function other(color) {
  return color === 'X' ? 'O' : 'X';
}

function play(board, computer) {
  let color = 'X';
  let pass = '';
  while (board.best('X') || board.best('O')) {
    const best = board.best(color);
    if (!best) {
      pass = color + ' player has no valid move. ';
    } else if (color === computer) {
      console.log(pass + 'Computer places ' + color + ' at ' + toLetter(best[0]) + toLetter(best[1]) + '.');
      pass = '';
      board.place(best[0], best[1], color);
    } else {
      const move = readlineSync.question(pass + 'Enter move for ' + color + ' (RowCol): ');
      pass = '';
      const row = move.charCodeAt(0) - 'a'.charCodeAt(0);
      const col = move.charCodeAt(1) - 'a'.charCodeAt(0);
      if (move.length !== 2 || board.turned(row, col, color).length === 0) {
        console.log('Invalid move.');
        console.log('Game over.');
        console.log(other(color) + ' player wins.');
        return 'Human gave up.';
      }
      board.place(row, col, color);
    }
    color = other(color);
  }
  return gameOver(board);
}

function gameOver(board) {
  const black = board.count('X');
  const white = board.count('O');
  if (black > 0 && white > 0 && board.count('.') > 0) {
    console.log('Both players have no valid move.');
  }
  console.log('Game over.');
  console.log('X : O = ' + black + ' : ' + white);
  if (black > white) {
    console.log('X player wins.');
  } else if (black < white) {
    console.log('O player wins.');
  } else {
    console.log('Draw!');
  }
  return black + ' to ' + white;
}

const start = Date.now();
const n = readlineSync.questionInt('Enter the board dimension: ');
const computer = readlineSync.question('Computer plays (X/O) : ', { limit: ['X', 'O'] }).toUpperCase();
const board = new Board(n);
board.print();
const result = play(board, computer);

const local = new Date(start - new Date().getTimezoneOffset() * 60000).toISOString();
const time = local.slice(0, 10).replace(/-/g, '') + ' ' + local.slice(11, 19);
const seconds = Math.floor((Date.now() - start) / 1000);
const players = computer === 'X' ? 'computer,human' : 'human,computer';
fs.appendFileSync('reversi.csv', [time, seconds, n + '*' + n, players, result].join(',') + '\n');
