#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Square {
    int row, col;
};

class Board {
    int n;
    vector<vector<char>> cell;

    bool inside(int row, int col) const { return row >= 0 && row < n && col >= 0 && col < n; }

public:
    explicit Board(int size) : n(size), cell(size, vector<char>(size, '.')) {
        int m = n / 2;
        cell[m - 1][m - 1] = cell[m][m] = 'O';
        cell[m - 1][m] = cell[m][m - 1] = 'X';
    }

    void print() const {
        cout << ' ';
        for (int j = 0; j < n; j++) cout << ' ' << char('a' + j);
        cout << endl;
        for (int i = 0; i < n; i++) {
            cout << char('a' + i);
            for (int j = 0; j < n; j++) cout << ' ' << cell[i][j];
            cout << endl;
        }
    }

    vector<Square> turned(int row, int col, char color) const {
        vector<Square> all;
        if (!inside(row, col) || cell[row][col] != '.') return all;
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                if (dx == 0 && dy == 0) continue;
                vector<Square> line;
                int i = row + dx, j = col + dy;
                while (inside(i, j) && cell[i][j] != '.' && cell[i][j] != color) {
                    line.push_back({i, j});
                    i += dx;
                    j += dy;
                }
                if (inside(i, j) && cell[i][j] == color) all.insert(all.end(), line.begin(), line.end());
            }
        }
        return all;
    }

    // The square with the most discs turned; row -1 when there is none.
    Square best(char color) const {
        Square best = {-1, -1};
        size_t most = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                size_t score = turned(i, j, color).size();
                if (score > most) {
                    most = score;
                    best = {i, j};
                }
            }
        return best;
    }

    bool canMove(char color) const { return best(color).row >= 0; }

    void place(int row, int col, char color) {
        for (Square s : turned(row, col, color)) cell[s.row][s.col] = color;
        cell[row][col] = color;
    }

    int count(char color) const {
        int sum = 0;
        for (const auto& row : cell)
            for (char c : row) sum += c == color;
        return sum;
    }

    int size() const { return n; }
};

string finish(const Board& board) {
    int x = board.count('X'), o = board.count('O');
    if (x > 0 && o > 0 && board.count('.') > 0) cout << "Both players have no valid move." << endl;
    cout << "Game over." << endl;
    cout << "X : O = " << x << " : " << o << endl;
    if (x > o)
        cout << "X player wins." << endl;
    else if (x < o)
        cout << "O player wins." << endl;
    else
        cout << "Draw!" << endl;
    return to_string(x) + " to " + to_string(o);
}

string play(Board& board, char computer) {
    char color = 'X', other = 'O';
    while (board.canMove('X') || board.canMove('O')) {
        if (!board.canMove(color)) {
            cout << color << " player has no valid move." << endl;
        } else if (color == computer) {
            Square s = board.best(color);
            cout << "Computer places " << color << " at " << char('a' + s.row) << char('a' + s.col) << "." << endl;
            board.place(s.row, s.col, color);
            board.print();
        } else {
            string move;
            cout << "Enter move for " << color << " (RowCol): ";
            cin >> move;
            if (move.size() != 2 || board.turned(move[0] - 'a', move[1] - 'a', color).empty()) {
                cout << "Invalid move." << endl << "Game over." << endl;
                cout << other << " player wins." << endl;
                return "Human gave up.";
            }
            board.place(move[0] - 'a', move[1] - 'a', color);
            board.print();
        }
        swap(color, other);
    }
    return finish(board);
}

int main() {
    time_t start = time(nullptr);
    int n;
    char computer;
    cout << "Enter the board dimension: ";
    cin >> n;
    cout << "Computer plays (X/O) : ";
    cin >> computer;

    Board board(n);
    board.print();
    string result = play(board, computer);

    ofstream log("reversi.csv", ios::app);
    log << put_time(localtime(&start), "%Y%m%d %H:%M:%S") << "," << time(nullptr) - start << ",";
    log << n << "*" << n << ",";
    log << (computer == 'X' ? "computer,human" : "human,computer") << "," << result << endl;
}
