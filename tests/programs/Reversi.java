import java.io.FileWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Scanner;

public class Reversi {
    private static final int[][] DIRECTIONS = {
        {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}
    };

    private final Scanner scanner = new Scanner(System.in);
    private final LocalDateTime start = LocalDateTime.now();
    private int n;
    private char computer;
    private char[][] board;

    public static void main(String[] args) throws IOException {
        Reversi reversi = new Reversi();
        reversi.setUp();
        String result = reversi.play();
        reversi.save(result);
    }

    private void setUp() {
        System.out.print("Enter the board dimension: ");
        n = scanner.nextInt();
        System.out.print("Computer plays (X/O) : ");
        computer = scanner.next().toUpperCase().charAt(0);
        board = new char[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                board[i][j] = '.';
            }
        }
        board[n / 2 - 1][n / 2 - 1] = 'O';
        board[n / 2][n / 2] = 'O';
        board[n / 2 - 1][n / 2] = 'X';
        board[n / 2][n / 2 - 1] = 'X';
        printBoard();
    }

    private void printBoard() {
        StringBuilder text = new StringBuilder(" ");
        for (int j = 0; j < n; j++) {
            text.append(' ').append((char) ('a' + j));
        }
        for (int i = 0; i < n; i++) {
            text.append('\n').append((char) ('a' + i));
            for (int j = 0; j < n; j++) {
                text.append(' ').append(board[i][j]);
            }
        }
        System.out.println(text);
    }

    private static char opponent(char color) {
        return color == 'X' ? 'O' : 'X';
    }

    private boolean inside(int row, int col) {
        return row >= 0 && row < n && col >= 0 && col < n;
    }

    /** Counts the discs that a move turns, and turns them if asked to. */
    private int turn(int row, int col, char color, boolean really) {
        if (!inside(row, col) || board[row][col] != '.') {
            return 0;
        }
        int total = 0;
        for (int[] d : DIRECTIONS) {
            int steps = 1;
            int i = row + d[0];
            int j = col + d[1];
            while (inside(i, j) && board[i][j] == opponent(color)) {
                steps++;
                i += d[0];
                j += d[1];
            }
            if (inside(i, j) && board[i][j] == color) {
                total += steps - 1;
                for (int k = 1; really && k < steps; k++) {
                    board[row + k * d[0]][col + k * d[1]] = color;
                }
            }
        }
        return total;
    }

    private boolean canMove(char color) {
        return findBest(color) != null;
    }

    private int[] findBest(char color) {
        int[] best = null;
        int bestScore = 0;
        for (int row = 0; row < n; row++) {
            for (int col = 0; col < n; col++) {
                int score = turn(row, col, color, false);
                if (score > bestScore) {
                    bestScore = score;
                    best = new int[] {row, col};
                }
            }
        }
        return best;
    }

    private void place(int row, int col, char color) {
        turn(row, col, color, true);
        board[row][col] = color;
        printBoard();
    }

    private boolean humanMove(char color) {
        System.out.print("Enter move for " + color + " (RowCol): ");
        String move = scanner.next();
        if (move.length() != 2) {
            return false;
        }
        int row = move.charAt(0) - 'a';
        int col = move.charAt(1) - 'a';
        if (turn(row, col, color, false) == 0) {
            return false;
        }
        place(row, col, color);
        return true;
    }

    private String play() {
        char color = 'X';
        while (canMove('X') || canMove('O')) {
            if (!canMove(color)) {
                System.out.println(color + " player has no valid move.");
            } else if (color == computer) {
                int[] best = findBest(color);
                System.out.printf("Computer places %c at %c%c.%n", color, 'a' + best[0], 'a' + best[1]);
                place(best[0], best[1], color);
            } else if (!humanMove(color)) {
                System.out.println("Invalid move.");
                System.out.println("Game over.");
                System.out.println(opponent(color) + " player wins.");
                return "Human gave up.";
            }
            color = opponent(color);
        }
        return gameOver();
    }

    private String gameOver() {
        int black = 0;
        int white = 0;
        for (char[] row : board) {
            for (char cell : row) {
                if (cell == 'X') {
                    black++;
                } else if (cell == 'O') {
                    white++;
                }
            }
        }
        if (black > 0 && white > 0 && black + white < n * n) {
            System.out.println("Both players have no valid move.");
        }
        System.out.println("Game over.");
        System.out.println("X : O = " + black + " : " + white);
        if (black == white) {
            System.out.println("Draw!");
        } else {
            System.out.println((black > white ? "X" : "O") + " player wins.");
        }
        return black + " to " + white;
    }

    private void save(String result) throws IOException {
        String date = start.format(DateTimeFormatter.ofPattern("yyyyMMdd HH:mm:ss"));
        long seconds = Duration.between(start, LocalDateTime.now()).getSeconds();
        String players = computer == 'X' ? "computer,human" : "human,computer";
        try (FileWriter log = new FileWriter("reversi.csv", true)) {
            log.write(date + "," + seconds + "," + n + "*" + n + "," + players + "," + result + "\n");
        }
    }
}
