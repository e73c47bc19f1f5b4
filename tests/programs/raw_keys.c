// Reversi for the console. Reads single keys: the terminal is put into raw mode, letters are shown
// as they are typed, Backspace takes one back, Enter ends the answer.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define EMPTY '.'

static struct termios before;

static void restore_terminal(void) { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before); }

static void raw_terminal(void) {
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0) {
        fprintf(stderr, "This game needs a terminal.\n");
        exit(2);
    }
    atexit(restore_terminal);
    raw = before;
    raw.c_iflag &= ~(ICRNL | IXON);
    raw.c_lflag &= ~(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

static void read_answer(const char *question, char *answer, size_t room) {
    size_t length = 0;
    char key;
    printf("%s", question);
    fflush(stdout);
    while (read(STDIN_FILENO, &key, 1) == 1 && key != '\r' && key != '\n') {
        if (key == 127 || key == '\b') {
            if (length > 0) {
                length--;
                printf("\b \b");
            }
        } else if (length + 1 < room) {
            answer[length++] = key;
            putchar(key);
        }
        fflush(stdout);
    }
    answer[length] = '\0';
    printf("\n");
}

typedef struct { char square[28][28]; int n; } Game;   // rows and columns from 1; 0 and n + 1 stay empty

static char enemy_of(char color) { return color == 'X' ? 'O' : 'X'; }

static void start_position(Game *game, int n) {
    memset(game->square, EMPTY, sizeof game->square);
    game->n = n;
    game->square[n / 2][n / 2] = game->square[n / 2 + 1][n / 2 + 1] = 'O';
    game->square[n / 2][n / 2 + 1] = game->square[n / 2 + 1][n / 2] = 'X';
}

static void print_board(const Game *game) {
    char line[64];
    for (int row = 0; row <= game->n; row++) {
        int at = 0;
        line[at++] = row == 0 ? ' ' : (char)('a' + row - 1);
        for (int col = 1; col <= game->n; col++) {
            line[at++] = ' ';
            line[at++] = row == 0 ? (char)('a' + col - 1) : game->square[row][col];
        }
        line[at] = '\0';
        printf("%s\n", line);
    }
    fflush(stdout);
}

// How far a line of enemies reaches from a square; 0 unless a disc of one's own ends it.
static int reach(const Game *game, int row, int col, int down, int right, char color) {
    int steps = 0;
    do {
        row += down;
        col += right;
        steps++;
    } while (game->square[row][col] == enemy_of(color));
    return game->square[row][col] == color ? steps - 1 : 0;
}

static int value(const Game *game, int row, int col, char color) {
    int sum = 0;
    if (game->square[row][col] != EMPTY)
        return 0;
    for (int way = 0; way < 9; way++)
        if (way != 4)
            sum += reach(game, row, col, way / 3 - 1, way % 3 - 1, color);
    return sum;
}

static bool find_best(const Game *game, char color, int *best_row, int *best_col) {
    int most = 0;
    for (int row = game->n; row >= 1; row--)
        for (int col = game->n; col >= 1; col--)
            if (value(game, row, col, color) >= most && value(game, row, col, color) > 0) {
                most = value(game, row, col, color);
                *best_row = row;
                *best_col = col;
            }
    return most > 0;
}

static void place(Game *game, int row, int col, char color) {
    for (int way = 0; way < 9; way++) {
        int down = way / 3 - 1, right = way % 3 - 1;
        for (int k = way == 4 ? 0 : reach(game, row, col, down, right, color); k > 0; k--)
            game->square[row + k * down][col + k * right] = color;
    }
    game->square[row][col] = color;
    print_board(game);
}

static void write_log(time_t start, int n, char computer, const char *result) {
    char date[32];
    FILE *log = fopen("reversi.csv", "a");
    strftime(date, sizeof date, "%Y/%m/%d %H:%M:%S", localtime(&start));
    fprintf(log, "%s,%ld,%d*%d,%s,%s,%s\n", date, (long)(time(NULL) - start), n, n,
            computer == 'X' ? "computer" : "human", computer == 'X' ? "human" : "computer", result);
    fclose(log);
}

int main(void) {
    Game game;
    char answer[16], question[40], result[24], computer, color = 'X';
    int row, col, x = 0, o = 0;
    time_t start = time(NULL);

    raw_terminal();
    read_answer("Enter the board dimension: ", answer, sizeof answer);
    start_position(&game, atoi(answer));
    read_answer("Computer plays (X/O): ", answer, sizeof answer);
    computer = answer[0];
    print_board(&game);

    while (find_best(&game, color, &row, &col) || find_best(&game, enemy_of(color), &row, &col)) {
        if (!find_best(&game, color, &row, &col)) {
            printf("%c player has no valid move.\n", color);
        } else if (color == computer) {
            printf("Computer places %c at %c%c.\n", color, 'a' + row - 1, 'a' + col - 1);
            place(&game, row, col, color);
        } else {
            sprintf(question, "Enter move for %c (RowCol): ", color);
            read_answer(question, answer, sizeof answer);
            row = answer[0] - 'a' + 1;
            col = answer[0] ? answer[1] - 'a' + 1 : 0;
            if (strlen(answer) != 2 || row < 1 || row > game.n || col < 1 || col > game.n
                || value(&game, row, col, color) == 0) {
                write_log(start, game.n, computer, "Human gave up.");
                printf("Invalid move.\nGame over.\n%c player wins.\n", computer);
                return 0;
            }
            place(&game, row, col, color);
        }
        color = enemy_of(color);
    }

    for (row = 1; row <= game.n; row++)
        for (col = 1; col <= game.n; col++) {
            x += game.square[row][col] == 'X';
            o += game.square[row][col] == 'O';
        }
    sprintf(result, "%d to %d", x, o);
    write_log(start, game.n, computer, result);
    if (x > 0 && o > 0 && x + o < game.n * game.n)
        printf("Both players have no valid move.\n");
    printf("Game over.\nX : O = %d : %d\n", x, o);
    printf(x == o ? "Draw!\n" : "%c player wins.\n", x > o ? 'X' : 'O');
    return 0;
}
