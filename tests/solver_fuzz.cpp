// Random small positions of random rules, solved by the kernel and by the naive search: the values
// must agree, and the card that the solver names must keep its value.
//
//   g++ -std=c++20 -O2 -Ikernel tests/solver_fuzz.cpp kernel/solver.cpp -o fuzz && ./fuzz 1000 1
#define NAIVE_SOLVER_ONLY
#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <sstream>

#include "naive_solver.cpp"
#include "solver.hpp"

namespace {

using spadille::solver::Payoffs;
using spadille::solver::Problem;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// By the number that the naive search knows them by.
constexpr std::array closed_tricks{52, 0, 1, 3};

struct Dice {
    std::mt19937 engine;
    int roll(int sides) { return static_cast<int>(engine() % static_cast<unsigned>(sides)); }
};

struct Position {
    Problem problem;
    Payoffs payoffs;
};

Position random_position(Dice& dice) {
    Position result;
    Problem& p = result.problem;
    p.seats = 2 + dice.roll(5);
    const int tricks = 1 + dice.roll(p.seats > 4 ? 3 : 4);
    const bool two_packs = dice.roll(4) == 0;
    std::vector<spadille::solver::Card> pack;
    const int ranks = 2 + dice.roll(12);
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 0; rank < 13; ++rank)
            for (int copy = 0; copy <= two_packs; ++copy) pack.push_back({suit, rank});
    if (!two_packs && dice.roll(2)) {
        const bool junk = dice.roll(2);
        for (int joker = 0; joker < 3; ++joker) pack.push_back({junk ? -1 : 3, junk ? -1 : 20 + joker});
    }
    std::shuffle(pack.begin(), pack.end(), dice.engine);
    // Sometimes few suits or few ranks, for more ruffs and more equal cards.
    const int few = dice.roll(4);
    std::stable_partition(pack.begin(), pack.end(), [&](const auto& card) {
        return card.suit < 0 || (few == 0 ? card.suit > 1 : few == 1 ? card.strength < ranks : true);
    });
    const int awards = dice.roll(3) ? 0 : 1 + dice.roll(p.seats > 4 ? 1 : 2);
    p.tricks_before = dice.roll(3) ? dice.roll(6) : 0;
    p.broken = dice.roll(2);
    p.closed_tricks = closed_tricks[index(dice.roll(4))];
    p.forced_lead_breaks = dice.roll(2);
    p.last_of_equals = dice.roll(2);
    p.leader = dice.roll(p.seats);
    if (p.tricks_before == 0) {
        if (p.seats > 2 && dice.roll(3) == 0) p.sits_out = (p.leader + 1 + dice.roll(p.seats - 1)) % p.seats;
        p.spades_forbidden = dice.roll(2);
        p.all_low_club = dice.roll(3) == 0;
    }
    const bool pairs = p.seats % 2 == 0 && p.seats > 2 && dice.roll(2);
    for (int seat = 0; seat < p.seats; ++seat) p.side[index(seat)] = pairs ? seat % (p.seats / 2) : seat;
    std::vector<int> turns;
    for (int i = 0; i < p.seats; ++i)
        if ((p.leader + i) % p.seats != p.sits_out) turns.push_back((p.leader + i) % p.seats);
    const int played = dice.roll(static_cast<int>(turns.size()));
    std::size_t next = 0;
    for (int i = 0; i < played; ++i) p.trick.push_back(pack[next++]);
    for (int seat = 0; seat < p.seats; ++seat) {
        int size = tricks - (seat == p.sits_out);
        for (int i = 0; i < played; ++i) size -= turns[index(i)] == seat;
        for (int i = 0; i < size; ++i) p.hands[index(seat)].push_back(pack[next++]);
    }
    // The award cards are some of those that were dealt.
    std::vector<spadille::solver::Card*> cards;
    for (auto& card : p.trick) cards.push_back(&card);
    for (auto& hand : p.hands)
        for (auto& card : hand) cards.push_back(&card);
    for (int i = 0; i < awards; ++i) {
        const auto* chosen = cards[index(dice.roll(static_cast<int>(cards.size())))];
        const auto face = *chosen;
        if (face.suit < 0) continue;
        for (auto* card : cards)
            if (card->suit == face.suit && card->strength == face.strength) card->award = true;
    }
    if (p.tricks_before == 0 && played == 0 && dice.roll(3) == 0)
        p.must_lead = dice.roll(static_cast<int>(p.hands[index(p.leader)].size()));
    if (p.must_lead >= 0 && p.hands[index(p.leader)][index(p.must_lead)].suit < 0) p.must_lead = -1;
    Payoffs& payoffs = result.payoffs;
    payoffs.groups = 1 + dice.roll(p.seats);
    for (int seat = 0; seat < p.seats; ++seat)
        payoffs.group[index(seat)] = seat < payoffs.groups ? seat : dice.roll(payoffs.groups);
    const int kind = dice.roll(4);
    std::vector<int> split;
    double any = 0;
    for (const auto& outcome : spadille::solver::outcomes(p, payoffs.groups)) {
        double value = 0;
        if (kind == 0) value = outcome.tricks[0];
        if (outcome.tricks != split) {
            split = outcome.tricks;
            any = kind == 1 ? dice.roll(3) : dice.roll(1000) / 8.0;
        }
        if (kind == 1 || kind == 2) value = any;
        if (kind == 3) value = 10 * (outcome.tricks[0] >= 2) + outcome.tricks[0] - 100 * (outcome.tricks.back() > 0);
        // Catchers of identical award cards must not be told apart.
        int caught = 0;
        for (int group : outcome.catchers) caught += group == 0;
        if (kind != 2 || outcome.catchers.size() > 1) value = 10 * value + 3 * caught;
        payoffs.value.push_back(value);
    }
    return result;
}

