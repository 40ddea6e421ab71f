/**
 * Games that the tab plays by itself, with the very engine of the server: two scripts to watch, or a person against one.
 *
 * A game is a pure function of what was asked for, so what is kept of a person's game is what was asked and the steps so far.
 */
import { believing } from '../../src/agents/believing.ts';
import { resolvePlayer } from '../../src/agents/spec.ts';
import { readAct } from '../../src/agents/speech/acts.ts';
import { findSpeech } from '../../src/agents/speech/index.ts';
import {
  type Act,
  type Agent,
  type Domain,
  type DomainKit,
  type Episode,
  type Event,
  findKit,
  findTask,
  type Player,
  playEpisode,
  type Script,
  type Seat,
  type Step,
  stepsOf,
  type Task,
  type TaskOptions,
  type View,
} from '../../src/core/index.ts';
import { worded } from '../agents/worded.ts';
import type { Refused, Sitting } from './game.ts';
import { seen } from './seen.ts';

export interface Seating extends TaskOptions {
  readonly task: string;
  readonly seed: number;
  readonly seats: Readonly<Record<Seat, string>>;
}

/** A finished game between scripts. What cannot be played is a SpecError or a RangeError in a sentence. */
export function playInTab(seating: Seating): Episode {
  const { domain, scenario, source, seed, players } = laid(seating);
  return playEpisode({ domain, scenario, source, seed, players });
}

function laid({ task: name, seed, seats, ...options }: Seating) {
  const task = taskOf(name);
  const drawn = task.scenario(seed, options);
  const players: Record<Seat, Player<Script>> = {};
  for (const seat of task.domain.seats(drawn.scenario))
    players[seat] = stating(resolvePlayer(seats[seat] ?? opponentOf(task, seat), task.domain), task.domain);
  return { task, domain: task.domain, ...drawn, players };
}

export function taskOf(name: string): Task {
  const task = findTask(name);
  if (!task) throw new RangeError(`there is no task "${name}"`);
  return task;
}

/** Whoever holds beliefs says so in private; it plays as it would without. */
function stating(player: Player<Script>, domain: Domain): Player<Script> {
  return player.agent.answer && findKit(domain.name)?.questions ? believing(player, player.spec, domain) : player;
}

/** Whether who sits there can be asked what it believes: models can, and scripts that keep a picture of the other side. */
export function believes(spec: string, domain: string): boolean {
  const kit = findKit(domain);
  if (!kit?.questions) return false;
  if (/^llm:/.test(spec) || /^sauda\b.*\bsteering=bayesian\b/.test(spec)) return true;
  try {
    return resolvePlayer(spec, kit.rules).agent.answer !== undefined;
  } catch {
    return false;
  }
}

/** The seats of a game, which may be those of its scenario. */
export function seatsOf(name: string, seed: number, options: TaskOptions = {}): readonly Seat[] {
  const task = findTask(name);
  return task ? task.domain.seats(task.scenario(seed, options).scenario) : [];
}

/** Who sits there when nobody is named: the task's own agent across, the adviser of the domain on one's own side. */
export function defaultSpec(name: string, seat: Seat, index: number): string {
  const task = findTask(name) as Task;
  if (index > 0) return opponentOf(task, seat);
  const { control } = findKit(task.domain.name) as DomainKit;
  return findSpeech(task.domain.name)?.templates ? worded(control) : control;
}

function opponentOf({ opponent, opponents }: Task, seat: Seat): string {
  return opponents?.[seat] ?? opponent;
}

/** The steps of a game before somebody takes a seat in it. */
export function stepsTo(episode: Episode, count: number): readonly Step[] {
  return stepsOf(episode).slice(0, count);
}

export interface Seated extends Seating {
  /** What tells this game from others. */
  readonly id: string;
  /** Who sits at the screen; its spec in `seats` counts for nothing. */
  readonly you: Seat;
  readonly opening: readonly Step[];
}

/** Sits a person down. `onChange` hears of every change; the steps so far are in `steps()`, to go on with after a reload. */
export function sitInTab(seated: Seated, onChange: () => void) {
  const { id, you, opening, ...seating } = seated;
  const { domain, scenario, source, seed, players } = laid({
    ...seating,
    seats: { ...seating.seats, [you]: 'random' },
  });
  const events: Event[] = [];
  let question: { view: View; answer: (act: Act) => void } | undefined;
  let refused: Refused | undefined;
  let episode: Episode | undefined;
  const told = new Set<() => void>();
  const changed = () => {
    onChange();
    for (const one of told) one();
    told.clear();
  };
  const person: Agent = {
    name: 'human',
    act: (view, context) =>
      new Promise((answer) => {
        refused = context.refused === undefined ? undefined : { reason: context.refused };
        question = { view, answer };
        changed();
      }),
  };
  const seats = domain.seats(scenario).map((seat) => ({
    seat,
    kind: seat === you ? ('remote' as const) : ('agent' as const),
    name: seat === you ? null : (players[seat]?.spec ?? null),
  }));
  const onEvent = (event: Event) => {
    events.push(event);
    onChange();
  };
  const played = playEpisode({
    domain,
    scenario,
    source,
    seed,
    session: 'tab',
    opening,
    onEvent,
    players: { ...players, [you]: { spec: 'human', fingerprint: 'human', agent: person } },
  });
  let broken: Error | undefined;
  void Promise.resolve(played).then(
    (one) => {
      episode = one;
      question = undefined;
      changed();
    },
    (error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error));
      changed();
    },
  );
  const steps = () => stepsOf({ events });
  return {
    steps,
    look(): Omit<Sitting, 'act'> {
      // Rules or agents that break are told by the page, not waited for.
      if (broken) throw broken;
      const laidOut = { id, task: seating.task, rules: domain, domain: domain.name, scenario, seats };
      const game = seen({ ...laidOut, steps: steps(), result: episode?.result, seat: you, asked: question?.view });
      return { game, cards: episode && { scenario, events: episode.events, seats: episode.seats } };
    },
    async act(given: Act): Promise<Refused | undefined> {
      const asked = question;
      if (!asked) return undefined;
      const read = readAct(given, asked.view, domain);
      // The rules are asked before the loop, which would count a slip of the finger as an attempt.
      if ('problem' in read) return { reason: read.problem };
      question = undefined;
      const next = new Promise<void>((resolve) => told.add(resolve));
      asked.answer(read.act);
      await next;
      return refused;
    },
    episode: () => episode,
  };
}
