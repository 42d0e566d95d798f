// What the play-out policy is told about a deal. It knows nothing of points: whoever asks for
// play-outs works these out from the scoring.
#pragma once

#include <array>
#include <cstdint>

#include "cards.hpp"

namespace spadille {

// What happens to tricks beyond those that a side wants.
enum class Extra : std::int8_t { shunned = -1, taken = 1 };

template <class Set>
struct SideGoal {
    std::uint8_t low = 0;   // tricks wanted in any case
    std::uint8_t high = 0;  // tricks wanted if they come; beyond them:
    Extra extra = Extra::taken;
    std::int8_t hunted = -1;  // the others keep hunting while it can lose so many tricks, not more
    Set wanted = 0;           // cards to catch
    Set shunned = 0;          // cards not to catch
};

template <class Set>
struct Goals {
    std::array<SideGoal<Set>, most_seats> sides{};
    std::uint8_t nils = 0;      // seats that want no trick, as bits
    std::uint8_t attacked = 0;  // those of them whom opponents try to give one
    std::uint8_t idle = 0;      // seats whose tricks do not count for their side
    std::uint8_t noise = 0;     // of 256 plays, so many are random
};

}  // namespace spadille
