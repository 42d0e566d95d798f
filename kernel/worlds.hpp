// Worlds: who may hold the cards that a player does not see. Every way to deal them that fits what
// is known is as likely as every other.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "chance.hpp"
#include "rules.hpp"

namespace spadille {

inline constexpr int away = most_seats;         // the place of cards that are out of play
inline constexpr int most_places = most_seats + 1;

struct NoWorld : std::invalid_argument {
    NoWorld() : std::invalid_argument("no world fits: the cards cannot lie where they may") {}
};

// Counts the ways to deal cards to places, and draws one of them. Cards that may lie in the same
// places are of one kind; place by place it is drawn how many of a kind lie there.
class WorldDealer {
public:
    // `may`: for every card the places as bits, 0 for a card that is known; `room`: how many of
    // these cards lie in each place.
    WorldDealer(const std::vector<int>& may, const std::array<int, most_places>& room);

    // Writes the place of every card that is not known.
    void deal(Chance& chance, std::uint8_t* places);

private:
    struct Kind {
        int may = 0;
        std::vector<Card> cards;
    };
    struct Step {
        std::size_t kind;
        std::size_t place;
        bool last;  // of its kind: it takes what is left
    };
    struct Stand {
        std::size_t step = 0;
        int left = 0;  // of the kind at hand
        std::uint64_t room = 0;  // eight bits a place
        bool operator==(const Stand&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Stand& at) const {
            const std::uint64_t mixed = (at.room ^ (at.step << 57) ^
                                         (static_cast<std::uint64_t>(at.left) << 50)) *
                                        0x9e3779b97f4a7c15;
            return static_cast<std::size_t>(mixed ^ (mixed >> 29));
        }
    };

    static int room_at(std::uint64_t room, std::size_t place) {
        return static_cast<int>((room >> (8 * place)) & 255);
    }
    Stand after(const Stand& at, int taken) const;
    bool free(const Stand& at) const;
    void fill(const Stand& at, Chance& chance, std::uint8_t* places) const;
    double ways(const Stand& at);
    double ways_if(const Stand& at, int taken);

    std::vector<Kind> kinds_;
    std::vector<Step> steps_;
    Stand start_;
    std::unordered_map<Stand, double, Hash> known_;
};

}  // namespace spadille
