import { appendFile } from 'node:fs/promises';
import * as readline from 'node:readline/promises';
import { stdin as input, stdout as output } from 'node:process';

const DIRECTIONS = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0);

const letters = 'abcdefghij';
const name = ([row, col]) => letters[row] + letters[col];
const opponent = (color) => (color === 'X' ? 'O' : 'X');
const count = (board, sign) => board.flat().filter((cell) => cell === sign).length;

const createBoard = (n) =>
  Array.from({ length: n }, (_, row) =>
    Array.from({ length: n }, (_, col) => {
      const inner = [n / 2 - 1, n / 2];
      if (!inner.includes(row) || !inner.includes(col)) return '.';
      return row === col ? 'O' : 'X';
    }));

const show = (board) => {
  const n = board.length;
  const header = '  ' + [...letters.slice(0, n)].join(' ');
  const rows = board.map((row, i) => `${letters[i]} ${row.join(' ')}`);
  console.log([header, ...rows].join('\n'));
};

const lineOf = (board, [row, col], [dx, dy], color, found = []) => {
  const i = row + dx;
  const j = col + dy;
  const cell = board[i]?.[j];
  if (cell === color) return found;
  if (cell !== opponent(color)) return [];
  return lineOf(board, [i, j], [dx, dy], color, [...found, [i, j]]);
};

const turned = (board, [row, col], color) =>
  board[row]?.[col] === '.' ? DIRECTIONS.flatMap((d) => lineOf(board, [row, col], d, color)) : [];

const legalMoves = (board, color) =>
  board
    .flatMap((row, i) => row.map((_, j) => [i, j]))
    .map((square) => ({ square, score: turned(board, square, color).length }))
    .filter(({ score }) => score > 0);

const bestMove = (board, color) =>
  legalMoves(board, color).reduce((best, move) => (move.score > best.score ? move : best)).square;

const place = (board, square, color) => {
  const changed = [square, ...turned(board, square, color)].map(name);
  return board.map((row, i) => row.map((cell, j) => (changed.includes(name([i, j])) ? color : cell)));
};

const finish = (board) => {
  const x = count(board, 'X');
  const o = count(board, 'O');
  if (x > 0 && o > 0 && count(board, '.') > 0) console.log('Both players have no valid move.');
  console.log('Game over.');
  console.log(`X : O = ${x} : ${o}`);
  if (x === o) console.log('Draw!');
  else console.log(`${x > o ? 'X' : 'O'} player wins.`);
  return `${x} to ${o}`;
};

const play = async (rl, board, computer, color = 'X', passed = '') => {
  const moves = legalMoves(board, color);
  if (moves.length === 0) {
    if (legalMoves(board, opponent(color)).length === 0) return finish(board);
    return play(rl, board, computer, opponent(color), `${color} player has no valid move. `);
  }
  let square;
  if (color === computer) {
    square = bestMove(board, color);
    console.log(`${passed}Computer places ${color} at ${name(square)}.`);
  } else {
    const answer = await rl.question(`${passed}Enter move for ${color} (RowCol): `);
    square = moves.map((move) => move.square).find((s) => name(s) === answer.trim());
    if (!square) {
      console.log('Invalid move.');
      console.log('Game over.');
      console.log(`${opponent(color)} player wins.`);
      return 'Human gave up.';
    }
  }
  const after = place(board, square, color);
  show(after);
  return play(rl, after, computer, opponent(color));
};

const timestamp = (date) => {
  const two = (value) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

const start = new Date();
const rl = readline.createInterface({ input, output });
const n = Number(await rl.question('Enter the board dimension: '));
const computer = (await rl.question('Computer plays (X/O) : ')).trim().toUpperCase();
const board = createBoard(n);
show(board);
const result = await play(rl, board, computer);
rl.close();

const seconds = Math.floor((Date.now() - start) / 1000);
const players = computer === 'X' ? 'computer,human' : 'human,computer';
await appendFile('reversi.csv', `${timestamp(start)},${seconds},${n}*${n},${players},${result}\n`);
