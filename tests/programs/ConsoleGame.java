import java.io.Console;
import java.io.IOException;
import java.nio.file.*;
import java.time.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.stream.*;

public class ConsoleGame {

    enum Side {
        X, O;

        Side rival() {
            return this == X ? O : X;
        }
    }

    record Cell(int row, int column) {
        Cell step(int[] way) {
            return new Cell(row + way[0], column + way[1]);
        }

        @Override
        public String toString() {
            return Character.toString('a' + row) + Character.toString('a' + column);
        }
    }

    private static final int[][] WAYS = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

    private final Console console = System.console();
    private final Map<Cell, Side> discs = new HashMap<>();
    private final int size;
    private final Side computer;

    ConsoleGame() {
        size = Integer.parseInt(console.readLine("Enter the board dimension: "));
        computer = Side.valueOf(console.readLine("Computer plays (X/O) : ").toUpperCase());
        int low = size / 2 - 1, high = size / 2;
        discs.put(new Cell(low, low), Side.O);
        discs.put(new Cell(high, high), Side.O);
        discs.put(new Cell(low, high), Side.X);
        discs.put(new Cell(high, low), Side.X);
    }

    private Stream<Cell> cells() {
        return IntStream.range(0, size * size).mapToObj(i -> new Cell(i / size, i % size));
    }

    private List<Cell> outflanked(Cell cell, Side side) {
        List<Cell> all = new ArrayList<>();
        for (int[] way : WAYS) {
            Deque<Cell> line = new ArrayDeque<>();
            Cell next = cell.step(way);
            for (; discs.get(next) == side.rival(); next = next.step(way)) {
                line.push(next);
            }
            if (discs.get(next) == side) {
                all.addAll(line);
            }
        }
        return all;
    }

    private List<Cell> moves(Side side) {
        return cells().filter(c -> !discs.containsKey(c) && !outflanked(c, side).isEmpty()).collect(Collectors.toList());
    }

    private void show() {
        console.printf("  %s%n", IntStream.range(0, size).mapToObj(i -> Character.toString('a' + i))
            .collect(Collectors.joining(" ")));
        for (int row = 0; row < size; row++) {
            StringJoiner line = new StringJoiner(" ");
            line.add(Character.toString('a' + row));
            for (int column = 0; column < size; column++) {
                Side side = discs.get(new Cell(row, column));
                line.add(side == null ? "." : side.name());
            }
            console.printf("%s%n", line);
        }
    }

    private String play() {
        show();
        Side side = Side.X;
        while (!moves(Side.X).isEmpty() || !moves(Side.O).isEmpty()) {
            List<Cell> moves = moves(side);
            if (moves.isEmpty()) {
                console.printf("%s player has no valid move.%n", side);
            } else {
                Optional<Cell> cell = side == computer ? choose(moves, side) : ask(moves, side);
                if (cell.isEmpty()) {
                    console.printf("Invalid move.%nGame over.%n%s player wins.%n", side.rival());
                    return "Human gave up.";
                }
                for (Cell turned : outflanked(cell.get(), side)) {
                    discs.put(turned, side);
                }
                discs.put(cell.get(), side);
                show();
            }
            side = side.rival();
        }
        return result();
    }

    private Optional<Cell> ask(List<Cell> moves, Side side) {
        String answer = console.readLine("Enter move for %s (RowCol): ", side);
        return moves.stream().filter(c -> c.toString().equals(answer)).findFirst();
    }

    private Optional<Cell> choose(List<Cell> moves, Side side) {
        // the sort is stable, the moves come row by row
        Cell best = moves.stream().sorted(Comparator.comparing(c -> -outflanked(c, side).size())).findFirst().get();
        console.printf("Computer places %s at %s.%n", side, best);
        return Optional.of(best);
    }

    private String result() {
        int x = Collections.frequency(discs.values(), Side.X), o = Collections.frequency(discs.values(), Side.O);
        if (x > 0 && o > 0 && x + o < size * size) {
            console.printf("Both players have no valid move.%n");
        }
        console.printf("Game over.%nX : O = %d : %d%n", x, o);
        console.printf(x == o ? "Draw!%n" : "%s player wins.%n", x > o ? Side.X : Side.O);
        return x + " to " + o;
    }

    public static void main(String[] args) throws IOException {
        LocalDateTime start = LocalDateTime.now();
        ConsoleGame game = new ConsoleGame();
        String result = game.play();
        String players = game.computer == Side.X ? "computer,human" : "human,computer";
        String row = String.format("%s,%d,%d*%d,%s,%s%n", start, start.until(LocalDateTime.now(), ChronoUnit.SECONDS),
            game.size, game.size, players, result);
        Files.writeString(Path.of("reversi.csv"), row, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
