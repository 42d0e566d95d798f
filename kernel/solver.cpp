// The interface of the exact solver: puts a problem into lanes and closes in on its value.
#include "solver.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "solver_search.hpp"

namespace spadille::solver {

namespace {

constexpr int most_awards = 8;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("solver: " + why); }

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool sits(const Problem& p, int seat) { return p.tricks_before == 0 && seat == p.sits_out; }

int size_of_trick(const Problem& p) {
    return p.seats - (p.tricks_before == 0 && p.sits_out >= 0 ? 1 : 0);
}

// The seats of the trick in order of play.
std::vector<int> turns(const Problem& p) {
    std::vector<int> seats;
    for (int i = 0; i < p.seats; ++i)
        if (const int seat = (p.leader + i) % p.seats; !sits(p, seat)) seats.push_back(seat);
    return seats;
}

void check(const Problem& p) {
    if (p.seats < 2 || p.seats > most_seats) refuse("2 to 6 seats are needed");
    if (p.leader < 0 || p.leader >= p.seats) refuse("no such leader");
    if (p.sits_out >= p.seats || sits(p, p.leader)) refuse("the leader cannot sit out");
    if (p.tricks_before < 0) refuse("a negative number of tricks");
    if (static_cast<int>(p.trick.size()) >= size_of_trick(p)) refuse("the trick is full");
    const auto order = turns(p);
    const int left = tricks_left(p);
    if (left < 1) refuse("no card is left");
    if (left > Wide::max_tricks) refuse("too many cards in a hand");
    for (std::size_t i = 0; i < index(p.seats); ++i) {
        int cards = static_cast<int>(p.hands[i].size());
        const auto turn = std::find(order.begin(), order.end(), static_cast<int>(i)) - order.begin();
        if (sits(p, static_cast<int>(i)) || turn < static_cast<std::ptrdiff_t>(p.trick.size())) ++cards;
        if (cards != left) refuse("the hands do not fit each other");
    }
    const auto check_card = [](const Card& card) {
        if (card.suit < junk || card.suit > spades) refuse("no such suit");
        if (card.suit == junk && card.award) refuse("junk is no award card");
    };
    for (const auto& hand : p.hands) std::for_each(hand.begin(), hand.end(), check_card);
    std::for_each(p.trick.begin(), p.trick.end(), check_card);
    int awards = 0;
    for (const auto& hand : p.hands) awards += static_cast<int>(std::count_if(hand.begin(), hand.end(), [](const Card& c) { return c.award; }));
    awards += static_cast<int>(std::count_if(p.trick.begin(), p.trick.end(), [](const Card& c) { return c.award; }));
    if (awards > most_awards) refuse("more than 8 award cards");
    const int root = root_of(p);
    if (p.must_lead >= 0 && index(p.must_lead) >= p.hands[index(root)].size()) refuse("no such card to lead");
    if (p.must_lead >= 0 && p.hands[index(root)][index(p.must_lead)].suit == junk) refuse("junk need not be led");
    if (p.club_suit < 0 || p.club_suit > spades) refuse("no such suit");
}

// The cards of a problem in order: trick, then hands; to each its suit and rank.
struct Placed {
    Card card;
    int seat;   // -1: in the trick
    int place;  // in the hand or trick
    int rank = -1;
};

std::vector<Placed> list_cards(const Problem& p) {
    std::vector<Placed> cards;
    for (std::size_t i = 0; i < p.trick.size(); ++i) cards.push_back({p.trick[i], -1, static_cast<int>(i)});
    for (int seat = 0; seat < p.seats; ++seat)
        for (std::size_t i = 0; i < p.hands[index(seat)].size(); ++i)
            cards.push_back({p.hands[index(seat)][i], seat, static_cast<int>(i)});
    return cards;
}

struct Ranked {
    std::vector<Placed> cards;
    std::array<int, suits> length{};
    bool odd = false;                           // junk or identical cards
    std::array<std::uint32_t, suits> twins{};   // upper ones of two identical cards
};

Ranked rank_cards(const Problem& p) {
    Ranked result{list_cards(p), {}, false, {}};
    std::vector<Placed*> order;
    for (Placed& placed : result.cards) order.push_back(&placed);
    std::stable_sort(order.begin(), order.end(), [](const Placed* a, const Placed* b) {
        return std::pair{a->card.suit, a->card.strength} < std::pair{b->card.suit, b->card.strength};
    });
    const Placed* before = nullptr;
    bool twin = false;
    for (Placed* placed : order) {
        const int suit = placed->card.suit;
        if (suit == junk) {
            result.odd = true;
            continue;
        }
        int& length = result.length[index(suit)];
        placed->rank = length++;
        if (length > 32) refuse("too many cards of a suit");
        if (before && before->card.suit == suit && before->card.strength == placed->card.strength) {
            if (twin) refuse("more than two identical cards");
            twin = true;
            result.odd = true;
            result.twins[index(suit)] |= std::uint32_t{1} << placed->rank;
        } else {
            twin = false;
        }
        before = placed;
    }
    return result;
}

template <class Form>
struct Prepared {
    Setup<Form> setup;
    Trick trick;
    std::array<int, most_awards> award_places{};
};

template <class Form>
Prepared<Form> prepare(const Problem& p, const Ranked& ranked) {
    Prepared<Form> result;
    Setup<Form>& setup = result.setup;
    const int root = root_of(p);
    setup.seats = p.seats;
    setup.left = tricks_left(p);
    setup.tricks_before = p.tricks_before;
    setup.lead_spades = p.lead_spades;
    setup.forced_lead_breaks = p.forced_lead_breaks;
    setup.last_of_equals = p.last_of_equals;
    if (p.tricks_before == 0) {
        setup.sits_out = p.sits_out;
        setup.spades_forbidden = p.spades_forbidden;
        setup.all_low_club = p.all_low_club;
        setup.club_suit = p.club_suit;
    }
    for (int seat = 0; seat < p.seats; ++seat)
        setup.ours[index(seat)] = p.side[index(seat)] == p.side[index(root)];
    for (int suit = 0; suit < suits; ++suit)
        setup.twins |= place<Form>(ranked.twins[index(suit)], suit);
    result.award_places.fill(-1);
    std::size_t awards = 0;
    for (const Placed& placed : ranked.cards) {
        if (placed.card.suit == junk) {
            if (placed.seat >= 0) ++setup.junk[index(placed.seat)];
            continue;
        }
        const auto bit = card_bit<Form>(placed.card.suit, placed.rank);
        if (placed.card.award) {
            setup.awards |= bit;
            result.award_places.at(awards++) = placed.card.suit * Form::lane_bits + placed.rank;
        }
        if (placed.seat >= 0) setup.hands[index(placed.seat)] |= bit;
        if (p.tricks_before == 0 && placed.seat == root && placed.place == p.must_lead && p.trick.empty()) {
            setup.must_lead_suit = placed.card.suit;
            setup.must_lead_rank = placed.rank;
        }
    }
    return result;
}

// The root's card that a move stands for.
int card_of(const Ranked& ranked, int root, const Move& move) {
    for (const Placed& placed : ranked.cards)
        if (placed.seat == root && placed.card.suit == move.suit && (move.suit == junk || placed.rank == move.rank))
            return placed.place;
    return -1;
}

template <class Form, class Goal>
class Questions {
public:
    Questions(const Problem& p, const Ranked& ranked, Goal& goal, Table<Form>& table)
        : prepared_(prepare<Form>(p, ranked)), search_(prepared_.setup, goal, table) {
        table.clear(prepared_.setup.left);
        search_.award_places = prepared_.award_places;
        prepared_.trick.leader = p.leader;
        const auto order = turns(p);
        std::size_t next = 0;
        for (const Placed& placed : ranked.cards) {
            if (placed.seat >= 0) break;
            search_.lay_before(prepared_.trick, order[next++], placed.card.suit, placed.rank);
        }
        broken_ = p.broken;
    }
    bool ask(typename Goal::State state, Move& move) { return search_.solve(state, prepared_.trick, broken_, move); }
    std::uint64_t nodes() const { return search_.nodes(); }
    const Setup<Form>& setup() const { return prepared_.setup; }

private:
    Prepared<Form> prepared_;
    Search<Form, Goal> search_;
    bool broken_;
};

}  // namespace

