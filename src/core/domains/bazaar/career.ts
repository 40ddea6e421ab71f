/**
 * A bazaar task from its first deal to its last: one episode of the one loop each, all of them played. In a career the buyer's
 * record goes with it: before each deal the seller hears how often this buyer capitulated in its last ten, and the buyer knows
 * its own record. A deal that failed leaves no record, and the task no score.
 */
import { andThen, isPromiseLike } from '../../promise-like.ts';
import { createRng } from '../../rng.ts';
import { type Episode, type Player, playEpisode, type Request } from '../../transcript.ts';
import type { AbortSignalLike, Agent, Domain, Event, Script, Seat } from '../../types.ts';
import { arena } from '../arena/arena.ts';
import { price } from '../price/price.ts';
import { arenaBuyers, arenaScenario } from './arena-scenario.ts';
import { type BazaarScore, careerRecord, type DealRecord, dealRecord, scoreTask } from './graders.ts';
import { type BazaarOptions, bazaarScenario } from './scenario.ts';
import { findBazaarTask } from './tasks.ts';

export interface TaskRequest<A extends Agent = Agent> extends Omit<BazaarOptions, 'deal' | 'career'> {
  /** "career_10", "single_deal+hard" ... */
  readonly task: string;
  readonly players: Readonly<Record<Seat, Player<A>>>;
  /** Plays the same deals with other streams: a number of its own, from 1, for each game after the first. */
  readonly sitting?: number;
  /** How many buyers an arena has; default: the task's. */
  readonly buyers?: number;
  readonly onEvent?: (event: Event, deal: number) => void;
  readonly onEpisode?: (episode: Episode) => void;
  readonly signal?: AbortSignalLike;
}

export interface TaskPlayed {
  readonly task: string;
  readonly episodes: readonly Episode[];
  /** The score of each buyer's seat; undefined when a deal failed. */
  readonly graded: Readonly<Record<Seat, BazaarScore>> | undefined;
}

/** Plays all deals of a task. Between scripts the answer comes at once, otherwise as a promise. */
export function playTask(request: TaskRequest<Script>): TaskPlayed;
export function playTask(request: TaskRequest): TaskPlayed | Promise<TaskPlayed>;
export function playTask(request: TaskRequest): TaskPlayed | Promise<TaskPlayed> {
  const deals = dealsOf(request);
  return advance(deals, deals.next());
}

type Deals = Generator<Request, TaskPlayed, Episode>;

/** Goes on as long as episodes come at once; a promised one takes it up again. */
function advance(deals: Deals, step: IteratorResult<Request, TaskPlayed>): TaskPlayed | Promise<TaskPlayed> {
  let now = step;
  while (!now.done) {
    const episode = playEpisode(now.value);
    if (isPromiseLike(episode)) return andThen(episode, (played) => advance(deals, deals.next(played)));
    now = deals.next(episode);
  }
  return now.value;
}

function* dealsOf({
  task: name,
  players,
  onEvent,
  onEpisode,
  signal,
  buyers,
  sitting,
  ...options
}: TaskRequest): Deals {
  const found = findBazaarTask(name);
  if (!found) throw new RangeError(`there is no bazaar task "${name}"`);
  const { task } = found;
  const several = task.buyers > 1;
  const seats = several ? arenaBuyers(buyers ?? task.buyers) : ['buyer'];
  const episodes: Episode[] = [];
  const records: DealRecord[] = [];
  const seed = sitting === undefined ? options.seed : createRng(options.seed).split('sitting').split(sitting).uint32();
  for (let deal = 1; deal <= task.deals; deal++) {
    const career = records.length > 0 ? careerRecord(records) : undefined;
    const episode = yield {
      domain: (several ? arena : price) as Domain,
      scenario: several
        ? arenaScenario(name, { ...options, buyers })
        : bazaarScenario(name, { ...options, deal, career }),
      source: {
        task: name,
        seed: options.seed,
        ...(sitting !== undefined && { sitting }),
        ...(task.deals > 1 && { deal }),
      },
      players,
      seed: dealSeed(seed, deal),
      onEvent: onEvent && ((event) => onEvent(event, deal)),
      signal,
    };
    onEpisode?.(episode);
    episodes.push(episode);
    const record = dealRecord(episode, seats[0]);
    if (record) records.push(record);
  }
  return { task: name, episodes, graded: gradeSeats(name, episodes, seats) };
}

function gradeSeats(name: string, episodes: readonly Episode[], seats: readonly Seat[]): TaskPlayed['graded'] {
  const graded: Record<Seat, BazaarScore> = {};
  for (const seat of seats) {
    const score = scoreTask(name, episodes, seat);
    if (!score) return undefined;
    graded[seat] = score;
  }
  return graded;
}

/** Each deal has streams of its own; the first has those of the seed. */
export function dealSeed(seed: number, deal: number): number {
  return deal === 1 ? seed : createRng(seed).split('deal').split(deal).uint32();
}
