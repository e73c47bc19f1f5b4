const fs = require('fs');
const prompt = require('prompt-sync')({ sigint: true });

const size = 'Enter the board dimension: ';
const side = 'Computer plays (X/O) : ';
const start = new Date();

let n = Number(prompt(size));
while (!(n >= 4 && n <= 10 && n % 2 === 0)) {
  n = Number(prompt(size));
}
let computer = prompt(side);
while (computer !== 'X' && computer !== 'O') {
  computer = prompt(side);
}

const letters = 'abcdefghij'.slice(0, n).split('');
const board = {};   // 'ab' is row a, column b
for (const r of letters) {
  for (const c of letters) {
    board[r + c] = '.';
  }
}
const [p, q] = [letters[n / 2 - 1], letters[n / 2]];
board[p + p] = board[q + q] = 'O';
board[p + q] = board[q + p] = 'X';

function printBoard() {
  console.log('  ' + letters.join(' '));
  for (const r of letters) {
    console.log(r + ' ' + letters.map((c) => board[r + c]).join(' '));
  }
}

function step(square, dr, dc) {
  return letters[letters.indexOf(square[0]) + dr] + letters[letters.indexOf(square[1]) + dc];
}

function turned(square, color) {
  if (board[square] !== '.') return [];
  const all = [];
  for (const dr of [-1, 0, 1]) {
    for (const dc of [-1, 0, 1]) {
      if (dr === 0 && dc === 0) continue;
      const line = [];
      let s = step(square, dr, dc);
      while (board[s] && board[s] !== '.' && board[s] !== color) {
        line.push(s);
        s = step(s, dr, dc);
      }
      if (board[s] === color) all.push(...line);
    }
  }
  return all;
}

function moves(color) {
  return Object.keys(board).filter((square) => turned(square, color).length > 0);
}

function place(square, color) {
  for (const s of [...turned(square, color), square]) {
    board[s] = color;
  }
  printBoard();
}

function game() {
  let [color, other] = ['X', 'O'];
  let pass = '';
  for (;;) {
    const legal = moves(color);
    if (legal.length === 0 && moves(other).length === 0) {
      return score();
    }
    if (legal.length === 0) {
      pass = `${color} player has no valid move. `;
    } else {
      let square;
      if (color === computer) {
        square = legal.sort((a, b) => turned(b, color).length - turned(a, color).length)[0];
        console.log(`${pass}Computer places ${color} at ${square}.`);
      } else {
        square = prompt(`${pass}Enter move for ${color} (RowCol): `);
        if (!legal.includes(square)) {
          console.log(`Invalid move.\nGame over.\n${other} player wins.`);
          return 'Human gave up.';
        }
      }
      pass = '';
      place(square, color);
    }
    [color, other] = [other, color];
  }
}

function score() {
  const signs = Object.values(board).join('');
  const x = signs.split('X').length - 1;
  const o = signs.split('O').length - 1;
  if (x && o && signs.includes('.')) {
    console.log('Both players have no valid move.');
  }
  console.log(`Game over.\nX : O = ${x} : ${o}`);
  console.log(x > o ? 'X player wins.' : x < o ? 'O player wins.' : 'Draw!');
  return `${x} to ${o}`;
}

printBoard();
const result = game();
const seconds = Math.floor((new Date() - start) / 1000);
const date = start.toLocaleDateString('sv').replaceAll('-', '') + ' ' + start.toLocaleTimeString('sv');
const players = computer === 'X' ? 'computer,human' : 'human,computer';
fs.appendFileSync('reversi.csv', `${date},${seconds},${n}*${n},${players},${result}\n`);
