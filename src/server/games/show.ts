/**
 * What a role may see of a game: a seat its own view, a watcher only what every seat sees.
 *
 * All of it is made from `domain.view`. The seed, the source of the scenario and who the agents are would give secrets away
 * while a game is played, so they appear only in the transcript, which is shown when it is over to those who sat at the table.
 */
import { type Result, type Seat, stateAfter, stepsOf, type View } from '../../core/index.ts';
import type { Table } from './tables.ts';

export interface Shown {
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
  } | null;
}

interface ShownResult {
  readonly kind: string;
  readonly turn: number;
  readonly by: Seat | null;
  readonly deal: unknown;
  /** What a game without a deal came to. */
  readonly conclusion: unknown;
}

export function showGame(table: Table, seat: Seat | undefined): Shown {
  const { stored, domain, scenario, players, live, episode } = table;
  const seats = domain.seats(scenario);
  const state = stateAfter(domain, scenario, stepsOf(table));
  const views = seats.map((one) => domain.view(state, one));
  const first = views[0] as View;
  const own = seat === undefined ? undefined : views[seats.indexOf(seat)];
  const { mine = null, theirs = null, ...more } = beyond(own);
  const playing = live !== undefined && episode === undefined;
  const sealed = Object.keys(table.sealed);
  const toAct = playing ? domain.toAct(state).filter((one) => !sealed.includes(one)) : [];
  const asked = seat !== undefined && playing ? live.asked(seat) : undefined;
  return {
    id: stored.id,
    task: stored.request.task,
    domain: stored.domain,
    status: episode ? 'over' : stored.status,
    created: stored.created,
    listed: stored.listed,
    turn: first.turn,
    turnLimit: first.turnLimit,
    toAct,
    seats: players.map(({ seat: one, spec, name, token }) => ({
      seat: one,
      kind: spec !== 'remote' ? 'agent' : token === null ? 'open' : 'remote',
      name,
    })),
    facts: first.public ?? {},
    history: own?.history ?? seenByAll(views),
    result: episode ? showResult(episode.result) : null,
    you:
      own && seat !== undefined
        ? {
            seat,
            own: own.own ?? {},
            mine,
            theirs,
            more,
            yourTurn: asked !== undefined,
            attemptsLeft: asked?.attemptsLeft ?? null,
            utility: episode ? utilityOf(episode.result, seat) : null,
          }
        : null,
  };
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
