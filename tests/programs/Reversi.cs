using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Reversi
{
    enum Disc { None, Black, White }

    struct Square
    {
        public readonly int Row, Column;

        public Square(int row, int column)
        {
            Row = row;
            Column = column;
        }

        public override string ToString()
        {
            return string.Concat((char)('a' + Row), (char)('a' + Column));
        }
    }

    static class DiscExtensions
    {
        public static Disc Opponent(this Disc disc)
        {
            return disc == Disc.Black ? Disc.White : Disc.Black;
        }

        public static char Sign(this Disc disc)
        {
            return ".XO"[(int)disc];
        }
    }

    class Board
    {
        private readonly Disc[,] discs;

        public int Size { get { return discs.GetLength(0); } }

        public Board(int size)
        {
            discs = new Disc[size, size];
            discs[size / 2 - 1, size / 2 - 1] = discs[size / 2, size / 2] = Disc.White;
            discs[size / 2 - 1, size / 2] = discs[size / 2, size / 2 - 1] = Disc.Black;
        }

        private bool Contains(int row, int column)
        {
            return row >= 0 && row < Size && column >= 0 && column < Size;
        }

        public IEnumerable<Square> Outflanked(Square square, Disc disc)
        {
            if (discs[square.Row, square.Column] != Disc.None)
                yield break;
            for (int down = -1; down <= 1; down++)
            {
                for (int right = -1; right <= 1; right++)
                {
                    var line = new Stack<Square>();
                    int row = square.Row + down, column = square.Column + right;
                    while (Contains(row, column) && discs[row, column] == disc.Opponent())
                    {
                        line.Push(new Square(row, column));
                        row += down;
                        column += right;
                    }
                    if (Contains(row, column) && discs[row, column] == disc)
                        foreach (var turned in line)
                            yield return turned;
                }
            }
        }

        public List<Square> Moves(Disc disc)
        {
            var all = from row in Enumerable.Range(0, Size)
                      from column in Enumerable.Range(0, Size)
                      let square = new Square(row, column)
                      where Outflanked(square, disc).Any()
                      select square;
            return all.ToList();
        }

        public void Place(Square square, Disc disc)
        {
            foreach (var turned in Outflanked(square, disc).ToList())
                discs[turned.Row, turned.Column] = disc;
            discs[square.Row, square.Column] = disc;
        }

        public int Count(Disc disc)
        {
            return discs.Cast<Disc>().Count(other => other == disc);
        }

        public void Print()
        {
            Console.Write(" ");
            for (int column = 0; column < Size; column++)
                Console.Write(" {0}", (char)('a' + column));
            Console.WriteLine();
            for (int row = 0; row < Size; row++)
            {
                Console.Write((char)('a' + row));
                for (int column = 0; column < Size; column++)
                    Console.Write(" {0}", discs[row, column].Sign());
                Console.WriteLine();
            }
        }
    }

    class Program
    {
        private static string Ask(string question)
        {
            Console.Write(question);
            return (Console.ReadLine() ?? "").Trim();
        }

        private static string Play(Board board, Disc computer)
        {
            board.Print();
            Disc disc = Disc.Black;
            while (board.Moves(Disc.Black).Any() || board.Moves(Disc.White).Any())
            {
                var moves = board.Moves(disc);
                if (!moves.Any())
                {
                    Console.WriteLine("{0} player has no valid move.", disc.Sign());
                }
                else
                {
                    Square square;
                    if (disc == computer)
                    {
                        square = moves.OrderByDescending(move => board.Outflanked(move, disc).Count()).First();
                        Console.WriteLine("Computer places {0} at {1}.", disc.Sign(), square);
                    }
                    else
                    {
                        string answer = Ask(string.Format("Enter move for {0} (RowCol): ", disc.Sign()));
                        if (!moves.Any(move => move.ToString() == answer))
                        {
                            Console.WriteLine("Invalid move.");
                            Console.WriteLine("Game over.");
                            Console.WriteLine("{0} player wins.", disc.Opponent().Sign());
                            return "Human gave up.";
                        }
                        square = moves.First(move => move.ToString() == answer);
                    }
                    board.Place(square, disc);
                    board.Print();
                }
                disc = disc.Opponent();
            }
            return Finish(board.Count(Disc.Black), board.Count(Disc.White), board.Count(Disc.None));
        }

        private static string Finish(int black, int white, int empty)
        {
            if (black > 0 && white > 0 && empty > 0)
                Console.WriteLine("Both players have no valid move.");
            Console.WriteLine("Game over.");
            Console.WriteLine("X : O = {0} : {1}", black, white);
            if (black == white)
                Console.WriteLine("Draw!");
            else
                Console.WriteLine("{0} player wins.", (black > white ? Disc.Black : Disc.White).Sign());
            return black + " to " + white;
        }

        static int Main()
        {
            DateTime start = DateTime.Now;
            var board = new Board(int.Parse(Ask("Enter the board dimension: ")));
            var computer = Ask("Computer plays (X/O) : ").ToUpper() == "X" ? Disc.Black : Disc.White;
            string result = Play(board, computer);
            using (var log = new StreamWriter("reversi.csv", true))
            {
                log.WriteLine("{0:yyyyMMdd HH:mm:ss},{1},{2}*{2},{3},{4}", start, (int)(DateTime.Now - start).TotalSeconds,
                    board.Size, computer == Disc.Black ? "computer,human" : "human,computer", result);
            }
            return 0;
        }
    }
}
