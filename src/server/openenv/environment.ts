/**
 * One OpenEnv environment: an episode at a time with the client in one seat and any agent in the others.
 *
 * `reset` takes task, seat, opponent, seed, split and index; `step` takes an act. An observation is made from the view of the
 * client's own seat and nothing else. The reward is the utility when the game ends and 0 before. An act that fits the schema
 * and not the rules is a step too: the observation says why it was refused, and the third refusal of a turn forfeits, as for
 * every agent. Nothing here has a clock or a random id, so one seed gives one episode, byte for byte.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Act, Domain, Seat, View } from '../../core/index.ts';
import { type Chosen, ScenarioError } from '../../lab/scenarios.ts';
import { actSchemaOf, completeAct } from '../acts.ts';
import { type GameRequest, LiveGame } from '../games/live-game.ts';
import type { Players } from '../players.ts';
import {
  countEntries,
  entryAt,
  findTask,
  isListing,
  type SplitName,
  seedOf,
  splits,
  type Task,
  tasks,
} from '../tasks.ts';
import type { Observation, Result, State } from './wire.ts';

const splitNames = Object.keys(splits) as [SplitName, ...SplitName[]];

/** What reset reads; other keys are let through unread, as OpenEnv has it. */
export const resetSchema = z.looseObject({
  seed: z.int().min(0).nullish(),
  episode_id: z.string().max(255).nullish(),
  task: z.enum(tasks.map((task) => task.name) as [string, ...string[]]).nullish(),
  seat: z.string().max(40).nullish(),
  opponent: z.string().max(300).nullish(),
  split: z.enum(splitNames).nullish(),
  index: z.int().min(0).nullish(),
  listing: z.string().max(100).refine(isListing, 'there is no listing of this name').nullish(),
  turn_limit: z.int().min(1).max(1000).nullish(),
  opens: z.string().max(40).nullish(),
});
export type ResetOptions = z.infer<typeof resetSchema>;

/** A reset or a step that cannot be done, in words for the client; `field` names what is wrong with a reset. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

interface Running {
  readonly task: Task;
  readonly seat: Seat;
  readonly game: LiveGame;
}

export class Environment {
  private running: Running | undefined;
  private episodeId: string | null = null;
  private steps = 0;
  private readonly players: Players;
  private readonly mayUseModels: boolean;

  constructor(players: Players, mayUseModels: boolean) {
    this.players = players;
    this.mayUseModels = mayUseModels;
  }

  /** The schema of an action here and now. */
  get actions(): z.ZodType<{ type: string }> {
    return actSchemaOf((this.running?.task ?? (tasks[0] as Task)).domain.name);
  }

  async reset(options: ResetOptions): Promise<Result> {
    const { task, seed } = chosen(options);
    const { scenario, source } = scenarioOf(task, seed, options);
    const seats = task.domain.seats(scenario);
    const seat = seatAmong(seats, options.seat ?? 'a');
    const players: Record<Seat, GameRequest['players'][Seat]> = {};
    for (const other of seats) {
      if (other !== seat) players[other] = await this.opponent(options.opponent ?? task.opponent, task.domain);
    }
    this.close();
    const game = new LiveGame({ domain: task.domain, scenario, source, seed, players });
    this.running = { task, seat, game };
    this.episodeId = options.episode_id ?? randomUUID();
    this.steps = 0;
    const waiting = game.next(seat);
    if (waiting) await waiting;
    return this.result();
  }

  async step(act: Act): Promise<Result> {
    const { running } = this;
    if (!running) throw new EnvironmentError('there is no episode yet: reset first');
    const { game, seat } = running;
    if (game.episode) throw new EnvironmentError('the episode is over: reset to begin another');
    const asked = game.asked(seat);
    if (!asked) throw new EnvironmentError(game.broken?.message ?? 'the last step has not been answered yet');
    this.steps++;
    game.answer(seat, completeAct(act, asked.view));
    const waiting = game.next(seat);
    if (waiting) await waiting;
    return this.result();
  }

  state(): State {
    const { running } = this;
    return {
      episode_id: this.episodeId,
      step_count: this.steps,
      task: running?.task.name ?? null,
      domain: running?.task.domain.name ?? null,
      seat: running?.seat ?? null,
      done: running?.game.episode !== undefined,
    };
  }

  /** The score of the episode just played, for the older /score. */
  score(): { task: string; score: number; episodes_completed: number; total_episodes: number; success: boolean } {
    const { running } = this;
    if (!running) throw new EnvironmentError('there is no episode yet: reset first');
    const { task, seat, game } = running;
    const done = game.episode ? 1 : 0;
    const reward = this.reward();
    const graded = game.episode && task.grade ? task.grade(game.episode, seat) : { score: reward, success: reward > 0 };
    return { task: task.name, episodes_completed: done, total_episodes: 1, ...graded };
  }

  close(): void {
    this.running?.game.close();
    this.running = undefined;
  }

  private async opponent(spec: string, domain: Domain) {
    try {
      return await this.players.find(spec, domain, this.mayUseModels);
    } catch (error) {
      throw new EnvironmentError((error as Error).message, 'opponent');
    }
  }

  private reward(): number {
    const { game, seat } = this.running as Running;
    const ended = game.episode?.result;
    return ended && ended.kind !== 'failed' ? (ended.utility[seat] ?? 0) : 0;
  }

  private result(): Result {
    const { game, seat, task } = this.running as Running;
    if (game.broken) throw new EnvironmentError(game.broken.message);
    const { episode } = game;
    // A breakdown measures nothing: it is an error of this server, not an episode with a reward of 0.
    if (episode?.result.kind === 'failed')
      throw new EnvironmentError(`${episode.result.by} broke down: ${episode.result.reason}`);
    const reward = this.reward();
    const last = game.events.at(-1);
    const forfeited = last?.type === 'action-refused' && last.seat === seat ? last.reason : null;
    return {
      observation: observationOf(task, game.view(seat), game.asked(seat)?.refused ?? forfeited, game, reward),
      reward,
      done: episode !== undefined,
    };
  }
}

