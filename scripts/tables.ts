/** Tables that the teacher "tuned" is searched and judged at: a scenario, a seat, and who sits across. */
import { resolvePlayer } from '../src/agents/index.ts';
import {
  aside,
  createRng,
  type PriceAct,
  type PriceScenario,
  type PriceScript,
  price,
  SUITE,
  samplers,
  sampleTerms,
  termsCell,
} from '../src/core/index.ts';
import { drawOpponent } from '../src/lab/search/lessons/population.ts';
import { drawStranger } from '../src/lab/search/lessons/strangers.ts';

export interface Table {
  readonly scenario: PriceScenario;
  readonly seat: 'buyer' | 'seller';
  readonly them: PriceScript;
  readonly seed: number;
}

export const script = (spec: string) => resolvePlayer(spec, price).agent as unknown as PriceScript;

/** What the seat earns, no deal as zero. */
export function earned(us: PriceScript, { scenario, seat, them, seed }: Table): number {
  let state = price.start(scenario);
  while (!state.outcome) {
    const turn = price.toAct(state)[0] as string;
    const view = price.view(state, turn);
    const player = turn === seat ? us : them;
    const act = player.act(view, aside(createRng(seed).split(turn).split(state.turn))) as PriceAct;
    if (price.check(view, act) !== undefined) {
      if (player === us) throw new Error(`${us.name} made an illegal act: ${price.check(view, act)}`);
      return 0;
    }
    state = price.apply(state, [{ turn: state.turn, seat: turn, act }]);
  }
  return state.outcome.kind === 'agreement' ? price.utility(scenario, seat, state.outcome) : 0;
}

/** A table of TERMS-Bench outside its suite. */
export function termsTable(seed: number): Table {
  const at = SUITE + seed;
  return {
    scenario: sampleTerms(at),
    seat: termsCell(at).agent,
    them: script('terms:counterpart'),
    seed,
  };
}

/** As `tuned` was searched for: `share` of the opponents are strangers, most zones wide or narrow. */
export function drawTable(seed: number, share: number): Table {
  const rng = createRng(seed).split('tuning');
  const stranger = rng.float() < share;
  return {
    scenario: samplers.general(
      seed,
      rng.float() < 0.6 ? { zone: rng.pick(['wide', 'wide', 'narrow']) } : {},
    ) as PriceScenario,
    seat: rng.pick(['buyer', 'seller']),
    them: stranger ? drawStranger(rng.split('them')) : script(drawOpponent(rng.split('them'))),
    seed,
  };
}
