// Worlds: who may hold the cards that a player does not see. Every way to deal them that fits what
// is known is as likely as every other.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "chance.hpp"

namespace spadille {

inline constexpr int away = most_seats;  // the place of cards that are out of play
inline constexpr int most_places = most_seats + 1;

struct NoWorld : std::invalid_argument {
    NoWorld() : std::invalid_argument("no world fits: the cards cannot lie where they may") {}
};

// Counts the ways to deal cards into places, and draws one of them.
//
// Cards that may lie in the same places are dealt together, in one stage. Places that are alike in
// this stage and all later ones are one pool: how many cards go to a pool is drawn by the number of
// ways, and where in the pool they lie is then a matter of chance alone.
class WorldDealer {
public:
    // `may`: for every card the places as bits, 0 for a card that is known; `room`: how many of
    // these cards lie in each place.
    WorldDealer(const std::vector<int>& may, const std::array<int, most_places>& room);

    // Writes the place of every card that is not known.
    void deal(Chance& chance, std::uint8_t* places);

private:
    struct Stage {
        int may = 0;
        std::vector<Card> cards;
        std::vector<std::vector<std::size_t>> pools;  // places by pool
        std::vector<std::size_t> open;                // the pools in which these cards may lie
        std::vector<std::size_t> merged;              // the pool of the next stage that each becomes
    };
    struct Stand {
        std::uint32_t stage = 0;
        std::uint16_t pool = 0;  // of the open ones
        std::uint16_t left = 0;  // cards of this stage
        std::uint64_t room = 0;  // eight bits a pool
        bool operator==(const Stand&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Stand& at) const;
    };

    void make_pools();
    Stand begin(std::size_t stage, std::uint64_t room) const;
    Stand after(const Stand& at, int taken) const;
    int most(const Stand& at) const;
    bool is_last(const Stand& at) const;
    double ways(const Stand& at);
    double ways_if(const Stand& at, int taken);
    int drawn(const Stand& at, Chance& chance);

    std::vector<Stage> stages_;
    std::array<int, most_places> room_{};
    Stand start_;
    std::unordered_map<Stand, double, Hash> known_;
};

}  // namespace spadille