function observationOf(
  { name }: Task,
  view: View,
  refused: string | null,
  { episode }: LiveGame,
  reward: number,
): Observation {
  const { domain, seat, turn, turnLimit, public: facts, own, history, ...more } = view;
  const { mine, theirs } = more as { mine?: unknown; theirs?: unknown };
  return {
    task: name,
    domain,
    seat,
    turn,
    turn_limit: turnLimit,
    facts: facts as Record<string, unknown>,
    own: own as Record<string, unknown>,
    history,
    mine: (mine ?? null) as Observation['mine'],
    theirs: (theirs ?? null) as Observation['theirs'],
    refused,
    result: episode ? outcomeOf(episode.result, reward) : null,
    metadata: {},
  };
}

/** How it ended, without what it was worth to anybody else. */
function outcomeOf(result: NonNullable<LiveGame['episode']>['result'], utility: number): Observation['result'] {
  const { kind, turn } = result;
  const by = 'by' in result ? result.by : null;
  const deal = result.kind === 'agreement' ? (result.deal as Record<string, unknown>) : null;
  return { kind, turn, by, deal, utility };
}

/** The task and the seed that a reset means. */
function chosen({ task: name, split, index, seed }: ResetOptions): { task: Task; seed: number } {
  if (index != null && split == null) throw new EnvironmentError('an index needs a split', 'index');
  if (split == null || index == null) {
    const task = (name == null ? tasks[0] : findTask(name)) as Task;
    if (seed != null) return { task, seed };
    return { task, seed: split == null ? randomInt(2 ** 47) : seedOf(split, randomInt(splits[split].count)) };
  }
  const count = name == null ? countEntries(split) : splits[split].count;
  if (index >= count) throw new EnvironmentError(`${split} has ${count} entries, got index ${index}`, 'index');
  const entry = name == null ? entryAt(split, index) : { task: name, index };
  return { task: findTask(entry.task) as Task, seed: seedOf(split, entry.index) };
}

function scenarioOf(task: Task, seed: number, { turn_limit, opens, listing }: ResetOptions): Chosen {
  try {
    return task.scenario(seed, {
      turnLimit: turn_limit ?? undefined,
      opens: opens ?? undefined,
      listing: listing ?? undefined,
    });
  } catch (error) {
    if (error instanceof ScenarioError)
      throw new EnvironmentError(error.message, listing == null ? 'opens' : 'listing');
    throw error;
  }
}

/** A seat by its name, or by its letter in the order of the seats. */
function seatAmong(seats: readonly Seat[], text: string): Seat {
  const found = seats.find((seat, i) => seat === text || String.fromCharCode(97 + i) === text);
  if (found === undefined) throw new EnvironmentError(`a seat is one of ${seats.join(', ')}, got "${text}"`, 'seat');
  return found;
}
