// Random numbers: a stream is a function of its keys alone (wyrand's step, splitmix's mixing), so
// that a result depends on the seed and never on which thread worked it out.
#pragma once

#include <cstdint>

#include "cards.hpp"

namespace spadille {

class Chance {
public:
    constexpr explicit Chance(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t part = 0)
        : state_(mix(mix(mix(seed) + stream) + part)) {}

    constexpr std::uint32_t word() {
        state_ += 0xa0761d6478bd642f;
        const Wide product = Wide{state_} * (state_ ^ 0xe7037ed1a0b428db);
        return static_cast<std::uint32_t>(high_half(product) ^ low_half(product));
    }

    // A number from 0 to n - 1; its bias, below n / 2^32, is of no account here.
    constexpr int below(int n) {
        return static_cast<int>((std::uint64_t{word()} * static_cast<std::uint64_t>(n)) >> 32);
    }

private:
    static constexpr std::uint64_t mix(std::uint64_t x) {
        x += 0x9e3779b97f4a7c15;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    std::uint64_t state_;
};

}  // namespace spadille
