import * as fs from 'fs';
import * as readline from 'readline/promises';

type Disc = 'X' | 'O';
type Cell = Disc | '.';
type Board = readonly (readonly Cell[])[];
type Square = readonly [row: number, col: number];

const directions: readonly Square[] = [
    [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1],
];

const letter = (i: number): string => String.fromCharCode('a'.charCodeAt(0) + i);
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const opponent = (disc: Disc): Disc => (disc === 'X' ? 'O' : 'X');

const initBoard = (n: number): Board =>
    range(n).map(row => range(n).map((col): Cell => {
        const centre = [row, col].every(i => i === n / 2 - 1 || i === n / 2);
        return !centre ? '.' : row === col ? 'O' : 'X';
    }));

const formatBoard = (board: Board): string =>
    [' ' + board.map((_, i) => ' ' + letter(i)).join('')]
        .concat(board.map((row, i) => `${letter(i)} ${row.join(' ')}`))
        .join('\n');

const cellAt = (board: Board, [row, col]: Square): Cell | undefined => board[row]?.[col];

const outflanked = (board: Board, disc: Disc, [row, col]: Square, [dx, dy]: Square): Square[] => {
    const next: Square = [row + dx, col + dy];
    if (cellAt(board, next) !== opponent(disc)) {
        return [];
    }
    const rest = outflanked(board, disc, next, [dx, dy]);
    const beyond = cellAt(board, [next[0] + dx, next[1] + dy]);
    return rest.length > 0 || beyond === disc ? [next, ...rest] : [];
};

const turnedBy = (board: Board, disc: Disc, square: Square): Square[] =>
    cellAt(board, square) === '.' ? directions.flatMap(d => outflanked(board, disc, square, d)) : [];

const legalSquares = (board: Board, disc: Disc): Square[] =>
    board
        .flatMap((row, i) => row.map((_, j): Square => [i, j]))
        .filter(square => turnedBy(board, disc, square).length > 0);

const choose = (board: Board, disc: Disc): Square =>
    legalSquares(board, disc).reduce((best, square) =>
        turnedBy(board, disc, square).length > turnedBy(board, disc, best).length ? square : best);

const place = (board: Board, disc: Disc, square: Square): Board => {
    const changed = [square, ...turnedBy(board, disc, square)];
    return board.map((row, i) =>
        row.map((cell, j) => (changed.some(([r, c]) => r === i && c === j) ? disc : cell)));
};

const parseMove = (text: string): Square | null =>
    /^[a-z]{2}$/.test(text) ? [text.charCodeAt(0) - 97, text.charCodeAt(1) - 97] : null;

const count = (board: Board, cell: Cell): number => board.flat().filter(c => c === cell).length;

interface Outcome {
    readonly lines: readonly string[];
    readonly log: string;
}

const scoreOf = (board: Board): Outcome => {
    const black = count(board, 'X');
    const white = count(board, 'O');
    const stuck = black > 0 && white > 0 && count(board, '.') > 0;
    return {
        lines: [
            ...(stuck ? ['Both players have no valid move.'] : []),
            'Game over.',
            `X : O = ${black} : ${white}`,
            black === white ? 'Draw!' : `${black > white ? 'X' : 'O'} player wins.`,
        ],
        log: `${black} to ${white}`,
    };
};

const givenUpBy = (disc: Disc): Outcome => ({
    lines: ['Invalid move.', 'Game over.', `${opponent(disc)} player wins.`],
    log: 'Human gave up.',
});

async function play(rl: readline.Interface, start: Board, computer: Disc): Promise<Outcome> {
    let board = start;
    let disc: Disc = 'X';
    let passed = '';
    console.log(formatBoard(board));
    while (legalSquares(board, 'X').length + legalSquares(board, 'O').length > 0) {
        if (legalSquares(board, disc).length === 0) {
            passed = `${disc} player has no valid move. `;
        } else {
            let square: Square | null;
            if (disc === computer) {
                square = choose(board, disc);
                console.log(`${passed}Computer places ${disc} at ${square.map(letter).join('')}.`);
            } else {
                square = parseMove(await rl.question(`${passed}Enter move for ${disc} (RowCol): `));
                if (square === null || turnedBy(board, disc, square).length === 0) {
                    return givenUpBy(disc);
                }
            }
            passed = '';
            board = place(board, disc, square);
            console.log(formatBoard(board));
        }
        disc = opponent(disc);
    }
    return scoreOf(board);
}

const two = (i: number): string => i.toString().padStart(2, '0');

const formatTime = (d: Date): string =>
    `${d.getFullYear()}${two(d.getMonth() + 1)}${two(d.getDate())} ` +
    `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;

async function main(): Promise<void> {
    const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
    const start = new Date();
    const n = parseInt(await rl.question('Enter the board dimension: '), 10);
    const computer: Disc = (await rl.question('Computer plays (X/O) : ')) === 'X' ? 'X' : 'O';
    const outcome = await play(rl, initBoard(n), computer);
    outcome.lines.forEach(line => console.log(line));
    rl.close();

    const seconds = Math.floor((Date.now() - start.getTime()) / 1000);
    const players = computer === 'X' ? ['computer', 'human'] : ['human', 'computer'];
    const row = [formatTime(start), seconds, `${n}*${n}`, ...players, outcome.log];
    fs.appendFileSync('reversi.csv', row.join(',') + '\n');
}

main();
