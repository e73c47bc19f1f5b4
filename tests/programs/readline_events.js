const fs = require('fs');
const readline = require('readline');

const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
const start = new Date();

const directions = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const letter = (i) => String.fromCharCode(97 + i);
const opponent = (color) => (color === 'X' ? 'O' : 'X');

let state = 'size';
let n;
let board;
let computer;
let color = 'X';

function ask(question) {
  rl.setPrompt(question);
  rl.prompt();
}

function makeBoard() {
  board = [];
  for (let i = 0; i < n; i++) {
    board.push(new Array(n).fill('.'));
  }
  const m = n / 2;
  board[m - 1][m - 1] = board[m][m] = 'O';
  board[m - 1][m] = board[m][m - 1] = 'X';
}

function printBoard() {
  console.log('  ' + board.map((_, i) => letter(i)).join(' '));
  board.forEach((row, i) => console.log(letter(i) + ' ' + row.join(' ')));
}

function at(row, col) {
  return board[row] === undefined ? undefined : board[row][col];
}

function turned(row, col, color) {
  let squares = [];
  if (at(row, col) !== '.') return squares;
  for (const [dx, dy] of directions) {
    const line = [];
    let i = row + dx;
    let j = col + dy;
    while (at(i, j) === opponent(color)) {
      line.push([i, j]);
      i += dx;
      j += dy;
    }
    if (at(i, j) === color) squares = squares.concat(line);
  }
  return squares;
}

function bestMove(color) {
  let best = null;
  let most = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const score = turned(i, j, color).length;
      if (score > most) {
        most = score;
        best = [i, j];
      }
    }
  }
  return best;
}

function place(row, col) {
  for (const [i, j] of turned(row, col, color)) board[i][j] = color;
  board[row][col] = color;
  color = opponent(color);
  printBoard();
}

// Plays on until the human has to answer or the game is over.
function next() {
  let passed = '';
  while (bestMove('X') || bestMove('O')) {
    const best = bestMove(color);
    if (!best) {
      passed = color + ' player has no valid move. ';
      color = opponent(color);
    } else if (color === computer) {
      console.log(`${passed}Computer places ${color} at ${letter(best[0])}${letter(best[1])}.`);
      passed = '';
      place(...best);
    } else {
      ask(`${passed}Enter move for ${color} (RowCol): `);
      return;
    }
  }
  gameOver();
}

function gameOver() {
  const cells = board.flat();
  const x = cells.filter((cell) => cell === 'X').length;
  const o = cells.filter((cell) => cell === 'O').length;
  if (x > 0 && o > 0 && cells.includes('.')) console.log('Both players have no valid move.');
  console.log('Game over.');
  console.log(`X : O = ${x} : ${o}`);
  if (x === o) console.log('Draw!');
  else console.log(`${x > o ? 'X' : 'O'} player wins.`);
  finish(`${x} to ${o}`);
}

function pad(number) {
  return String(number).padStart(2, '0');
}

function finish(result) {
  const date = `${start.getFullYear()}${pad(start.getMonth() + 1)}${pad(start.getDate())}`;
  const time = `${pad(start.getHours())}:${pad(start.getMinutes())}:${pad(start.getSeconds())}`;
  const seconds = Math.floor((Date.now() - start.getTime()) / 1000);
  const players = computer === 'X' ? 'computer,human' : 'human,computer';
  fs.appendFileSync('reversi.csv', `${date} ${time},${seconds},${n}*${n},${players},${result}\n`);
  rl.close();
}

rl.on('line', (line) => {
  const answer = line.trim();
  if (state === 'size') {
    n = parseInt(answer);
    if (n >= 4 && n <= 10 && n % 2 === 0) {
      state = 'color';
      ask('Computer plays (X/O) : ');
    } else {
      ask('Enter the board dimension: ');
    }
  } else if (state === 'color') {
    computer = answer.toUpperCase();
    state = 'game';
    makeBoard();
    printBoard();
    next();
  } else {
    const row = answer.charCodeAt(0) - 97;
    const col = answer.charCodeAt(1) - 97;
    if (answer.length === 2 && turned(row, col, color).length > 0) {
      place(row, col);
      next();
    } else {
      console.log('Invalid move.');
      console.log('Game over.');
      console.log(`${computer} player wins.`);
      finish('Human gave up.');
    }
  }
});

ask('Enter the board dimension: ');
