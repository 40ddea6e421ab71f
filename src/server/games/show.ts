/**
 * What a role may see of a game: a seat its own view, a watcher only what every seat sees.
 *
 * All of it is made from `domain.view`. The seed (not that somebody chose it), the source of the scenario and who the agents are would give secrets away
 * while a game is played, so they appear only in the transcript, which is shown when it is over to those who sat at the table.
 */
import { type Domain, type Result, type Seat, stateAfter, stepsOf, type View } from '../../core/index.ts';
import { ApiError } from '../routes.ts';
import { taskTold, toldOf } from '../told.ts';
import { type Fairness, fairnessOf } from './fairness.ts';
import { type Breakdown, rulesBroke } from './rules-broke.ts';
import type { Table } from './table.ts';

export interface Shown extends Fairness {
  readonly id: string;
  readonly task: string;
  readonly domain: string;
  readonly status: string;
  readonly created: string;
  readonly listed: boolean;
  readonly turn: number;
  readonly turnLimit: number;
  readonly toAct: readonly Seat[];
  readonly seats: readonly {
    readonly seat: Seat;
    readonly kind: 'remote' | 'open' | 'agent';
    readonly name: string | null;
  }[];
  readonly facts: unknown;
  readonly history: View['history'];
  readonly result: ShownResult | null;
  /** The view of the caller's own seat. */
  readonly you: {
    readonly seat: Seat;
    readonly own: unknown;
    readonly mine: unknown;
    readonly theirs: unknown;
    /** What else this seat sees: in an arena the other buyers, and what they signalled. */
    readonly more: unknown;
    readonly yourTurn: boolean;
    readonly attemptsLeft: number | null;
    readonly utility: number | null;
    /** Whether this seat lets everybody read the game once it is over. */
    readonly shares: boolean;
  } | null;
}

interface ShownResult {
  readonly kind: string;
  readonly turn: number;
  readonly by: Seat | null;
  readonly deal: unknown;
  /** What a game without a deal came to. */
  readonly conclusion: unknown;
  /** Why, where the rules broke. */
  readonly reason?: string;
}

export function showGame(table: Table, seat: Seat | undefined): Shown {
  const { stored, players, live, episode } = table;
  const { seats, views, waited } = look(table);
  const breakdown = breakdownOf(table);
  const first = views[0] as View;
  const own = seat === undefined ? undefined : views[seats.indexOf(seat)];
  const { mine = null, theirs = null, ...more } = beyond(own);
  const playing = live !== undefined && episode === undefined && breakdown === undefined;
  // In a match nobody is told before the end whether a person or an agent sits across.
  const blind = stored.request.match === true && playing;
  const sealed = Object.keys(table.sealed);
  const toAct = playing ? waited.filter((one) => !sealed.includes(one)) : [];
  const question = seat !== undefined && playing ? live.asked(seat) : undefined;
  // The loop may be ahead of what is stored, and nobody is told that.
  const asked = question?.view.turn === own?.turn ? question : undefined;
  return {
    id: stored.id,
    task: episode ? stored.request.task : taskTold(stored.request.task, seat),
    domain: stored.domain,
    status: episode ? 'over' : (breakdown?.kind ?? stored.status),
    created: stored.created,
    listed: stored.listed,
    ...fairnessOf(stored.request),
    turn: first.turn,
    turnLimit: first.turnLimit,
    toAct,
    seats: players.map(({ seat: one, spec, name, token }) => ({
      seat: one,
      kind: spec === 'remote' ? (token === null ? 'open' : 'remote') : blind ? 'remote' : 'agent',
      name,
    })),
    facts: first.public ?? {},
    history: own?.history ?? seenByAll(views),
    result: episode ? showResult(episode.result) : breakdown ? showBreakdown(breakdown) : null,
    you:
      own && seat !== undefined
        ? {
            seat,
            own: toldOf(stored.domain, own.own),
            mine,
            theirs,
            more,
            yourTurn: asked !== undefined,
            attemptsLeft: asked?.attemptsLeft ?? null,
            utility: episode ? utilityOf(episode.result, seat) : null,
            shares: players.find((one) => one.seat === seat)?.shares ?? false,
          }
        : null,
  };
}

/** What the rules show now. Rules that throw end the game, of which nothing is shown then but how it ended. */
function look(table: Table): { seats: readonly Seat[]; views: readonly View[]; waited: readonly Seat[] } {
  const { domain, scenario, live, episode } = table;
  try {
    const seats = domain.seats(scenario);
    const state = stateAfter(domain, scenario, stepsOf(table));
    const playing = live && !episode && !breakdownOf(table);
    const views = seats.map((one) => domain.view(state, one) as View | undefined);
    const blind = seats.find((_, i) => !Array.isArray(views[i]?.history));
    if (blind !== undefined) throw new TypeError(`view() gave ${blind} no view with a history`);
    return { seats, views: views as View[], waited: playing ? domain.toAct(state) : [] };
  } catch (error) {
    if (!episode) live?.fail(error);
    const { turn } = breakdownOf(table) ?? {};
    if (turn === undefined) throw new ApiError(409, 'changed', rulesBroke(domain, error).message);
    const seats = table.players.map(({ seat }) => seat);
    return { seats, views: seats.map((seat) => blank(domain, seat, turn)), waited: [] };
  }
}

function blank({ name: domain }: Domain, seat: Seat, turn: number): View {
  return { domain, seat, turn, turnLimit: turn, public: {}, own: {}, history: [] };
}

function breakdownOf({ breakdown, live }: Table): Breakdown | undefined {
  return breakdown ?? live?.breakdown;
}

function showBreakdown({ kind, turn, reason }: Breakdown): ShownResult {
  return { kind, turn, by: null, deal: null, conclusion: null, reason };
}

/** What a view holds beyond the fields of every view. */
function beyond(view: View | undefined): Record<string, unknown> {
  if (!view) return {};
  const { domain: _d, seat: _s, turn: _t, turnLimit: _l, public: _p, own: _o, history: _h, ...more } = view;
  return more;
}

/** How it ended, without what it was worth to anybody. */
function showResult(result: Result): ShownResult {
  return {
    kind: result.kind,
    turn: result.turn,
    by: 'by' in result ? result.by : null,
    deal: result.kind === 'agreement' ? result.deal : null,
    conclusion: result.kind === 'concluded' ? (result.conclusion ?? null) : null,
  };
}

export function utilityOf(result: Result, seat: Seat): number | null {
  return result.kind === 'failed' ? null : (result.utility[seat] ?? null);
}

/** The acts that stand in the history of every seat. */
function seenByAll(views: readonly View[]): View['history'] {
  const [first, ...others] = views;
  return (first as View).history.filter(({ turn, seat }) =>
    others.every(({ history }) => history.some((one) => one.turn === turn && one.seat === seat)),
  );
}
