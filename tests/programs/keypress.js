// Reversi in raw mode: every key is an event, and the answer is edited here instead of by the terminal.
'use strict';
const fs = require('fs');

const BLACK = 1, WHITE = 2;
const SIGNS = ['.', 'X', 'O'];
const DELTAS = [-1, 0, 1].flatMap((r) => [-1, 0, 1].map((c) => [r, c])).filter(([r, c]) => r || c);

class Keyboard {
  constructor() {
    this.answer = '';
    this.done = null;
    process.stdin.setRawMode(true);
    process.stdin.resume();
    process.stdin.on('data', (bytes) => bytes.forEach((byte) => this.press(byte)));
  }

  press(key) {
    if (key === 3) {          // Ctrl-C
      process.stdin.setRawMode(false);
      process.exit(130);
    } else if (key === 13 || key === 10) {
      process.stdout.write('\n');
      const { answer, done } = this;
      this.answer = '';
      this.done = null;
      if (done) done(answer);
    } else if (key === 127 && this.answer) {
      this.answer = this.answer.slice(0, -1);
      process.stdout.write('\b \b');
    } else if (key > 32 && key < 127) {
      this.answer += String.fromCharCode(key);
      process.stdout.write(String.fromCharCode(key));
    }
  }

  ask(question, done) {
    this.done = done;
    process.stdout.write(question);
  }

  close() {
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }
}

class Reversi {
  constructor(size) {
    this.size = size;
    this.discs = new Uint8Array(size * size);
    const m = size / 2;
    this.discs[(m - 1) * size + m - 1] = this.discs[m * size + m] = WHITE;
    this.discs[(m - 1) * size + m] = this.discs[m * size + m - 1] = BLACK;
  }

  at(r, c) {
    return r < 0 || c < 0 || r >= this.size || c >= this.size ? 0 : this.discs[r * this.size + c];
  }

  outflanks(r, c, disc) {
    const found = [];
    for (const [dr, dc] of DELTAS) {
      let k = 1;
      while (this.at(r + k * dr, c + k * dc) === 3 - disc) k++;
      if (this.at(r + k * dr, c + k * dc) !== disc) continue;
      while (--k) found.push((r + k * dr) * this.size + c + k * dc);
    }
    return found;
  }

  moves(disc) {
    const moves = new Map();
    this.discs.forEach((there, i) => {
      const [r, c] = [Math.floor(i / this.size), i % this.size];
      const found = there ? [] : this.outflanks(r, c, disc);
      if (found.length) moves.set('abcdefghij'[r] + 'abcdefghij'[c], [i, ...found]);
    });
    return moves;
  }

  count(disc) {
    return this.discs.filter((d) => d === disc).length;
  }

  draw() {
    const head = [...'abcdefghij'].slice(0, this.size);
    process.stdout.write(`  ${head.join(' ')}\n`);
    head.forEach((letter, r) => {
      const row = this.discs.subarray(r * this.size, (r + 1) * this.size);
      process.stdout.write(`${letter} ${Array.from(row, (d) => SIGNS[d]).join(' ')}\n`);
    });
  }
}

const begin = new Date();
const keyboard = new Keyboard();
let game, computer;

function save(result) {
  const stamp = begin.toString().slice(0, 24);   // Fri Nov 09 2018 10:00:00
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  const players = computer === BLACK ? 'computer,human' : 'human,computer';
  fs.appendFileSync('reversi.csv', `${stamp},${seconds},${game.size}*${game.size},${players},${result}\n`);
  keyboard.close();
}

function put(squares, disc) {
  squares.forEach((i) => { game.discs[i] = disc; });
  game.draw();
  turn(3 - disc, '');
}

function turn(disc, passed) {
  const moves = game.moves(disc);
  if (moves.size === 0) {
    if (game.moves(3 - disc).size === 0) finish();
    else turn(3 - disc, `${SIGNS[disc]} player has no valid move. `);
  } else if (disc === computer) {
    let best = null;
    for (const [name, squares] of moves) {
      if (best === null || squares.length > moves.get(best).length) best = name;
    }
    process.stdout.write(`${passed}Computer places ${SIGNS[disc]} at ${best}.\n`);
    put(moves.get(best), disc);
  } else {
    keyboard.ask(`${passed}Enter move for ${SIGNS[disc]} (RowCol): `, (answer) => {
      if (moves.has(answer)) {
        put(moves.get(answer), disc);
        return;
      }
      process.stdout.write(`Invalid move.\nGame over.\n${SIGNS[computer]} player wins.\n`);
      save('Human gave up.');
      process.exitCode = 1;
    });
  }
}

function finish() {
  const [x, o] = [game.count(BLACK), game.count(WHITE)];
  if (x && o && x + o < game.discs.length) process.stdout.write('Both players have no valid move.\n');
  process.stdout.write(`Game over.\nX : O = ${x} : ${o}\n`);
  process.stdout.write(x === o ? 'Draw!\n' : `${x > o ? 'X' : 'O'} player wins.\n`);
  save(`${x} to ${o}`);
}

keyboard.ask('Enter the board dimension: ', (size) => {
  game = new Reversi(Number(size));
  keyboard.ask('Computer plays (X/O) : ', (side) => {
    computer = SIGNS.indexOf(side.toUpperCase());
    game.draw();
    turn(BLACK, '');
  });
});
