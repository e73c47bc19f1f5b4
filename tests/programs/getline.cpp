#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>

namespace reversi {

enum class Colour : char { black = 'X', white = 'O' };

constexpr Colour operator!(Colour colour) { return colour == Colour::black ? Colour::white : Colour::black; }

using Square = std::pair<int, int>;  // row, column: ordered as ties are broken

std::string name(Square square) { return {char('a' + square.first), char('a' + square.second)}; }

class Position {
    int side;
    std::map<Square, Colour> discs;

    std::optional<Colour> at(Square square) const {
        auto found = discs.find(square);
        return found == discs.end() ? std::nullopt : std::optional(found->second);
    }

public:
    explicit Position(int n) : side(n) {
        discs = {{{n / 2 - 1, n / 2 - 1}, Colour::white}, {{n / 2, n / 2}, Colour::white},
                 {{n / 2 - 1, n / 2}, Colour::black}, {{n / 2, n / 2 - 1}, Colour::black}};
    }

    std::set<Square> outflanked(Square square, Colour colour) const {
        std::set<Square> all;
        if (at(square) || square.first < 0 || square.first >= side || square.second < 0 || square.second >= side)
            return all;
        static const std::array<Square, 8> compass{
            {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};
        for (auto [down, right] : compass) {
            std::set<Square> line;
            Square next{square.first + down, square.second + right};
            while (at(next) == !colour) {
                line.insert(next);
                next = {next.first + down, next.second + right};
            }
            if (at(next) == colour) all.merge(line);
        }
        return all;
    }

    std::map<Square, std::size_t> moves(Colour colour) const {
        std::map<Square, std::size_t> result;
        for (int row = 0; row < side; ++row)
            for (int column = 0; column < side; ++column)
                if (auto turned = outflanked({row, column}, colour); !turned.empty())
                    result[{row, column}] = turned.size();
        return result;
    }

    void place(Square square, Colour colour) {
        for (Square other : outflanked(square, colour)) discs[other] = colour;
        discs[square] = colour;
    }

    long count(Colour colour) const {
        return std::count_if(discs.begin(), discs.end(), [=](auto& entry) { return entry.second == colour; });
    }

    bool full() const { return discs.size() == std::size_t(side) * side; }

    friend std::ostream& operator<<(std::ostream& out, const Position& position) {
        out << "  ";
        for (int column = 0; column < position.side; ++column) out << char('a' + column) << ' ';
        for (int row = 0; row < position.side; ++row) {
            out << '\n' << char('a' + row) << ' ';
            for (int column = 0; column < position.side; ++column) {
                auto disc = position.at({row, column});
                out << (disc ? char(*disc) : '.') << ' ';
            }
        }
        return out << '\n';
    }
};

// What is said between two questions is collected and shown in one piece.
class Talk {
    std::ostringstream pending;

public:
    template <typename T>
    Talk& operator<<(const T& value) {
        pending << value;
        return *this;
    }

    void show() {
        std::cout << pending.str() << std::flush;
        pending.str("");
    }

    std::string ask(const std::string& question) {
        pending << question;
        show();
        std::string line;
        if (!std::getline(std::cin, line)) std::exit(3);
        line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
        return line;
    }
};

std::string play(Position& position, Colour computer, Talk& talk) {
    talk << position;
    for (Colour colour = Colour::black;; colour = !colour) {
        auto moves = position.moves(colour);
        if (moves.empty() && position.moves(!colour).empty()) break;
        if (moves.empty()) {
            talk << char(colour) << " player has no valid move.\n";
            continue;
        }
        Square square;
        if (colour == computer) {
            auto most = std::max_element(moves.begin(), moves.end(),
                                         [](auto& a, auto& b) { return a.second < b.second; });
            square = most->first;
            talk << "Computer places " << char(colour) << " at " << name(square) << ".\n";
        } else {
            auto text = talk.ask(std::string("Enter move for ") + char(colour) + " (RowCol): ");
            auto chosen = std::find_if(moves.begin(), moves.end(), [&](auto& m) { return name(m.first) == text; });
            if (chosen == moves.end()) {
                talk << "Invalid move.\nGame over.\n" << char(!colour) << " player wins.\n";
                return "Human gave up.";
            }
            square = chosen->first;
        }
        position.place(square, colour);
        talk << position;
    }
    long black = position.count(Colour::black), white = position.count(Colour::white);
    if (black && white && !position.full()) talk << "Both players have no valid move.\n";
    talk << "Game over.\nX : O = " << black << " : " << white << '\n';
    talk << (black > white ? "X player wins.\n" : black < white ? "O player wins.\n" : "Draw!\n");
    return std::to_string(black) + " to " + std::to_string(white);
}

}  // namespace reversi

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);

    using Clock = std::chrono::system_clock;
    const auto start = Clock::now();
    reversi::Talk talk;
    const int n = std::stoi(talk.ask("Enter the board dimension: "));
    const auto computer = talk.ask("Computer plays (X/O) : ") == "X" ? reversi::Colour::black : reversi::Colour::white;

    auto position = std::make_unique<reversi::Position>(n);
    const std::string result = reversi::play(*position, computer, talk);

    const std::time_t begin = Clock::to_time_t(start);
    const std::chrono::duration<double> used = Clock::now() - start;
    std::ofstream log("Reversi.csv", std::ios::app);
    log << std::put_time(std::localtime(&begin), "%F %T") << ',' << std::fixed << std::setprecision(2) << used.count()
        << ',' << n << '*' << n << ','
        << (computer == reversi::Colour::black ? "computer,human," : "human,computer,") << result << '\n';
    log.close();

    talk.show();
    std::quick_exit(0);
}