void write_cards(std::ostream& out, const std::vector<spadille::solver::Card>& cards) {
    out << cards.size() << '\n';
    for (const auto& card : cards) out << card.suit << ' ' << card.strength << ' ' << card.award << '\n';
}

std::string text(const Problem& p, const Payoffs& payoffs) {
    std::ostringstream out;
    out.precision(17);
    out << p.seats << ' ' << payoffs.groups << ' ' << p.leader << ' ' << p.tricks_before << ' ' << p.broken << ' '
        << std::find(closed_tricks.begin(), closed_tricks.end(), p.closed_tricks) - closed_tricks.begin() << ' ' << p.forced_lead_breaks << ' ' << p.last_of_equals << ' '
        << p.sits_out << ' ' << p.spades_forbidden << ' ' << p.all_low_club << ' ' << p.club_suit << ' '
        << p.must_lead << " -1\n";
    for (int seat = 0; seat < p.seats; ++seat) out << p.side[index(seat)] << ' ';
    for (int seat = 0; seat < p.seats; ++seat) out << payoffs.group[index(seat)] << ' ';
    for (int seat = 0; seat < p.seats; ++seat) write_cards(out, p.hands[index(seat)]);
    write_cards(out, p.trick);
    out << payoffs.value.size() << '\n';
    for (double value : payoffs.value) out << value << '\n';
    return out.str();
}

naive::Game game_of(const std::string& problem) {
    std::istringstream in(problem);
    naive::Game game;
    if (!naive::read(in, game)) std::abort();
    return game;
}

// The value after the root's card: the naive search, given that card alone.
double value_of_card(naive::Game game, int card) {
    game.root_card = card;
    return game.solve();
}

// The trick laid out, so that the game can say what the root may play.
naive::Game game_before_root(naive::Game game) {
    game.begin();
    return game;
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
    Dice dice{std::mt19937(static_cast<unsigned>(argc > 2 ? std::atoi(argv[2]) : 1))};
    spadille::solver::Solver solver(std::size_t{1} << 20);
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const Position position = random_position(dice);
        const std::string problem = text(position.problem, position.payoffs);
        const naive::Game game = game_of(problem);
        const int root = root_of(position.problem);
        const double wanted = naive::Game(game).solve();
        // Every fourth is asked for the value of every card.
        const bool all = i % 4 == 0;
        // A search given up leaves nothing behind.
        if (i % 8 < 2) solver.solve_payoffs(position.problem, position.payoffs, {.most_nodes = static_cast<unsigned>(1 + i % 7)});
        const auto result = solver.solve_payoffs(position.problem, position.payoffs, {.all = all});
        bool right = result && result->value == wanted && result->card >= 0 &&
                     value_of_card(game, result->card) == wanted;
        if (all && right) {
            const std::size_t legal = game_before_root(game).legal(root).size();
            right = result->values.size() == legal;
            for (const auto& [card, value] : result->values) right = right && value_of_card(game, card) == value;
        }
        if (right) continue;
        if (++wrong <= 2)
            std::printf("position %d: naive %g, solver %g, its card %d\n%s\n", i, wanted, result->value, result->card,
                        problem.c_str());
    }
    std::printf("%d positions, %d wrong\n", count, wrong);
    return wrong != 0;
}
