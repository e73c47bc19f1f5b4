#include <stdio.h>
#include <string.h>
#include <time.h>

#define MAX 26

char board[MAX][MAX];
int n;
int dx[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
int dy[8] = {-1, 0, 1, -1, 1, -1, 0, 1};

char opponent(char color)
{
    return color == 'X' ? 'O' : 'X';
}

int inside(int row, int col)
{
    return row >= 0 && row < n && col >= 0 && col < n;
}

void init_board(void)
{
    int i, j, m = n / 2;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            board[i][j] = '.';
    board[m - 1][m - 1] = board[m][m] = 'O';
    board[m - 1][m] = board[m][m - 1] = 'X';
}

void print_board(void)
{
    int i, j;
    printf(" ");
    for (j = 0; j < n; j++)
        printf(" %c", 'a' + j);
    printf("\n");
    for (i = 0; i < n; i++) {
        printf("%c", 'a' + i);
        for (j = 0; j < n; j++)
            printf(" %c", board[i][j]);
        printf("\n");
    }
}

/* number of discs that (row, col) turns in direction d */
int line(int row, int col, char color, int d)
{
    int k = 0;
    do {
        row += dx[d];
        col += dy[d];
        k++;
    } while (inside(row, col) && board[row][col] == opponent(color));
    if (inside(row, col) && board[row][col] == color)
        return k - 1;
    return 0;
}

int score(int row, int col, char color)
{
    int d, sum = 0;
    if (!inside(row, col) || board[row][col] != '.')
        return 0;
    for (d = 0; d < 8; d++)
        sum += line(row, col, color, d);
    return sum;
}

int has_move(char color)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            if (score(i, j, color) > 0)
                return 1;
    return 0;
}

void place(int row, int col, char color)
{
    int d, k;
    for (d = 0; d < 8; d++)
        for (k = line(row, col, color, d); k > 0; k--)
            board[row + k * dx[d]][col + k * dy[d]] = color;
    board[row][col] = color;
    print_board();
}

void computer_move(char color)
{
    int i, j, row = 0, col = 0, best = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            if (score(i, j, color) > best) {
                best = score(i, j, color);
                row = i;
                col = j;
            }
    printf("Computer places %c at %c%c.\n", color, 'a' + row, 'a' + col);
    place(row, col, color);
}

int human_move(char color)
{
    char move[100];
    printf("Enter move for %c (RowCol): ", color);
    if (scanf("%99s", move) != 1 || strlen(move) != 2)
        return 0;
    if (score(move[0] - 'a', move[1] - 'a', color) == 0)
        return 0;
    place(move[0] - 'a', move[1] - 'a', color);
    return 1;
}

int main(void)
{
    char computer, color = 'X', result[30], date[30];
    int i, j, black = 0, white = 0;
    time_t start = time(NULL);
    FILE *log;

    printf("Enter the board dimension: ");
    if (scanf("%d", &n) != 1 || n < 4 || n > MAX || n % 2 != 0)
        return 1;
    printf("Computer plays (X/O) : ");
    scanf(" %c", &computer);
    init_board();
    print_board();

    while (has_move('X') || has_move('O')) {
        if (!has_move(color)) {
            printf("%c player has no valid move.\n", color);
        } else if (color == computer) {
            computer_move(color);
        } else if (!human_move(color)) {
            printf("Invalid move.\nGame over.\n%c player wins.\n", computer);
            strcpy(result, "Human gave up.");
            goto save;
        }
        color = opponent(color);
    }

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            black += board[i][j] == 'X';
            white += board[i][j] == 'O';
        }
    if (black > 0 && white > 0 && black + white < n * n)
        printf("Both players have no valid move.\n");
    printf("Game over.\n");
    printf("X : O = %d : %d\n", black, white);
    if (black == white)
        printf("Draw!\n");
    else
        printf("%c player wins.\n", black > white ? 'X' : 'O');
    sprintf(result, "%d to %d", black, white);

save:
    strftime(date, sizeof date, "%Y%m%d %H:%M:%S", localtime(&start));
    log = fopen("reversi.csv", "a");
    fprintf(log, "%s,%d,%d*%d,%s,%s\n", date, (int)(time(NULL) - start), n, n,
            computer == 'X' ? "computer,human" : "human,computer", result);
    fclose(log);
    return 0;
}