int root_of(const Problem& p) { return turns(p).at(p.trick.size()); }

int tricks_left(const Problem& p) {
    return static_cast<int>(p.hands[index(root_of(p))].size());
}

std::vector<Outcome> outcomes(const Problem& p, int groups) {
    check(p);
    if (groups < 1 || groups > most_seats) refuse("1 to 6 groups are needed");
    int awards = 0;
    for (const Placed& placed : list_cards(p)) awards += placed.card.award;
    const OutcomeOrder order(tricks_left(p), groups, awards);
    std::vector<Outcome> result;
    for (const auto& split : order.splits()) {
        for (std::size_t caught = 0; caught < order.catchers(); ++caught) {
            Outcome outcome{split, std::vector<int>(index(awards))};
            std::size_t digits = caught;
            for (int i = awards - 1; i >= 0; --i, digits /= index(groups))
                outcome.catchers[index(i)] = static_cast<int>(digits % index(groups));
            result.push_back(std::move(outcome));
        }
    }
    return result;
}

struct Solver::Parts {
    explicit Parts(std::size_t bytes) : two(bytes), three(bytes), four(bytes), wide(bytes) {}
    Table<Narrow<2>> two;
    Table<Narrow<3>> three;
    Table<Narrow<4>> four;
    Table<Wide> wide;

