/** The view of a seat of an arena after some rounds, for tests: three buyers with 100 each, a seller who takes 30 and hopes for 90. */
import {
  type ArenaAct,
  type ArenaScenario,
  type ArenaView,
  arena,
  arenaScenario,
  type Seat,
} from '../../core/index.ts';

export function arenaView(
  seat: Seat,
  rounds: readonly (readonly ArenaAct[])[],
  facts: Partial<ArenaScenario['public']> = {},
): ArenaView {
  const drawn = arenaScenario('marketplace_arena', { seed: 1 });
  const secrets = Object.keys(drawn.private).map((one) => [
    one,
    one === 'seller' ? { reservation: 30, target: 90 } : { reservation: 100, target: 40 },
  ]);
  const scenario: ArenaScenario = {
    ...drawn,
    public: { ...drawn.public, range: { low: 1, high: 1000 }, turnLimit: 20, ...facts },
    private: Object.fromEntries(secrets),
  };
  let state = arena.start(scenario);
  for (const acts of rounds) {
    const seats = arena.toAct(state);
    if (seats.length !== acts.length) throw new RangeError(`${seats.length} seats are to act, got ${acts.length} acts`);
    const taken = acts.map((act, i) => ({ turn: state.turn, seat: seats[i] as Seat, act }));
    for (const one of taken) {
      const problem = arena.check(arena.view(state, one.seat), one.act);
      if (problem) throw new RangeError(problem);
    }
    state = arena.apply(state, taken);
  }
  return arena.view(state, seat);
}
