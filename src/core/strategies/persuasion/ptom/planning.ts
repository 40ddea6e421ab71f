/**
 * What each act would lead to, by search over the posterior: the ceiling of ptom.
 *
 * A recommendation is worth the chance that it is accepted and right. To stop asking is worth the best case that can still be made: facts
 * added one by one, each the one that raises the chance most, as long as one does and turns are left. A fact is worth that after it, a
 * question the mean of that over the answers, each with the draws that would give it. So it looks one question ahead, which is exact in what
 * it counts and blind to what the reactions to facts will tell.
 */
import { acceptance, hearFact, hearQuestion, type Mind } from '../../../domains/persuasion/ptom/mind.ts';
import {
  actsLeft,
  allowedActs,
  bandOf,
  EVERYTHING,
  type OptionName,
  type PersuaderAct,
  type PersuaderView,
  strengthOf,
} from '../../../domains/persuasion/ptom/ptom.ts';
import { told } from './listening.ts';
import { type Draw, topOr } from './posterior.ts';

export interface Prospect {
  readonly act: PersuaderAct;
  /** The chance of success when the best known case is made after it. */
  readonly success: number;
}

/** The best case for a few draws looks better than it is (the winner's curse): so much is taken off what a question promises. */
const DOUBT = 0.02;

/** Every act that is worth a thought, the best first; of equals, the shorter way to the end. */
export function prospects(view: PersuaderView, draws: readonly Draw[]): Prospect[] {
  const { own, history, public: table } = view;
  const options: readonly OptionName[] = own.objective === 'A' ? ['A'] : ['A', 'B'];
  const said = new Set(told(history).map(({ id }) => id));
  const open = own.facts.flatMap(({ id }, place) => (said.has(id) ? [] : [place]));
  const left = actsLeft(view) - 1;
  const minds = draws.map(({ mind }) => mind);
  const right = (draw: Draw, option: OptionName) => own.objective === 'A' || draw.fits === option;

  const chanceOf = (some: readonly number[], state: readonly Mind[], option: OptionName): number => {
    let sum = 0;
    for (const i of some) {
      const draw = draws[i] as Draw;
      if (right(draw, option)) sum += draw.chance * acceptance(state[i] as Mind, draw.temper, option);
    }
    return sum;
  };
  const scratch: Mind = { a: 0, b: 0, trust: 0, questions: 0 };
  const chanceAfter = (some: readonly number[], state: readonly Mind[], option: OptionName, place: number): number => {
    const favours = own.facts[place]?.favours as OptionName;
    let sum = 0;
    for (const i of some) {
      const draw = draws[i] as Draw;
      if (!right(draw, option)) continue;
      const mind = state[i] as Mind;
      scratch.a = mind.a;
      scratch.b = mind.b;
      scratch.trust = mind.trust;
      hearFact(scratch, favours, draw.cares[place] as number, draw.known[place] as boolean);
      sum += draw.chance * acceptance(scratch, draw.temper, option);
    }
    return sum;
  };
  const tell = (some: readonly number[], state: readonly Mind[], place: number): Mind[] => {
    const after = state.slice();
    for (const i of some) {
      const draw = draws[i] as Draw;
      const { a, b, trust, questions } = state[i] as Mind;
      const mind = { a, b, trust, questions };
      hearFact(
        mind,
        own.facts[place]?.favours as OptionName,
        draw.cares[place] as number,
        draw.known[place] as boolean,
      );
      after[i] = mind;
    }
    return after;
  };
  /** The best case that can be made with so many acts before the recommendation. */
  const best = (some: readonly number[], state: readonly Mind[], facts: readonly number[], acts: number): number =>
    Math.max(
      ...options.map((option) => {
        let now = state;
        let rest = facts.filter((place) => own.facts[place]?.favours === option);
        let value = chanceOf(some, now, option);
        for (let step = 0; step < acts && rest.length > 0; step++) {
          const values = rest.map((place) => chanceAfter(some, now, option, place));
          const highest = Math.max(...values);
          if (highest <= value) break;
          const place = rest[values.indexOf(highest)] as number;
          now = tell(some, now, place);
          rest = rest.filter((one) => one !== place);
          value = highest;
        }
        return value;
      }),
    );

  const all = draws.map((_, i) => i);
  const found: Prospect[] = options.map((option) => ({
    act: { type: 'recommend', option },
    success: chanceOf(all, minds, option),
  }));
  if (!allowedActs(view).includes('ask')) return sorted(found);
  for (const place of open) {
    const fact = own.facts[place] as PersuaderView['own']['facts'][number];
    if (!options.includes(fact.favours as OptionName)) continue;
    const rest = open.filter((one) => one !== place);
    found.push({ act: { type: 'disclose', fact }, success: best(all, tell(all, minds, place), rest, left - 1) });
  }
  const asked = new Set(history.flatMap(({ act }) => (act.type === 'ask' ? [act.about] : [])));
  for (const about of [EVERYTHING, ...table.dimensions]) {
    if (
      asked.has(about) ||
      Object.hasOwn(own.revealed, about) ||
      Object.keys(own.revealed).length === table.dimensions.length
    )
      continue;
    const after = minds.map((mind, i) => {
      const next = { ...mind };
      hearQuestion(next, (draws[i] as Draw).temper, false);
      return next;
    });
    const answers = new Map<string, number[]>();
    draws.forEach(({ strengths }, i) => {
      const dimension = topOr(about, strengths, table.dimensions);
      const answer = `${dimension} ${bandOf(strengthOf(strengths, dimension))}`;
      const some = answers.get(answer);
      if (some) some.push(i);
      else answers.set(answer, [i]);
    });
    const success = [...answers.values()].reduce((sum, some) => sum + best(some, after, open, left - 1), 0) - DOUBT;
    found.push({ act: { type: 'ask', about }, success: Math.max(0, success) });
  }
  return sorted(found);
}

function sorted(found: readonly Prospect[]): Prospect[] {
  return found.toSorted((one, other) => other.success - one.success);
}