    // Call with the table of the form that the problem fits.
    template <class Call>
    Result with(const Problem& p, const Ranked& ranked, const Call& call) {
        const bool narrow = !ranked.odd && tricks_left(p) <= Narrow<4>::max_tricks &&
                            *std::max_element(ranked.length.begin(), ranked.length.end()) <= Narrow<4>::lane_bits;
        const int form = narrow && p.seats <= 4 ? p.seats : 0;
        // One table at a time, so that the bound on the memory holds for all of them.
        if (form != 2) two.release();
        if (form != 3) three.release();
        if (form != 4) four.release();
        if (form != 0) wide.release();
        if (form == 2) return call(two);
        if (form == 3) return call(three);
        if (form == 4) return call(four);
        return call(wide);
    }
};

Solver::Solver(std::size_t table_bytes) : parts_(std::make_unique<Parts>(table_bytes)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

namespace {

template <class Form>
Result most_tricks(const Problem& p, const Ranked& ranked, Table<Form>& table) {
    TrickGoal goal;
    const int root = root_of(p);
    for (int seat = 0; seat < p.seats; ++seat)
        goal.ours[index(seat)] = p.side[index(seat)] == p.side[index(root)];
    Questions<Form, TrickGoal> questions(p, ranked, goal, table);
    int low = 0, high = tricks_left(p), guess = (high + 1) / 2;
    Result result;
    Move best{}, move{};
    bool found = false;
    while (low < high) {
        guess = std::clamp(guess, low + 1, high);
        if (questions.ask(guess, move)) {
            low = guess++;
            best = move;
            found = true;
        } else {
            high = --guess;
            if (!found) best = move;
        }
    }
    result.value = low;
    result.card = card_of(ranked, root, best);
    result.nodes = questions.nodes();
    return result;
}

template <class Form>
Result best_payoff(const Problem& p, const Ranked& ranked, const Payoffs& payoffs, Table<Form>& table) {
    int awards = 0;
    for (const Placed& placed : ranked.cards) awards += placed.card.award;
    PayoffGoal goal(tricks_left(p), payoffs, awards);
    Questions<Form, PayoffGoal> questions(p, ranked, goal, table);
    std::vector<double> levels = payoffs.value;
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    Result result;
    Move best{}, move{};
    bool found = false;
    std::size_t low = 0, high = levels.size() - 1;
    while (low < high) {
        const std::size_t middle = (low + high + 1) / 2;
        const auto state = goal.start(levels[middle]);
        if (questions.ask(state, move)) {
            low = middle;
            best = move;
            found = true;
        } else {
            high = middle - 1;
            if (!found) best = move;
        }
    }
    if (levels.size() == 1) questions.ask(PayoffGoal::reached, best);
    result.value = levels[low];
    result.card = card_of(ranked, root_of(p), best);
    result.nodes = questions.nodes();
    return result;
}

}  // namespace

Result Solver::solve_tricks(const Problem& p) {
    check(p);
    const Ranked ranked = rank_cards(p);
    return parts_->with(p, ranked, [&](auto& table) { return most_tricks(p, ranked, table); });
}

Result Solver::solve_payoffs(const Problem& p, const Payoffs& payoffs) {
    check(p);
    if (payoffs.groups < 1 || payoffs.groups > most_seats) refuse("1 to 6 groups are needed");
    for (int seat = 0; seat < p.seats; ++seat)
        if (payoffs.group[index(seat)] < 0 || payoffs.group[index(seat)] >= payoffs.groups) refuse("no such group");
    for (const double value : payoffs.value)
        if (!(value == value)) refuse("a payoff is not a number");
    const Ranked ranked = rank_cards(p);
    return parts_->with(p, ranked, [&](auto& table) { return best_payoff(p, ranked, payoffs, table); });
}

}  // namespace spadille::solver
