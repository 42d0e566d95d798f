// The exact solver as a part of the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace spadille {

void bind_solver(nanobind::module_& m);

}  // namespace spadille
