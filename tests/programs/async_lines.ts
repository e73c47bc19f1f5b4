import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

enum Disc { None = '.', Black = 'X', White = 'O' }

interface Move {
    readonly name: string;
    readonly row: number;
    readonly col: number;
    readonly turned: ReadonlyArray<readonly [number, number]>;
}

interface Settings {
    size: number;
    computer: Disc;
}

const other = (disc: Disc): Disc => (disc === Disc.Black ? Disc.White : Disc.Black);
const letter = (i: number): string => 'abcdefghij'.charAt(i);

class Board {
    private readonly cells: Disc[][];

    constructor(private readonly size: number) {
        this.cells = Array.from({ length: size }, () => Array<Disc>(size).fill(Disc.None));
        const high = size / 2;
        const low = high - 1;
        this.cells[low][low] = this.cells[high][high] = Disc.White;
        this.cells[low][high] = this.cells[high][low] = Disc.Black;
    }

    *moves(disc: Disc): Generator<Move> {
        for (let row = 0; row < this.size; row++) {
            for (let col = 0; col < this.size; col++) {
                const turned = [...this.turned(row, col, disc)];
                if (turned.length > 0) {
                    yield { name: letter(row) + letter(col), row, col, turned };
                }
            }
        }
    }

    play(move: Move, disc: Disc): void {
        for (const [row, col] of [...move.turned, [move.row, move.col]]) {
            this.cells[row][col] = disc;
        }
    }

    count(disc: Disc): number {
        return this.cells.reduce((sum, row) => sum + row.filter(cell => cell === disc).length, 0);
    }

    toString(): string {
        const header = ['', ...this.cells.keys()].map(i => (i === '' ? ' ' : letter(i as number)));
        const rows = this.cells.map((row, i) => [letter(i), ...row]);
        return [header, ...rows].map(row => row.join('\t')).join('\n') + '\n';
    }

    private *turned(row: number, col: number, disc: Disc): Generator<readonly [number, number]> {
        if (this.cells[row][col] !== Disc.None) {
            return;
        }
        for (const down of [-1, 0, 1]) {
            for (const right of [-1, 0, 1]) {
                let steps = 1;
                while (this.cells[row + steps * down]?.[col + steps * right] === other(disc)) {
                    steps++;
                }
                if (this.cells[row + steps * down]?.[col + steps * right] === disc) {
                    for (let k = 1; k < steps; k++) {
                        yield [row + k * down, col + k * right];
                    }
                }
            }
        }
    }
}

class Terminal {
    // `terminal: false` leaves echo and editing to the terminal itself
    private readonly reader = createInterface({ input: process.stdin, terminal: false });
    private readonly lines = this.reader[Symbol.asyncIterator]();

    async ask(question: string): Promise<string> {
        process.stdout.write(question);
        const { value, done } = await this.lines.next();
        if (done) {
            throw new Error('The input has ended.');
        }
        return value;
    }

    say(line: string): void {
        process.stdout.write(`${line}\n`);
    }

    close(): void {
        this.reader.close();
    }
}

class Game {
    private readonly board: Board;
    private disc = Disc.Black;

    constructor(private readonly settings: Settings, private readonly terminal: Terminal) {
        this.board = new Board(settings.size);
    }

    async run(): Promise<string> {
        this.terminal.say(`${this.board}`);
        for (let passes = 0; passes < 2; this.disc = other(this.disc)) {
            const moves = [...this.board.moves(this.disc)];
            if (moves.length === 0) {
                const stuck = [...this.board.moves(other(this.disc))].length === 0;
                if (!stuck) {
                    process.stdout.write(`${this.disc} player has no valid move. `);
                }
                passes++;
                continue;
            }
            passes = 0;
            const move = this.disc === this.settings.computer ? this.choose(moves) : await this.answer(moves);
            if (move === undefined) {
                ['Invalid move.', 'Game over.', `${other(this.disc)} player wins.`].forEach(l => this.terminal.say(l));
                return 'Human gave up.';
            }
            this.board.play(move, this.disc);
            this.terminal.say(`${this.board}`);
        }
        return this.result();
    }

    private choose(moves: Move[]): Move {
        const [best] = moves.sort((a, b) => b.turned.length - a.turned.length || a.name.localeCompare(b.name));
        this.terminal.say(`Computer places ${this.disc} at ${best.name}.`);
        return best;
    }

    private async answer(moves: Move[]): Promise<Move | undefined> {
        const text = await this.terminal.ask(`Enter move for ${this.disc} (RowCol): `);
        return moves.find(move => move.name === text.trim());
    }

    private result(): string {
        const [black, white] = [Disc.Black, Disc.White].map(disc => this.board.count(disc));
        if (black > 0 && white > 0 && this.board.count(Disc.None) > 0) {
            this.terminal.say('Both players have no valid move.');
        }
        this.terminal.say('Game over.');
        this.terminal.say(`X : O = ${black} : ${white}`);
        this.terminal.say(black === white ? 'Draw!' : `${black > white ? Disc.Black : Disc.White} player wins.`);
        return `${black} to ${white}`;
    }
}

async function main(): Promise<void> {
    const begin = new Date();
    const terminal = new Terminal();
    const size = Number(await terminal.ask('Enter the board dimension: '));
    const computer = (await terminal.ask('Computer plays (X/O) : ')) === 'X' ? Disc.Black : Disc.White;
    const result = await new Game({ size, computer }, terminal).run();
    terminal.close();
    const seconds = Math.trunc((Date.now() - begin.getTime()) / 1000);
    const sides = computer === Disc.Black ? 'computer,human' : 'human,computer';
    await appendFile('reversi.csv', `${begin},${seconds},${size}*${size},${sides},${result}\n`);
}

void main();
