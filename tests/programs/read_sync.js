// 黑白棋 Reversi
const fs = require('fs');

const print = (s) => fs.writeSync(1, s);

function input(question) {
  print(question);
  const buf = Buffer.alloc(1);
  let line = '';
  while (fs.readSync(0, buf, 0, 1, null) === 1) {   // 一次读一个字符
    const c = buf.toString();
    if (c === '\n') break;
    line += c;
  }
  return line.trim();
}

const startTime = new Date();
const SIZE = +input('Enter the board dimension: ');
const computer = input('Computer plays (X/O) : ');
const human = computer == 'X' ? 'O' : 'X';
const A = 'a'.charCodeAt(0);
const DIR = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

var chess = new Array(SIZE);
for (var i = 0; i < SIZE; i++) {
  chess[i] = new Array(SIZE).fill('.');
}
chess[SIZE / 2 - 1][SIZE / 2 - 1] = chess[SIZE / 2][SIZE / 2] = 'O';
chess[SIZE / 2 - 1][SIZE / 2] = chess[SIZE / 2][SIZE / 2 - 1] = 'X';

// 逐个字符输出棋盘
function showBoard() {
  print(' ');
  for (var j = 0; j < SIZE; j++) {
    print(' ');
    print(String.fromCharCode(A + j));
  }
  print(' \n');
  for (var i = 0; i < SIZE; i++) {
    print(String.fromCharCode(A + i));
    for (var j = 0; j < SIZE; j++) {
      print(' ');
      print(chess[i][j]);
    }
    print(' \n');
  }
}

// 返回 [x, y] 处落子在方向 d 上能翻转的棋子数
function countDir(x, y, who, d) {
  var num = 0;
  for (;;) {
    x += DIR[d][0];
    y += DIR[d][1];
    if (!(x in chess) || !(y in chess[x]) || chess[x][y] === '.') return 0;
    if (chess[x][y] === who) return num;
    num++;
  }
}

function countAll(x, y, who) {
  if (!(x in chess) || chess[x][y] !== '.') return 0;
  var sum = 0;
  for (var d = 0; d < 8; d++) sum += countDir(x, y, who, d);
  return sum;
}

function canPlay(who) {
  return chess.some((row, x) => row.some((_, y) => countAll(x, y, who) > 0));
}

function putChess(x, y, who) {
  for (var d = 0; d < 8; d++) {
    var num = countDir(x, y, who, d);
    for (var k = 1; k <= num; k++) {
      chess[x + k * DIR[d][0]][y + k * DIR[d][1]] = who;
    }
  }
  chess[x][y] = who;
  showBoard();
}

function computerTurn() {
  var maxX, maxY, max = 0;
  for (var x = 0; x < SIZE; x++) {
    for (var y = 0; y < SIZE; y++) {
      if (countAll(x, y, computer) > max) {
        max = countAll(x, y, computer);
        maxX = x;
        maxY = y;
      }
    }
  }
  print('Computer places ' + computer + ' at ' + String.fromCharCode(A + maxX, A + maxY) + '.\n');
  putChess(maxX, maxY, computer);
}

function writeCsv(info) {
  var t = startTime;
  var date = t.getFullYear() + '/' + (t.getMonth() + 1) + '/' + t.getDate();
  var used = Math.round((new Date() - startTime) / 1000);
  fs.appendFileSync('reversi.csv', date + ' ' + t.toTimeString().slice(0, 8) + ',' + used + ',' + SIZE + '*' + SIZE
    + ',' + (computer == 'X' ? 'computer,human' : 'human,computer') + ',' + info + '\n');
}

function humanTurn() {
  var move = input('Enter move for ' + human + ' (RowCol): ');
  var x = move.charCodeAt(0) - A, y = move.charCodeAt(1) - A;
  if (move.length == 2 && countAll(x, y, human) > 0) {
    putChess(x, y, human);
    return;
  }
  print('Invalid move.\n');
  writeCsv('Human gave up.');
  print('Game over.\n');
  print(computer + ' player wins.\n');
  process.exit();
}

showBoard();
var who = 'X';
while (true) {
  var next = who == 'X' ? 'O' : 'X';
  if (canPlay(who)) {
    if (who == computer) computerTurn();
    else humanTurn();
  } else if (canPlay(next)) {
    print(who + ' player has no valid move. ');
  } else {
    break;
  }
  who = next;
}

var black = 0, white = 0;
for (const row of chess) {
  for (const c of row) {
    if (c == 'X') black++;
    if (c == 'O') white++;
  }
}
writeCsv(black + ' to ' + white);
print('Both players have no valid move.\n');
print('Game over.\n');
print('X : O = ' + black + ' : ' + white + '\n');
if (black > white) print('X player wins.\n');
if (black < white) print('O player wins.\n');
if (black == white) print('Draw!\n');
