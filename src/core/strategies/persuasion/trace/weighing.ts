/**
 * What each argument would lead to, by a belief about the mind: the ceiling of trace.
 *
 * Minds are drawn as the sampler draws them, scaled to the belief that all know at the start, each with every susceptibility; those that
 * would have reported otherwise lose weight. An argument is worth the last belief to be expected when the best case known is made after it:
 * argument by argument the one that moves most. What it will show of the susceptibility is counted, what later ones will is not.
 */
import {
  type Appeal,
  appeals,
  beliefAfter,
  beliefOf,
  forceOf,
  moved,
  type Susceptibility,
  startingAt,
  susceptibilities,
} from '../../../domains/persuasion/trace/network.ts';
import { drawTable } from '../../../domains/persuasion/trace/samplers.ts';
import {
  claimIn,
  type TraceAct,
  type TracePersuader,
  type TraceView,
} from '../../../domains/persuasion/trace/trace.ts';
import { exp } from '../../../math.ts';
import { createRng } from '../../../rng.ts';
import { type Point, pointsFor } from './arguing.ts';

export interface TraceProspect {
  readonly act: TraceAct;
  /** The persuader's score to be expected. */
  readonly success: number;
}

/** A mind as it may be by now. */
interface Draw {
  readonly susceptibility: Susceptibility;
  readonly joint: readonly number[];
  /** Of one, all draws together. */
  readonly chance: number;
}

const DRAWS = 16;
/** Of 100: how far a report may be from what a draw would have reported, since the draws are few. */
const NEAR = 1;
/** A draw that is so much less likely than the likeliest is left out. */
const NEGLIGIBLE = 1e-4;

export interface TraceWeighing {
  readonly susceptibility: Readonly<Record<Susceptibility, number>>;
  /** The best first; of equals, what is about the proposition and appeals to reasons. */
  readonly prospects: readonly TraceProspect[];
}

export function weighArguments(view: TraceView): TraceWeighing {
  const draws = mindsAt(view);
  const share = (kind: Susceptibility) =>
    draws.reduce((sum, { susceptibility, chance }) => sum + (susceptibility === kind ? chance : 0), 0);
  return {
    susceptibility: Object.fromEntries(
      susceptibilities.map((kind) => [kind, share(kind)]),
    ) as TraceWeighing['susceptibility'],
    prospects: prospects(view, draws),
  };
}

const messagesIn = ({ history }: TraceView) => history.flatMap(({ act }) => ('belief' in act ? [] : [act]));

function mindsAt(view: TraceView): Draw[] {
  const { start, beliefs, edges } = view.public;
  const stream = createRng(1).split('trace minds');
  const signs = beliefs.map((_, i) => edges.find(({ from, to }) => from === i + 1 && to === 0)?.positive ?? true);
  const minds = Array.from({ length: DRAWS }, (_, i) =>
    startingAt(drawTable(stream.split(i), signs), Math.min(0.999, Math.max(0.001, start / 100))),
  );
  const draws = minds.flatMap((joint) =>
    susceptibilities.map((susceptibility): Draw => listened(view, { joint, susceptibility, chance: 1 })),
  );
  const most = Math.max(...draws.map(({ chance }) => chance));
  // Where nobody comes near, as with a target of one's own, all are as likely as before.
  const likely = most > 0 ? draws.filter(({ chance }) => chance >= NEGLIGIBLE * most) : draws;
  const sum = likely.reduce((total, { chance }) => total + chance, 0);
  return likely.map((draw) => ({ ...draw, chance: sum > 0 ? draw.chance / sum : 1 / likely.length }));
}

/** The draw after all that was said, as likely as the reports make it. */
function listened({ history, public: { edges } }: TraceView, { joint, susceptibility }: Draw): Draw {
  const said: TraceAct[] = [];
  let [now, chance] = [joint, 1];
  for (const { act } of history) {
    if ('belief' in act) {
      const off = (act.belief - 100 * beliefOf(now, 0)) / NEAR;
      chance *= exp((-off * off) / 2);
      continue;
    }
    const claim = claimIn(act, edges, said, susceptibility);
    if (claim) now = moved(now, susceptibility, claim);
    said.push(act);
  }
  return { joint: now, susceptibility, chance };
}

function prospects(view: TraceView, draws: readonly Draw[]): TraceProspect[] {
  const { goal } = view.own as TracePersuader;
  const { edges } = view.public;
  const said = messagesIn(view);
  const left = view.turnLimit / 2 - said.length - 1;
  const points = pointsFor(view, goal);
  const scoreOf = (some: readonly Draw[]) =>
    some.reduce((sum, { joint, chance }) => sum + chance * beliefOf(joint, 0), 0);
  const heard = (some: readonly Draw[], act: TraceAct, before: readonly TraceAct[]): Draw[] =>
    some.map((draw) => {
      const claim = claimIn(act, edges, before, draw.susceptibility);
      return claim ? { ...draw, joint: moved(draw.joint, draw.susceptibility, claim) } : draw;
    });
  const scoreAfter = (some: readonly Draw[], act: TraceAct, before: readonly TraceAct[]) =>
    some.reduce((sum, { joint, susceptibility, chance }) => {
      const claim = claimIn(act, edges, before, susceptibility);
      return sum + chance * (claim ? beliefAfter(joint, susceptibility, claim) : beliefOf(joint, 0));
    }, 0);
  const better = (one: number, other: number) => (goal ? one > other + 1e-12 : one < other - 1e-12);
  /** The belief, times the chance of these draws, after the best case that can be made with so many messages. */
  const bestCase = (some: readonly Draw[], before: readonly TraceAct[], messages: number): number => {
    let [now, spoken] = [some, before];
    for (let i = 0; i < messages; i++) {
      let value = scoreOf(now);
      let chosen: TraceAct | undefined;
      for (const act of argumentsFor(points, appealsTo(now))) {
        const score = scoreAfter(now, act, spoken);
        if (better(score, value)) [value, chosen] = [score, act];
      }
      if (!chosen) break;
      [now, spoken] = [heard(now, chosen, spoken), [...spoken, chosen]];
    }
    return scoreOf(now);
  };
  return argumentsFor(points, appeals)
    .map((act): TraceProspect => {
      const after = heard(draws, act, said);
      // Who is moved by this appeal, by all or by others will be told apart by the report.
      const belief = [0, 0.6, 1].reduce((sum, force) => {
        const alike = after.filter(({ susceptibility }) => forceOf(susceptibility, act.appeal) === force);
        return sum + (alike.length > 0 ? bestCase(alike, [...said, act], left) : 0);
      }, 0);
      return { act, success: goal ? belief : 1 - belief };
    })
    .toSorted((one, other) => toNanos(other.success) - toNanos(one.success));
}

/** What differs by less is as good: sums in another order. */
const toNanos = (x: number) => Math.round(1e9 * x);

type Argument = TraceAct & { readonly type: 'argue' };

function argumentsFor(points: readonly Point[], by: readonly Appeal[]): Argument[] {
  return points.flatMap(({ about, holds }) => by.map((appeal): Argument => ({ type: 'argue', about, holds, appeal })));
}

/** Those that move one of these minds, and the first where all of them are alike. */
function appealsTo(draws: readonly Draw[]): readonly Appeal[] {
  const moving = appeals.filter((appeal) =>
    draws.some(
      ({ susceptibility, chance }) =>
        chance > 0 && susceptibility !== 'balanced' && forceOf(susceptibility, appeal) > 0,
    ),
  );
  return moving.length > 0 ? moving : appeals.slice(0, 1);
}
