const fs = require('fs');
const readlineSync = require('readline-sync');

const direction: number[][] = [
    [-1, -1], [-1, 0], [-1, 1],  // NW, N, NE
    [0, -1], [0, 1],             // W, E
    [1, -1], [1, 0], [1, 1],     // SW, S, SE
];

let n: number = 0;
let board: string[][] = [];

function initBoard(): void {
    n = parseInt(readlineSync.question('Enter the board dimension: '));
    for (let row = 0; row < n; row++) {
        board[row] = [];
        for (let col = 0; col < n; col++) {
            board[row][col] = '.';
        }
    }
    board[n / 2 - 1][n / 2 - 1] = 'O';
    board[n / 2][n / 2] = 'O';
    board[n / 2 - 1][n / 2] = 'X';
    board[n / 2][n / 2 - 1] = 'X';
}

function chr(i: number): string {
    return String.fromCharCode(97 + i);
}

function printBoard(): void {
    let text: string = '';
    for (let col = 0; col < n; col++) {
        text += '\t' + chr(col);
    }
    for (let row = 0; row < n; row++) {
        text += '\n' + chr(row);
        for (let col = 0; col < n; col++) {
            text += '\t' + board[row][col];
        }
    }
    console.log(text);
}

function opponent(color: string): string {
    return color === 'X' ? 'O' : 'X';
}

function inBoard(row: number, col: number): boolean {
    return row >= 0 && row < n && col >= 0 && col < n;
}

function positionScore(row: number, col: number, color: string): number {
    if (!inBoard(row, col) || board[row][col] !== '.') {
        return 0;
    }
    let score: number = 0;
    for (const [x, y] of direction) {
        let k: number = 1;
        while (inBoard(row + k * x, col + k * y) && board[row + k * x][col + k * y] === opponent(color)) {
            k++;
        }
        if (inBoard(row + k * x, col + k * y) && board[row + k * x][col + k * y] === color) {
            score += k - 1;
        }
    }
    return score;
}

function flip(row: number, col: number, color: string): void {
    for (const [x, y] of direction) {
        let k: number = 1;
        while (inBoard(row + k * x, col + k * y) && board[row + k * x][col + k * y] === opponent(color)) {
            k++;
        }
        if (inBoard(row + k * x, col + k * y) && board[row + k * x][col + k * y] === color) {
            for (let i = 1; i < k; i++) {
                board[row + i * x][col + i * y] = color;
            }
        }
    }
    board[row][col] = color;
}

function hasMove(color: string): boolean {
    for (let row = 0; row < n; row++) {
        for (let col = 0; col < n; col++) {
            if (positionScore(row, col, color) > 0) {
                return true;
            }
        }
    }
    return false;
}

function computerMove(color: string): void {
    let max: number = 0;
    let maxRow: number = 0;
    let maxCol: number = 0;
    for (let row = 0; row < n; row++) {
        for (let col = 0; col < n; col++) {
            const score: number = positionScore(row, col, color);
            if (score > max) {
                max = score;
                maxRow = row;
                maxCol = col;
            }
        }
    }
    console.log('Computer places ' + color + ' at ' + chr(maxRow) + chr(maxCol) + '.');
    flip(maxRow, maxCol, color);
}

function humanMove(color: string, pass: string): boolean {
    const move: string = readlineSync.question(pass + 'Enter move for ' + color + ' (RowCol): ');
    const row: number = move.charCodeAt(0) - 97;
    const col: number = move.charCodeAt(1) - 97;
    if (move.length !== 2 || positionScore(row, col, color) === 0) {
        return false;
    }
    flip(row, col, color);
    return true;
}

function gameOver(): string {
    let x: number = 0;
    let o: number = 0;
    for (let row = 0; row < n; row++) {
        for (let col = 0; col < n; col++) {
            if (board[row][col] === 'X') {
                x++;
            }
            if (board[row][col] === 'O') {
                o++;
            }
        }
    }
    if (x > 0 && o > 0 && x + o < n * n) {
        console.log('Both players have no valid move.');
    }
    console.log('Game over.');
    console.log('X : O = ' + x + ' : ' + o);
    if (x > o) {
        console.log('X player wins.');
    } else if (x < o) {
        console.log('O player wins.');
    } else {
        console.log('Draw!');
    }
    return x + ' to ' + o;
}

function play(computer: string): string {
    let color: string = 'X';
    let pass: string = '';
    while (hasMove('X') || hasMove('O')) {
        if (!hasMove(color)) {
            pass = color + ' player has no valid move. ';
            color = opponent(color);
            continue;
        }
        if (color === computer) {
            process.stdout.write(pass);
            computerMove(color);
        } else if (!humanMove(color, pass)) {
            console.log('Invalid move.');
            console.log('Game over.');
            console.log(computer + ' player wins.');
            return 'Human gave up.';
        }
        pass = '';
        printBoard();
        color = opponent(color);
    }
    return gameOver();
}

function two(i: number): string {
    return i < 10 ? '0' + i : '' + i;
}

function saveInfo(start: Date, computer: string, result: string): void {
    const day: string = start.getFullYear() + two(start.getMonth() + 1) + two(start.getDate());
    const time: string = two(start.getHours()) + ':' + two(start.getMinutes()) + ':' + two(start.getSeconds());
    const used: number = Math.floor((new Date().getTime() - start.getTime()) / 1000);
    const players: string = computer === 'X' ? 'computer,human' : 'human,computer';
    fs.appendFileSync('reversi.csv', `${day} ${time},${used},${n}*${n},${players},${result}\n`);
}

function main(): void {
    const start: Date = new Date();
    initBoard();
    const computer: string = readlineSync.question('Computer plays (X/O) : ').toUpperCase();
    printBoard();
    const result: string = play(computer);
    saveInfo(start, computer, result);
}

main();
