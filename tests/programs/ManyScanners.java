import java.io.*;
import java.text.SimpleDateFormat;
import java.util.*;

class Point {
    final int row, col;

    Point(int row, int col) {
        this.row = row;
        this.col = col;
    }

    Point plus(Point other) {
        return new Point(row + other.row, col + other.col);
    }

    @Override
    public String toString() {
        return "" + (char) (97 + row) + (char) (97 + col);
    }
}

abstract class Player {
    final String name;
    final char disc;

    Player(String name, char disc) {
        this.name = name;
        this.disc = disc;
    }

    /** Returns where to play, or null to give up. */
    abstract Point choose(Table table);
}

class HumanPlayer extends Player {
    HumanPlayer(char disc) {
        super("human", disc);
    }

    @Override
    Point choose(Table table) {
        System.out.print("Enter move for " + disc + " (RowCol): ");
        Scanner in = new Scanner(System.in);
        String s = in.nextLine();
        for (Point p : table.legalPoints(disc)) {
            if (p.toString().equals(s)) {
                return p;
            }
        }
        return null;
    }
}

class ComputerPlayer extends Player {
    ComputerPlayer(char disc) {
        super("computer", disc);
    }

    @Override
    Point choose(Table table) {
        // TreeMap: most discs first, and within that the order in which they were put in
        TreeMap<Integer, List<Point>> byScore = new TreeMap<>(Comparator.reverseOrder());
        for (Point p : table.legalPoints(disc)) {
            byScore.computeIfAbsent(table.flipped(p, disc).size(), k -> new ArrayList<>()).add(p);
        }
        Point best = byScore.firstEntry().getValue().get(0);
        System.out.println("Computer places " + disc + " at " + best + ".");
        return best;
    }
}

class Table {
    private final int size;
    private final StringBuilder[] rows;

    Table(int size) {
        this.size = size;
        rows = new StringBuilder[size];
        char[] dots = new char[size];
        Arrays.fill(dots, '.');
        for (int i = 0; i < size; i++) {
            rows[i] = new StringBuilder(new String(dots));
        }
        rows[size / 2 - 1].replace(size / 2 - 1, size / 2 + 1, "OX");
        rows[size / 2].replace(size / 2 - 1, size / 2 + 1, "XO");
    }

    char get(Point p) {
        try {
            return rows[p.row].charAt(p.col);
        } catch (IndexOutOfBoundsException outside) {
            return '#';
        }
    }

    List<Point> flipped(Point p, char disc) {
        List<Point> result = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            Point step = new Point(i / 3 - 1, i % 3 - 1);
            List<Point> line = new ArrayList<>();
            Point q = p.plus(step);
            while (get(q) != disc && get(q) != '.' && get(q) != '#') {
                line.add(q);
                q = q.plus(step);
            }
            if (get(q) == disc) {
                result.addAll(line);
            }
        }
        return result;
    }

    List<Point> legalPoints(char disc) {
        List<Point> result = new ArrayList<>();
        for (int i = 0; i < size * size; i++) {
            Point p = new Point(i / size, i % size);
            if (get(p) == '.' && !flipped(p, disc).isEmpty()) {
                result.add(p);
            }
        }
        return result;
    }

    void put(Point p, char disc) {
        for (Point q : flipped(p, disc)) {
            rows[q.row].setCharAt(q.col, disc);
        }
        rows[p.row].setCharAt(p.col, disc);
    }

    int count(char disc) {
        int n = 0;
        for (StringBuilder row : rows) {
            n += row.chars().filter(c -> c == disc).count();
        }
        return n;
    }

    void print() {
        System.out.print(" ");
        for (int i = 0; i < size; i++) {
            System.out.print(" " + (char) (97 + i));
        }
        System.out.println();
        for (int i = 0; i < size; i++) {
            System.out.println((char) (97 + i) + rows[i].toString().replaceAll("(.)", " $1"));
        }
    }
}

public class ManyScanners {
    public static void main(String[] args) throws IOException {
        Date start = new Date();
        System.out.print("Enter the board dimension: ");
        int size = new Scanner(System.in).nextInt();
        System.out.print("Computer plays (X/O) : ");
        boolean first = new Scanner(System.in).next().equals("X");
        Player[] players = first
            ? new Player[] {new ComputerPlayer('X'), new HumanPlayer('O')}
            : new Player[] {new HumanPlayer('X'), new ComputerPlayer('O')};
        String result = play(new Table(size), players);
        try (PrintWriter log = new PrintWriter(new FileWriter("reversi.csv", true))) {
            log.print(new SimpleDateFormat("yyyy-MM-dd HH:mm:ss").format(start) + ",");
            log.print((new Date().getTime() - start.getTime()) / 1000 + ",");
            log.println(size + "*" + size + "," + players[0].name + "," + players[1].name + "," + result);
        }
        System.exit(0);
    }

    private static String play(Table table, Player[] players) {
        table.print();
        for (int turn = 0; ; turn++) {
            Player player = players[turn % 2], other = players[(turn + 1) % 2];
            if (table.legalPoints(player.disc).isEmpty()) {
                if (table.legalPoints(other.disc).isEmpty()) {
                    break;
                }
                System.out.println(player.disc + " player has no valid move.");
                continue;
            }
            Point p = player.choose(table);
            if (p == null) {
                System.out.println("Invalid move.\nGame over.\n" + other.disc + " player wins.");
                return "Human gave up.";
            }
            table.put(p, player.disc);
            table.print();
        }
        int x = table.count('X'), o = table.count('O');
        if (x > 0 && o > 0 && table.count('.') > 0) {
            System.out.println("Both players have no valid move.");
        }
        System.out.println("Game over.\nX : O = " + x + " : " + o);
        System.out.println(x == o ? "Draw!" : (x > o ? 'X' : 'O') + " player wins.");
        return x + " to " + o;
    }
}
