/**
 * How scripts argue in trace. Each is for the side of its goal; what it says of a belief follows from whether that speaks for or against
 * the proposition.
 *
 *   assert    says it again and again
 *   direct    argues about the proposition itself, with one appeal after the other
 *   varied    argues about the proposition, then about each belief and link, with one appeal
 *   adaptive  tries the appeals one by one and goes on with the one that moved most
 */
import { type Appeal, appeals } from '../../../domains/persuasion/trace/network.ts';
import {
  type TraceAct,
  type TracePersuader,
  type TraceView,
  traceOf,
} from '../../../domains/persuasion/trace/trace.ts';

export const manners = ['adaptive', 'varied', 'direct', 'assert'] as const;
export type Manner = (typeof manners)[number];

export function argues(view: TraceView, manner: Manner): TraceAct {
  const { goal } = view.own as TracePersuader;
  const messages = view.history.flatMap(({ act }) => ('belief' in act ? [] : [act]));
  const place = messages.length;
  const points = pointsFor(view, goal);
  const at = (i: number, appeal: Appeal): TraceAct => {
    const { about, holds } = points[i % points.length] as Point;
    return { type: 'argue', about, holds, appeal };
  };
  switch (manner) {
    case 'assert':
      return { type: 'assert', holds: goal };
    case 'direct':
      return at(0, appeals[place % appeals.length] as Appeal);
    case 'varied':
      return at(place, 'logos');
    case 'adaptive':
      return place < appeals.length
        ? at(0, appeals[place] as Appeal)
        : at(place - appeals.length + 1, mostMoving(view, messages, goal));
    default:
      return manner satisfies never;
  }
}

export interface Point {
  readonly about: readonly number[];
  readonly holds: boolean;
}

/** What can be argued for a goal: the proposition, that what speaks for it does and what speaks against it does not, and those beliefs. */
export function pointsFor({ public: { edges } }: TraceView, goal: boolean): Point[] {
  const bearing = edges.filter(({ to }) => to === 0);
  return [
    { about: [0], holds: goal },
    ...bearing.map(({ from, to, positive }) => ({ about: [from, to], holds: positive === goal })),
    ...bearing.map(({ from, positive }) => ({ about: [from], holds: positive === goal })),
  ];
}

function mostMoving(view: TraceView, messages: readonly TraceAct[], goal: boolean): Appeal {
  const beliefs = traceOf(view, view.history);
  const move = (i: number) => (goal ? 1 : -1) * ((beliefs[i + 1] ?? 0) - (beliefs[i] ?? 0));
  const tried = messages.flatMap((act, i) => (act.type === 'argue' ? [{ appeal: act.appeal, move: move(i) }] : []));
  return tried.reduce((best, one) => (one.move > best.move ? one : best), { appeal: 'logos' as Appeal, move: 0 })
    .appeal;
}

/** What the moves so far say of the susceptibility: an appeal that moved nothing rules out all but the others. */
export function susceptibilityChances(view: TraceView): Readonly<Record<string, number>> {
  const kinds = { logical: 'logos', authoritarian: 'ethos', emotional: 'pathos' } as const;
  const beliefs = traceOf(view, view.history);
  const messages = view.history.flatMap(({ act }) => ('belief' in act ? [] : [act]));
  const chances: Record<string, number> = { logical: 1, authoritarian: 1, emotional: 1, balanced: 1 };
  messages.forEach((act, i) => {
    if (act.type !== 'argue' || beliefs[i + 1] === undefined) return;
    const still = beliefs[i + 1] === beliefs[i];
    for (const [kind, appeal] of Object.entries(kinds)) if ((act.appeal === appeal) === still) chances[kind] = 0;
    if (still) chances.balanced = 0;
  });
  const sum = Object.values(chances).reduce((total, one) => total + one, 0);
  const even = Object.keys(chances).length;
  return Object.fromEntries(Object.entries(chances).map(([kind, one]) => [kind, sum > 0 ? one / sum : 1 / even]));
}
