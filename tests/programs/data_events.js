'use strict';
// Reversi. Input arrives in 'data' events; whole lines are cut out of them, and a queue of
// promises hands them to whoever asks. All that a turn has to say leaves in one write.

const { writeFileSync, existsSync, readFileSync } = require('fs');

const terminal = (() => {
  let rest = '';
  const lines = [];
  const waiting = [];

  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    rest += chunk;
    const parts = rest.split(/\r\n|\r|\n/);
    rest = parts.pop();
    for (const part of parts) {
      const resolve = waiting.shift();
      if (resolve) resolve(part);
      else lines.push(part);
    }
  });
  process.stdin.on('end', () => process.exit(1));

  let text = '';
  return {
    say(...words) {
      text += words.join('') + '\n';
    },
    flush() {
      const all = text;
      text = '';
      return new Promise((resolve) => process.stdout.write(all, resolve));
    },
    async ask(question) {
      text += question;
      await this.flush();
      return lines.length > 0 ? lines.shift() : new Promise((resolve) => waiting.push(resolve));
    },
  };
})();

// The board is one string with a border: n + 2 signs a row, '#' outside.
function startBoard(n) {
  const edge = '#'.repeat(n + 2);
  const empty = '#' + '.'.repeat(n) + '#';
  const board = (edge + empty.repeat(n) + edge).split('');
  const at = (n / 2) * (n + 2) + n / 2;
  board[at] = board[at + n + 3] = 'O';
  board[at + 1] = board[at + n + 2] = 'X';
  return board.join('');
}

const width = (board) => Math.sqrt(board.length);
const letters = (board) => [...'abcdefghij'.slice(0, width(board) - 2)];
const enemy = { X: 'O', O: 'X' };

function indexOf(board, move) {
  const [row, column] = [...move].map((letter) => letters(board).indexOf(letter) + 1);
  return move.length === 2 && row > 0 && column > 0 ? row * width(board) + column : -1;
}

function nameOf(board, index) {
  const w = width(board);
  return letters(board)[Math.floor(index / w) - 1] + letters(board)[(index % w) - 1];
}

function turns(board, index, disc) {
  if (board[index] !== '.') return [];
  const w = width(board);
  return [-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1].flatMap((step) => {
    const line = [];
    let at = index + step;
    for (; board[at] === enemy[disc]; at += step) line.push(at);
    return board[at] === disc ? line : [];
  });
}

function allMoves(board, disc) {
  return Array.from(board, (_, index) => index).filter((index) => turns(board, index, disc).length > 0);
}

function play(board, index, disc) {
  const changed = new Set([index, ...turns(board, index, disc)]);
  return Array.from(board, (sign, at) => (changed.has(at) ? disc : sign)).join('');
}

function picture(board) {
  const w = width(board);
  const rows = letters(board).map((letter, i) => [letter, ...board.slice((i + 1) * w + 1, (i + 2) * w - 1)].join(' '));
  return [['  ', letters(board).join(' ')].join(''), ...rows].join('\n');
}

async function game(n, computer) {
  let board = startBoard(n);
  let disc = 'X';
  terminal.say(picture(board));
  for (;;) {
    const moves = allMoves(board, disc);
    if (moves.length === 0) {
      if (allMoves(board, enemy[disc]).length === 0) break;
      terminal.say(disc, ' player has no valid move.');
      disc = enemy[disc];
      continue;
    }
    let move;
    if (disc === computer) {
      const most = Math.max(...moves.map((index) => turns(board, index, disc).length));
      move = moves.find((index) => turns(board, index, disc).length === most);
      terminal.say('Computer places ', disc, ' at ', nameOf(board, move), '.');
    } else {
      move = indexOf(board, (await terminal.ask(`Enter move for ${disc} (RowCol): `)).trim());
      if (!moves.includes(move)) {
        terminal.say('Invalid move.\nGame over.\n', enemy[disc], ' player wins.');
        return 'Human gave up.';
      }
    }
    board = play(board, move, disc);
    terminal.say(picture(board));
    disc = enemy[disc];
  }
  const [x, o] = ['X', 'O'].map((sign) => board.split(sign).length - 1);
  if (x * o > 0 && board.includes('.')) terminal.say('Both players have no valid move.');
  terminal.say('Game over.\nX : O = ', x, ' : ', o);
  terminal.say(x === o ? 'Draw!' : `${x > o ? 'X' : 'O'} player wins.`);
  return `${x} to ${o}`;
}

(async () => {
  const start = new Date();
  const n = parseInt(await terminal.ask('Enter the board dimension: '), 10);
  const computer = (await terminal.ask('Computer plays (X/O): ')).trim().toUpperCase();
  const result = await game(n, computer);

  const file = 'Reversi.csv';
  const players = { X: ['computer', 'human'], O: ['human', 'computer'] }[computer];
  const row = [start.toISOString(), (Date.now() - start) / 1000, `${n}*${n}`, ...players, result];
  writeFileSync(file, (existsSync(file) ? readFileSync(file, 'utf8') : '') + row + '\r\n');
  await terminal.flush();
  process.exit(0);
})();
