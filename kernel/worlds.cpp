#include "worlds.hpp"

#include <algorithm>

namespace spadille {
namespace {

constexpr std::size_t most_stands = std::size_t{1} << 21;  // some 100 MiB

// n over k, for the packs there are.
double binomial(int n, int k) {
    double ways = 1.0;
    for (int at = 1; at <= k; ++at) ways = ways * (n - k + at) / at;
    return ways;
}

}  // namespace

WorldDealer::WorldDealer(const std::vector<int>& may, const std::array<int, most_places>& room) {
    int cards = 0;
    for (std::size_t card = 0; card < may.size(); ++card) {
        if (may[card] == 0) continue;
        ++cards;
        const auto same = [&](const Kind& kind) { return kind.may == may[card]; };
        auto found = std::find_if(kinds_.begin(), kinds_.end(), same);
        if (found == kinds_.end()) found = kinds_.insert(kinds_.end(), Kind{may[card], {}});
        found->cards.push_back(static_cast<Card>(card));
    }
    int places = 0;
    for (std::size_t place = 0; place < room.size(); ++place) {
        places += room[place];
        start_.room |= static_cast<std::uint64_t>(room[place]) << (8 * place);
    }
    if (places != cards) throw NoWorld();
    // The most bound kinds first: fewer ways are looked at.
    std::stable_sort(kinds_.begin(), kinds_.end(), [](const Kind& one, const Kind& two) {
        return __builtin_popcount(static_cast<unsigned>(one.may)) <
               __builtin_popcount(static_cast<unsigned>(two.may));
    });
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        const std::size_t first = steps_.size();
        for (std::size_t place = 0; place < most_places; ++place) {
            const bool lies = ((kinds_[kind].may >> place) & 1) != 0;
            if (lies) steps_.push_back({kind, place, false});
        }
        if (steps_.size() == first) throw NoWorld();
        steps_.back().last = true;
    }
    start_.left = kinds_.empty() ? 0 : static_cast<int>(kinds_.front().cards.size());
    if (ways(start_) <= 0.0) throw NoWorld();
}

// Whether the cards left may lie in all the room that is left: then nothing has to be looked up.
bool WorldDealer::free(const Stand& at) const {
    const Step& step = steps_[at.step];
    if (step.kind + 1 < kinds_.size()) return false;
    for (std::size_t place = 0; place < most_places; ++place) {
        const bool later = place >= step.place && ((kinds_[step.kind].may >> place) & 1) != 0;
        if (room_at(at.room, place) > 0 && !later) return false;
    }
    return true;
}

// Deals the cards of a kind that may lie in all the room that is left.
void WorldDealer::fill(const Stand& at, Chance& chance, std::uint8_t* places) const {
    std::array<std::uint8_t, 128> open{};
    std::size_t left = 0;
    for (std::size_t place = 0; place < most_places; ++place) {
        for (int more = room_at(at.room, place); more > 0; --more) {
            open[left++] = static_cast<std::uint8_t>(place);
        }
    }
    for (const Card card : kinds_.back().cards) {
        const auto drawn = static_cast<std::size_t>(chance.below(static_cast<int>(left)));
        places[card] = open[drawn];
        open[drawn] = open[--left];
    }
}

WorldDealer::Stand WorldDealer::after(const Stand& at, int taken) const {
    const Step& step = steps_[at.step];
    Stand next{at.step + 1, at.left - taken,
               at.room - (static_cast<std::uint64_t>(taken) << (8 * step.place))};
    if (step.last && next.step < steps_.size()) {
        next.left = static_cast<int>(kinds_[step.kind + 1].cards.size());
    }
    return next;
}

double WorldDealer::ways_if(const Stand& at, int taken) {
    return binomial(at.left, taken) * ways(after(at, taken));
}

double WorldDealer::ways(const Stand& at) {
    if (at.step == steps_.size()) return at.room == 0 ? 1.0 : 0.0;
    if (free(at)) {
        double sum = 1.0;
        int left = at.left;
        for (std::size_t place = 0; place < most_places; ++place) {
            const int taken = room_at(at.room, place);
            sum *= binomial(left, taken);
            left -= taken;
        }
        return sum;
    }
    if (const auto found = known_.find(at); found != known_.end()) return found->second;
    if (known_.size() >= most_stands) throw std::length_error("too many ways to deal the cards");
    const Step& step = steps_[at.step];
    const int most = std::min(at.left, room_at(at.room, step.place));
    double sum = 0.0;
    for (int taken = step.last ? at.left : 0; taken <= most; ++taken) sum += ways_if(at, taken);
    known_.emplace(at, sum);
    return sum;
}

void WorldDealer::deal(Chance& chance, std::uint8_t* places) {
    Stand at = start_;
    std::array<Card, 128> cards{};
    for (const Kind& kind : kinds_) {
        if (free(at)) {
            fill(at, chance, places);
            return;
        }
        int left = static_cast<int>(kind.cards.size());
        std::copy(kind.cards.begin(), kind.cards.end(), cards.begin());
        bool last = false;
        while (!last) {
            const Step& step = steps_[at.step];
            last = step.last;
            const int most = std::min(left, room_at(at.room, step.place));
            int taken = last ? left : 0;
            if (!last && most > 0) {
                double drawn = ways(at) * (chance.word() / 4294967296.0);
                for (; taken < most; ++taken) {
                    drawn -= ways_if(at, taken);
                    if (drawn < 0.0) break;
                }
                // Rounding may have led to a way that there is not.
                while (taken > 0 && ways(after(at, taken)) <= 0.0) --taken;
                while (taken < most && ways(after(at, taken)) <= 0.0) ++taken;
            }
            for (int more = taken; more > 0; --more) {
                const auto drawn = static_cast<std::size_t>(chance.below(left));
                places[cards[drawn]] = static_cast<std::uint8_t>(step.place);
                cards[drawn] = cards[static_cast<std::size_t>(--left)];
            }
            at = after(at, taken);
        }
    }
}

}  // namespace spadille
