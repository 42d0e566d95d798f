#include "worlds.hpp"

#include <algorithm>

namespace spadille {
namespace {

constexpr std::size_t most_stands = std::size_t{1} << 21;  // some 100 MiB

int room_at(std::uint64_t room, std::size_t pool) {
    return static_cast<int>((room >> (8 * pool)) & 255);
}

std::uint64_t room_for(int cards, std::size_t pool) {
    return static_cast<std::uint64_t>(cards) << (8 * pool);
}

// The ways to choose some of so many cards and lay each into a slot of its own.
double layings(int cards, int taken, int slots) {
    double ways = 1.0;
    for (int at = 0; at < taken; ++at) ways = ways * (cards - at) * (slots - at) / (at + 1);
    return ways;
}

}  // namespace

std::size_t WorldDealer::Hash::operator()(const Stand& at) const {
    const std::uint64_t small = (std::uint64_t{at.stage} << 32) | (std::uint64_t{at.pool} << 16) | at.left;
    const std::uint64_t mixed = (at.room ^ (small * 0xe7037ed1a0b428db)) * 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(mixed ^ (mixed >> 29));
}

WorldDealer::WorldDealer(const std::vector<int>& may, const std::array<int, most_places>& room)
    : room_(room) {
    int cards = 0;
    for (std::size_t card = 0; card < may.size(); ++card) {
        if (may[card] == 0) continue;
        ++cards;
        const auto same = [&](const Stage& stage) { return stage.may == may[card]; };
        auto found = std::find_if(stages_.begin(), stages_.end(), same);
        if (found == stages_.end()) {
            found = stages_.insert(stages_.end(), Stage{});
            found->may = may[card];
        }
        found->cards.push_back(static_cast<Card>(card));
    }
    int places = 0;
    for (const int there : room) places += there;
    if (places != cards) throw NoWorld();
    if (stages_.empty()) return;
    // The most bound cards first: the later ones leave fewer pools.
    std::stable_sort(stages_.begin(), stages_.end(), [](const Stage& one, const Stage& two) {
        return __builtin_popcount(static_cast<unsigned>(one.may)) <
               __builtin_popcount(static_cast<unsigned>(two.may));
    });
    make_pools();
    std::uint64_t pooled = 0;
    for (std::size_t pool = 0; pool < stages_.front().pools.size(); ++pool) {
        for (const std::size_t place : stages_.front().pools[pool]) {
            pooled += room_for(room[place], pool);
        }
    }
    start_ = begin(0, pooled);
    if (ways(start_) <= 0.0) throw NoWorld();
}

// From the last stage to the first: a place belongs to the pool of those with the same future.
void WorldDealer::make_pools() {
    std::array<std::size_t, most_places> next{};  // the pool of each place in the next stage
    for (std::size_t number = stages_.size(); number-- > 0;) {
        Stage& stage = stages_[number];
        std::array<std::size_t, most_places> own{};
        std::vector<std::pair<bool, std::size_t>> futures;
        for (std::size_t place = 0; place < most_places; ++place) {
            const std::pair future{((stage.may >> place) & 1) != 0, next[place]};
            const auto found = std::find(futures.begin(), futures.end(), future);
            own[place] = static_cast<std::size_t>(found - futures.begin());
            if (found == futures.end()) {
                futures.push_back(future);
                stage.pools.emplace_back();
                stage.merged.push_back(next[place]);
                if (future.first) stage.open.push_back(own[place]);
            }
            stage.pools[own[place]].push_back(place);
        }
        next = own;
    }
}

WorldDealer::Stand WorldDealer::begin(std::size_t stage, std::uint64_t room) const {
    const std::size_t left = stage < stages_.size() ? stages_[stage].cards.size() : 0;
    return {static_cast<std::uint32_t>(stage), 0, static_cast<std::uint16_t>(left), room};
}

WorldDealer::Stand WorldDealer::after(const Stand& at, int taken) const {
    const Stage& stage = stages_[at.stage];
    Stand next = at;
    next.left = static_cast<std::uint16_t>(at.left - taken);
    next.room -= room_for(taken, stage.open[at.pool]);
    if (!is_last(at)) {
        ++next.pool;
        return next;
    }
    std::uint64_t room = 0;
    for (std::size_t pool = 0; pool < stage.pools.size(); ++pool) {
        room += room_for(room_at(next.room, pool), stage.merged[pool]);
    }
    return begin(at.stage + std::size_t{1}, room);
}

int WorldDealer::most(const Stand& at) const {
    return std::min(int{at.left}, room_at(at.room, stages_[at.stage].open[at.pool]));
}

bool WorldDealer::is_last(const Stand& at) const {
    return at.pool + std::size_t{1} == stages_[at.stage].open.size();
}

double WorldDealer::ways_if(const Stand& at, int taken) {
    const int slots = room_at(at.room, stages_[at.stage].open[at.pool]);
    return layings(at.left, taken, slots) * ways(after(at, taken));
}

double WorldDealer::ways(const Stand& at) {
    if (at.stage == stages_.size()) return at.room == 0 ? 1.0 : 0.0;
    if (const auto found = known_.find(at); found != known_.end()) return found->second;
    if (known_.size() >= most_stands) throw std::length_error("too many ways to deal the cards");
    double sum = 0.0;
    for (int taken = is_last(at) ? at.left : 0; taken <= most(at); ++taken) sum += ways_if(at, taken);
    known_.emplace(at, sum);
    return sum;
}

// How many cards go to the pool at hand.
int WorldDealer::drawn(const Stand& at, Chance& chance) {
    if (is_last(at)) return at.left;
    double left = ways(at) * (chance.word() / 4294967296.0);
    int found = 0;
    for (int taken = 0; taken <= most(at); ++taken) {
        const double here = ways_if(at, taken);
        if (here <= 0.0) continue;
        found = taken;  // rounding may leave something over after the last of them
        left -= here;
        if (left < 0.0) break;
    }
    return found;
}

void WorldDealer::deal(Chance& chance, std::uint8_t* places) {
    std::array<int, most_places> room = room_;
    std::array<Card, 128> cards{};
    Stand at = start_;
    while (at.stage < stages_.size()) {
        const Stage& stage = stages_[at.stage];
        if (at.pool == 0) std::copy(stage.cards.begin(), stage.cards.end(), cards.begin());
        const int taken = drawn(at, chance);
        int left = at.left;
        int slots = room_at(at.room, stage.open[at.pool]);
        for (int more = taken; more > 0; --more) {
            int slot = chance.below(slots--);
            std::size_t place = 0;
            for (const std::size_t one : stage.pools[stage.open[at.pool]]) {
                place = one;
                if (slot < room[one]) break;
                slot -= room[one];
            }
            --room[place];
            const auto card = static_cast<std::size_t>(chance.below(left));
            places[cards[card]] = static_cast<std::uint8_t>(place);
            cards[card] = cards[static_cast<std::size_t>(--left)];
        }
        at = after(at, taken);
    }
}

}  // namespace spadille
