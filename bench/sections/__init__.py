"""The sections of the measurements, each a module: its docstring says what `measure` compares."""

from sections import deals, play_outs, solver_payoffs, solver_tricks

SECTIONS = {
    module.__name__.rpartition(".")[2]: module
    for module in (deals, play_outs, solver_tricks, solver_payoffs)
}
