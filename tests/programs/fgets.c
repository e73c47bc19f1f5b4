#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum cell { NONE, BLACK, WHITE };

typedef struct {
	int size;
	enum cell *at;
} Board;

static const char sign[] = ".XO";

static struct {
	time_t begin;
	int size;
	enum cell computer;
	char result[40];
} record;

/* registered with atexit() */
static void save_record(void)
{
	char when[64];
	FILE *fp;

	if (record.result[0] == '\0')
		return;
	if ((fp = fopen("reversi.csv", "ab")) == NULL)
		return;
	strftime(when, sizeof when, "%Y%m%d %H:%M:%S", localtime(&record.begin));
	fprintf(fp, "%s,%.0f,%d*%d,", when, difftime(time(NULL), record.begin),
		record.size, record.size);
	fputs(record.computer == BLACK ? "computer,human," : "human,computer,", fp);
	fprintf(fp, "%s\r\n", record.result);
	fclose(fp);
}

static char *ask(const char *question, char *line, int room)
{
	fputs(question, stdout);
	if (fgets(line, room, stdin) == NULL)
		exit(EXIT_FAILURE);
	line[strcspn(line, "\r\n")] = '\0';
	return line;
}

static enum cell rival(enum cell who)
{
	return BLACK + WHITE - who;
}

/* A cell of the board, or NONE beyond its edge. */
static enum cell look(const Board *b, int r, int c)
{
	if (r < 0 || c < 0 || r >= b->size || c >= b->size)
		return NONE;
	return b->at[r * b->size + c];
}

static void set_up(Board *b, int size)
{
	int r = size / 2 - 1;

	b->size = size;
	if ((b->at = calloc((size_t) size * size, sizeof *b->at)) == NULL)
		exit(EXIT_FAILURE);
	b->at[r * size + r] = b->at[(r + 1) * size + r + 1] = WHITE;
	b->at[r * size + r + 1] = b->at[(r + 1) * size + r] = BLACK;
}

static void show(const Board *b)
{
	int r, c;

	putchar(' ');
	for (c = 0; c < b->size; c++) {
		putchar(' ');
		putchar('a' + c);
	}
	putchar('\n');
	for (r = 0; r < b->size; r++) {
		putchar('a' + r);
		for (c = 0; c < b->size; c++) {
			putchar(' ');
			putchar(sign[look(b, r, c)]);
		}
		putchar('\n');
	}
}

/* Counts what `who` would turn from (r, c); turns it as well with `paint`. */
static int turn(Board *b, int r, int c, enum cell who, int paint)
{
	int dr, dc, k, sum = 0;

	if (look(b, r, c) != NONE)
		return 0;
	for (dr = -1; dr <= 1; dr++)
		for (dc = -1; dc <= 1; dc++) {
			if (!dr && !dc)
				continue;
			for (k = 1; look(b, r + k * dr, c + k * dc) == rival(who); k++)
				;
			if (look(b, r + k * dr, c + k * dc) != who)
				continue;
			sum += k - 1;
			while (paint && --k > 0)
				b->at[(r + k * dr) * b->size + c + k * dc] = who;
		}
	return sum;
}

/* The index of the best move, -1 for none. */
static int best(Board *b, enum cell who)
{
	int i, found = -1, most = 0, now;

	for (i = 0; i < b->size * b->size; i++)
		if ((now = turn(b, i / b->size, i % b->size, who, 0)) > most) {
			most = now;
			found = i;
		}
	return found;
}

static void drop(Board *b, int i, enum cell who)
{
	turn(b, i / b->size, i % b->size, who, 1);
	b->at[i] = who;
	show(b);
}

/* The index of a square that may be taken, -1 for anything else. */
static int parse(Board *b, const char *text, enum cell who)
{
	int r, c;

	if (strlen(text) != 2 || !islower((unsigned char) text[0]) || !islower((unsigned char) text[1]))
		return -1;
	r = text[0] - 'a';
	c = text[1] - 'a';
	if (r >= b->size || c >= b->size || turn(b, r, c, who, 0) == 0)
		return -1;
	return r * b->size + c;
}

static void finish(const Board *b)
{
	int i, tally[3] = {0, 0, 0};

	for (i = 0; i < b->size * b->size; i++)
		tally[b->at[i]]++;
	if (tally[NONE] && tally[BLACK] && tally[WHITE])
		puts("Both players have no valid move.");
	puts("Game over.");
	printf("X : O = %d : %d\n", tally[BLACK], tally[WHITE]);
	if (tally[BLACK] == tally[WHITE])
		puts("Draw!");
	else
		printf("%c player wins.\n", sign[tally[BLACK] > tally[WHITE] ? BLACK : WHITE]);
	sprintf(record.result, "%d to %d", tally[BLACK], tally[WHITE]);
}

int main(void)
{
	char line[BUFSIZ], question[80];
	enum cell who = BLACK;
	Board b;
	int i;

	setvbuf(stdout, NULL, _IONBF, 0);
	record.begin = time(NULL);
	atexit(save_record);
	record.size = atoi(ask("Enter the board dimension: ", line, sizeof line));
	record.computer = *ask("Computer plays (X/O) : ", line, sizeof line) == 'X' ? BLACK : WHITE;
	set_up(&b, record.size);
	show(&b);
	for (; best(&b, BLACK) >= 0 || best(&b, WHITE) >= 0; who = rival(who)) {
		if ((i = best(&b, who)) < 0) {
			printf("%c player has no valid move.\n", sign[who]);
			continue;
		}
		if (who == record.computer) {
			printf("Computer places %c at %c%c.\n", sign[who], 'a' + i / b.size, 'a' + i % b.size);
		} else {
			sprintf(question, "Enter move for %c (RowCol): ", sign[who]);
			if ((i = parse(&b, ask(question, line, sizeof line), who)) < 0) {
				printf("Invalid move.\nGame over.\n%c player wins.\n", sign[rival(who)]);
				strcpy(record.result, "Human gave up.");
				exit(EXIT_SUCCESS);
			}
		}
		drop(&b, i, who);
	}
	finish(&b);
	return EXIT_SUCCESS;
}
