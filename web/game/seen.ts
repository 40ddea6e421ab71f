/** A game of the engine in the form that pages know (game.ts), as a watcher or one seat sees it. */
import type { Domain, Episode, Scenario, Seat, Step, Task, View } from '../../src/core/index.ts';
import { roundsOf, stateAfter, stepsOf } from '../../src/core/rounds.ts';
import type { Game } from './game.ts';

/** A game up to one of its steps, as who watches it sees it. */
export function gameAt(
  episode: Episode,
  { name: task, domain: rules }: Pick<Task, 'name' | 'domain'>,
  steps: number,
): Game {
  const all = stepsOf(episode);
  const { domain, scenario, result } = episode;
  const over = steps >= all.length;
  const seats = rules
    .seats(scenario)
    .map((seat) => ({ seat, kind: 'agent' as const, name: episode.seats[seat]?.spec ?? null }));
  return seen({
    id: episode.id,
    task,
    rules,
    domain,
    scenario,
    seats,
    steps: all.slice(0, steps),
    result: over ? result : undefined,
  });
}

/** Where the clock of a watcher stops: after each round in which something was told, and at the end. */
export function stopsOf(episode: Episode, tells: (step: Step) => boolean): readonly number[] {
  const stops = [0];
  let steps = 0;
  const rounds = roundsOf(stepsOf(episode));
  for (const [i, round] of rounds.entries()) {
    steps += round.length;
    if (i === rounds.length - 1 || round.some(tells)) stops.push(steps);
  }
  return stops;
}

interface Laid {
  readonly id: string;
  readonly task: string;
  readonly rules: Domain;
  readonly domain: string;
  readonly scenario: Scenario;
  readonly seats: Game['seats'];
  readonly steps: readonly Step[];
  readonly result: Episode['result'] | undefined;
  /** The seat of who looks. */
  readonly seat?: Seat;
  readonly asked?: View | undefined;
}

export function seen({ id, task, rules, domain, scenario, seats, steps, result, seat, asked }: Laid): Game {
  const state = stateAfter(rules, scenario, steps);
  const first = rules.view(state, seats[0]?.seat as Seat);
  const own = seat === undefined ? undefined : rules.view(state, seat);
  const { mine = null, theirs = null, more } = beyond(own);
  return {
    id,
    task,
    domain,
    status: result ? 'over' : 'live',
    created: '',
    listed: false,
    ...UNSCORED,
    turn: first.turn,
    turnLimit: first.turnLimit,
    toAct: result ? [] : [...rules.toAct(state)],
    seats,
    facts: first.public,
    history: own?.history ?? taken(steps),
    result: result ? resultOf(result) : null,
    you:
      seat === undefined || !own
        ? null
        : {
            seat,
            own: own.own as Record<string, unknown>,
            mine: mine as Record<string, unknown> | null,
            theirs: theirs as Record<string, unknown> | null,
            more,
            yourTurn: asked !== undefined,
            attemptsLeft: null,
            utility: result && 'utility' in result ? (result.utility[seat] ?? null) : null,
            shares: false,
          },
  };
}

/** Where it was drawn and by whom does not matter in a tab: nobody scores it. */
const UNSCORED = { seedChosenBy: 'who opened the game', scored: false } as const;

function taken(steps: readonly Step[]): Game['history'] {
  return steps.filter((step) => 'act' in step);
}

function beyond(view: View | undefined): { mine?: unknown; theirs?: unknown; more: Record<string, unknown> } {
  if (!view) return { more: {} };
  const { domain: _d, seat: _s, turn: _t, turnLimit: _l, public: _p, own: _o, history: _h, ...rest } = view;
  const { mine, theirs, ...more } = rest as Record<string, unknown>;
  return { mine, theirs, more };
}

function resultOf(result: Episode['result']): NonNullable<Game['result']> {
  return {
    kind: result.kind,
    turn: result.turn,
    by: 'by' in result ? result.by : null,
    deal: result.kind === 'agreement' ? (result.deal as Record<string, unknown>) : null,
    conclusion: result.kind === 'concluded' ? (result.conclusion ?? null) : null,
    ...('reason' in result && { reason: result.reason }),
  };
}
