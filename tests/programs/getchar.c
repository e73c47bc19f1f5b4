#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N_MAX 26

int N, computer;                /* colours: 1 is X, -1 is O */
int b[N_MAX * N_MAX];
char *gave_up = "Human gave up.";

void wait_enter_for(char word[], int room)
{
    int c, k = 0;

    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n')
        if (k < room - 1)
            word[k++] = c;
    word[k] = 0;
}

char sign(int colour)
{
    return "O.X"[colour + 1];
}

void output(void)
{
    int i;

    putchar(' ');
    for (i = 0; i < N; i++) {
        putchar(' ');
        putchar(i + 'a');
    }
    for (i = 0; i < N * N; i++) {
        if (i % N == 0) {
            putchar('\n');
            putchar(i / N + 'a');
        }
        putchar(' ');
        putchar(sign(b[i]));
        fflush(stdout);
    }
    putchar('\n');
}

/* Walks from square i; returns how many discs turn there. If flip is set they do. */
int walk(int i, int dr, int dc, int colour, int flip)
{
    int r = i / N + dr, c = i % N + dc, rest;

    if (r < 0 || r == N || c < 0 || c == N || b[r * N + c] == 0)
        return -1;
    if (b[r * N + c] == colour)
        return 0;
    rest = walk(r * N + c, dr, dc, colour, flip);
    if (rest < 0)
        return -1;
    if (flip)
        b[r * N + c] = colour;
    return rest + 1;
}

int all(int i, int colour, int flip)
{
    int dr, dc, sum = 0, got;

    if (b[i] != 0)
        return 0;
    for (dr = -1; dr <= 1; dr++)
        for (dc = -1; dc <= 1; dc++)
            if ((dr || dc) && (got = walk(i, dr, dc, colour, flip)) > 0)
                sum += got;
    return sum;
}

int choice(int colour)
{
    int i, best = -1;

    for (i = 0; i < N * N; i++)
        if (all(i, colour, 0) > (best < 0 ? 0 : all(best, colour, 0)))
            best = i;
    return best;
}

int entry(int colour)
{
    char word[8];
    int r, c;

    printf("Enter move for %c (RowCol): ", sign(colour));
    wait_enter_for(word, sizeof word);
    if (!word[0] || !word[1] || word[2])
        return -1;
    r = word[0] - 'a';
    c = word[1] - 'a';
    if (r < 0 || r >= N || c < 0 || c >= N || !all(r * N + c, colour, 0))
        return -1;
    return r * N + c;
}

void append(time_t start, const char *result)
{
    FILE *f = fopen("reversi.csv", "a");
    char *when = ctime(&start);

    when[24] = 0;
    fprintf(f, "%s, %ld, %d*%d, %s, %s\n", when, (long) (time(0) - start), N, N,
            computer == 1 ? "computer, human" : "human, computer", result);
    fclose(f);
}

int main()
{
    int colour = 1, i, x = 0, o = 0;
    char word[40];
    time_t start = time(0);

    printf("Enter the board dimension: ");
    wait_enter_for(word, sizeof word);
    N = atoi(word);
    printf("Computer plays (X/O) : ");
    wait_enter_for(word, sizeof word);
    computer = word[0] == 'X' || word[0] == 'x' ? 1 : -1;

    i = N / 2 * N + N / 2;
    b[i - N - 1] = b[i] = -1;
    b[i - N] = b[i - 1] = 1;
    output();

    do {
        if (choice(colour) < 0) {
            printf("%c player has no valid move.\n", sign(colour));
            colour = -colour;
        }
        if (colour == computer) {
            i = choice(colour);
            printf("Computer places %c at %c%c.\n", sign(colour), i / N + 'a', i % N + 'a');
        } else if ((i = entry(colour)) < 0) {
            printf("Invalid move.\nGame over.\n%c player wins.\n", sign(-colour));
            append(start, gave_up);
            return 1;
        }
        all(i, colour, 1);
        b[i] = colour;
        output();
        colour = -colour;
    } while (choice(1) >= 0 || choice(-1) >= 0);

    for (i = 0; i < N * N; i++)
        if (b[i] == 1)
            x++;
        else if (b[i] == -1)
            o++;
    if (x + o == N * N)
        printf("The board is full.\n");
    else if (x && o)
        printf("Both players have no valid move.\n");
    printf("Game over.\nX : O = %d : %d\n", x, o);
    printf(x > o ? "X player wins.\n" : x < o ? "O player wins.\n" : "Draw!\n");
    sprintf(word, "%d to %d", x, o);
    append(start, word);
    return 0;
}
