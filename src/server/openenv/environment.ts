/**
 * One OpenEnv environment: an episode at a time with the client in one seat and any agent in the others.
 *
 * `reset` takes task, seat, opponent, seed, split and index; `step` takes an act. An observation is made from the view of the
 * client's own seat and nothing else. The reward is the utility when the game ends and 0 before. An act that fits the schema
 * and not the rules is a step too: the observation says why it was refused, and the third refusal of a turn forfeits, as for
 * every agent. With `prompts` the observation's metadata carries the messages that an `llm:` agent would be sent, and a step may
 * be a bare `reply`, read as that agent's replies are: so a model trains in the very game it will play. Nothing here has a clock or a random id, so one seed gives one episode, byte for byte.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  aggregate,
  answerSchema,
  completeAct,
  findSpeech,
  hintsFor,
  readFreeText,
  readWords,
  reasonings,
  renderPrompt,
  wordsSaidBack,
} from '../../agents/index.ts';
import {
  type Act,
  type Domain,
  type Episode,
  findTask,
  houseTasks,
  kits,
  type NoAct,
  type Seat,
  type Task,
  type View,
} from '../../core/index.ts';
import { actSchemaOf } from '../acts.ts';
import { type GameRequest, LiveGame } from '../games/live-game.ts';
import { rulesBroke } from '../games/rules-broke.ts';
import type { Players } from '../players.ts';
import { unreadable } from '../readable.ts';
import { countEntries, entryAt, isListing, opponentIn, type SplitName, seedOf, splits, taskName } from '../tasks.ts';
import { taskTold, toldOf } from '../told.ts';
import { type Observation, type Result, ResultWriter, type State } from './wire.ts';

const splitNames = Object.keys(splits) as [SplitName, ...SplitName[]];

/** What reset reads; other keys are let through unread, as OpenEnv has it, and not kept. */
const makeResetSchema = () =>
  z.object({
    seed: z.int().min(0).nullish(),
    episode_id: z.string().max(255).nullish(),
    task: taskName().nullish(),
    seat: z.string().max(40).nullish(),
    opponent: z.string().max(300).nullish(),
    split: z.enum(splitNames).nullish(),
    index: z.int().min(0).nullish(),
    listing: z.string().max(100).refine(isListing, 'there is no listing of this name').nullish(),
    turn_limit: z.int().min(1).max(1000).nullish(),
    opens: z.string().max(40).nullish(),
    prompts: z.enum(reasonings).nullish(),
    /** In a price game: `heard` puts what the other side gave away into the messages, `own` does not; how much one's own words
     * gave away is told with either. */
    tells: z.enum(['heard', 'own']).nullish(),
    /** In a price game: the messages say what the standing price gains and how far it came. */
    figures: z.boolean().nullish(),
  });

let made: { readonly kits: number; readonly schema: ReturnType<typeof makeResetSchema> } | undefined;

/** Made once, and again when a domain has been added. */
export function resetSchema() {
  const count = kits().length;
  if (made?.kits !== count) made = { kits: count, schema: makeResetSchema() };
  return made.schema;
}

/** Characters that the client may say in one episode: they are kept until its end, and there are thousands of episodes. */
const MOST_WORDS = 1_000_000;

const replySchema = z.strictObject({ type: z.literal('reply'), text: z.string().max(20_000) });
export type ResetOptions = z.infer<ReturnType<typeof resetSchema>>;

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
  readonly players: GameRequest['players'];
  readonly seed: number;
  readonly options: ResetOptions;
  /** The deals of the task that are over. */
  readonly played: readonly Episode[];
  readonly game: LiveGame;
}

export class Environment {
  private running: Running | undefined;
  private episodeId: string | null = null;
  private steps = 0;
  private said = 0;
  private readonly writer = new ResultWriter();
  private readonly players: Players;
  private readonly mayUseModels: boolean;
  private readonly whose: string | undefined;

  constructor(players: Players, mayUseModels: boolean, whose?: string) {
    this.players = players;
    this.mayUseModels = mayUseModels;
    this.whose = whose;
  }

  /** The schema of an action here and now. */
  get actions(): z.ZodType<{ type: string }> {
    const acts = actSchemaOf((this.running?.task ?? (houseTasks[0] as Task)).domain.name);
    return this.running?.options.prompts ? z.union([replySchema, acts]) : acts;
  }

  async reset(options: ResetOptions): Promise<Result> {
    const { task, seed } = chosen(options);
    if (options.prompts && !findSpeech(task.domain.name))
      throw new EnvironmentError(`there are no words for games of ${task.domain.name}: leave prompts out`, 'prompts');
    if (options.figures && !findSpeech(task.domain.name)?.figures)
      throw new EnvironmentError(`there are no figures of games of ${task.domain.name}: leave figures out`, 'figures');
    if (options.figures && !options.prompts)
      throw new EnvironmentError('figures stand in the messages: ask for prompts too', 'figures');
    const first = scenarioOf(task, seed, options, []);
    const seats = task.domain.seats(first.scenario);
    const seat = seatAmong(seats, options.seat ?? 'a');
    const players: Record<Seat, GameRequest['players'][Seat]> = {};
    for (const other of seats) {
      if (other === seat) continue;
      const spec = options.opponent ?? opponentIn(task, other);
      players[other] = await this.opponent(spec, task.domain);
    }
    this.close();
    this.episodeId = options.episode_id ?? randomUUID();
    const game = new LiveGame({ domain: task.domain, ...first, session: this.episodeId, players });
    this.running = { task, seat, players, seed, options, played: [], game };
    this.steps = 0;
    this.said = 0;
    const waiting = game.next(seat);
    if (waiting) await waiting;
    this.mustBeHere(game);
    return this.result(0);
  }

  async step(act: Act): Promise<Result> {
    const { running } = this;
    if (!running) throw new EnvironmentError('there is no episode yet: reset first');
    const { game, seat } = running;
    if (game.episode) throw new EnvironmentError('the episode is over: reset to begin another');
    const asked = game.asked(seat);
    if (!asked) throw new EnvironmentError(game.broken?.message ?? 'the last step has not been answered yet');
    const said = act as unknown as z.infer<typeof replySchema>;
    // A rule set may have an act of that name, without a text.
    const text = running.options.prompts && said.type === 'reply' ? said.text : undefined;
    const length = (text ?? act.words)?.length ?? 0;
    if (length > 0 && this.said + length > MOST_WORDS)
      throw new EnvironmentError(
        `an episode takes ${MOST_WORDS} characters of words, and this one has ${this.said}: act without words, or reset`,
      );
    this.said += length;
    this.steps++;
    const meant =
      text === undefined ? heldToWords(completeAct(act, asked.view), asked.view) : meantBy(text, asked.view);
    game.answer(seat, meant);
    const waiting = game.next(seat);
    if (waiting) await waiting;
    this.mustBeHere(game);
    const reward = this.reward();
    await this.nextDeal(running);
    return this.result(reward, game.episode);
  }

  /** The next deal of a row, when one is over and another is left. Its own result stands in the observation. */
  private async nextDeal({ task, seat, players, seed, options, played, game: { episode } }: Running): Promise<void> {
    if (!episode || episode.result.kind === 'failed' || played.length + 1 >= task.deals) return;
    const episodes = [...played, episode];
    const next = scenarioOf(task, seed, options, episodes);
    const game = new LiveGame({ domain: task.domain, ...next, session: this.episodeId as string, players });
    this.running = { task, seat, players, seed, options, played: episodes, game };
    this.writer.clear();
    await game.next(seat);
    this.mustBeHere(game);
  }

  /** What was waited for may have been closed meanwhile, or another reset have taken its place. */
  private mustBeHere(game: LiveGame): void {
    if (this.running?.game !== game)
      throw new EnvironmentError('the episode was closed, or another was begun, before this was answered: reset again');
  }

  state(): State {
    const { running } = this;
    return {
      episode_id: this.episodeId,
      step_count: this.steps,
      task: running ? this.taskTold(running) : null,
      domain: running?.task.domain.name ?? null,
      seat: running?.seat ?? null,
      done: running?.game.episode !== undefined,
    };
  }

  private taskTold({ task, seat, game }: Running): string {
    return game.episode ? task.name : taskTold(task.name, seat);
  }

  /** The score of the episode just played, for the older /score. */
  score(): { task: string; score: number; episodes_completed: number; total_episodes: number; success: boolean } {
    const { running } = this;
    if (!running) throw new EnvironmentError('there is no episode yet: reset first');
    const { task } = running;
    const graded = this.graded() ?? { score: 0, success: false };
    return {
      task: this.taskTold(running),
      ...graded,
      episodes_completed: this.episodes().length,
      total_episodes: task.deals,
    };
  }

  close(): void {
    this.running?.game.close();
    this.running = undefined;
    this.writer.clear();
  }

  /** A result as it goes over the wire. */
  text(result: Result): string {
    return this.writer.write(result);
  }

  private async opponent(spec: string, domain: Domain) {
    try {
      return await this.players.find(spec, domain, this.mayUseModels, this.whose);
    } catch (error) {
      throw new EnvironmentError((error as Error).message, 'opponent');
    }
  }

  private view(): View {
    const { game, seat } = this.running as Running;
    try {
      return game.view(seat);
    } catch (error) {
      throw new EnvironmentError(rulesBroke(game.domain, error).message);
    }
  }

  private reward(): number {
    const { game, seat } = this.running as Running;
    const ended = game.episode?.result;
    return ended && ended.kind !== 'failed' ? (ended.utility[seat] ?? 0) : 0;
  }

  /** The deals that are over, this one included when it is. */
  private episodes(): readonly Episode[] {
    const { played, game } = this.running as Running;
    return game.episode ? [...played, game.episode] : played;
  }

  /** Once all deals are over: by the task's own grader, or the utility. */
  private graded(): { score: number; success: boolean } | undefined {
    const { task, seat } = this.running as Running;
    const episodes = this.episodes();
    if (episodes.length < task.deals) return undefined;
    const reward = this.reward();
    return task.grade ? task.grade(episodes, seat) : { score: reward, success: reward > 0 };
  }

  /** What an `llm:` agent in this seat would be sent now, and the form that its reply would be held to. */
  private request(reasoning: (typeof reasonings)[number]) {
    const { game, seat, options } = this.running as Running;
    const { tells, figures } = options;
    const view = this.view();
    const style = {
      persona: 'neutral',
      reasoning,
      ...hintsFor({ tells: tells === 'heard', figures: figures === true }),
    } as const;
    const messages = renderPrompt(view, style, game.asked(seat)?.refused);
    return { messages, schema: answerSchema(view, reasoning) };
  }

  /** How strongly this seat's own last words gave something away: the sum over signals of the strongest score. */
  private gaveAway(): number {
    const { seat } = this.running as Running;
    const words = this.view().history.flatMap((one) => (one.seat === seat && one.act.words ? [one.act.words] : []));
    return Object.values(aggregate(readWords(words.at(-1) ?? ''))).reduce((sum, score) => sum + score, 0);
  }

  private result(reward: number, ended?: Episode): Result {
    const { game, seat, task, options } = this.running as Running;
    if (game.broken) throw new EnvironmentError(game.broken.message);
    const { episode } = game;
    // A breakdown measures nothing: it is an error of this server, not an episode with a reward of 0. Its reason may quote what only that seat was told.
    if (episode?.result.kind === 'failed')
      throw new EnvironmentError(`${episode.result.by} broke down, so there is nothing to measure`);
    // Where the next deal of a row has begun, why the last one was forfeited stands in the record of that one.
    const last = (ended ?? game).events.at(-1);
    const forfeited = last?.type === 'action-refused' && last.seat === seat ? last.reason : null;
    return {
      observation: {
        task: this.taskTold(this.running as Running),
        ...shownView(this.view()),
        refused: game.asked(seat)?.refused ?? forfeited,
        result: ended ? outcomeOf(ended.result, reward) : null,
        deal: this.episodes().length + (episode ? 0 : 1),
        deals: task.deals,
        score: this.graded()?.score ?? null,
        metadata: {
          ...(options.prompts && !episode ? this.request(options.prompts) : {}),
          ...(options.tells ? { gave_away: this.gaveAway() } : {}),
        },
      },
      reward,
      done: episode !== undefined,
    };
  }
}

function heldToWords(act: Act, view: View): Act | NoAct {
  const reason = wordsSaidBack(act, view);
  return reason ? { type: 'none', reason, got: (act.words ?? '').slice(0, 100) } : act;
}

function meantBy(text: string, view: View): Act | NoAct {
  const reason = unreadable(text);
  return reason ? { type: 'none', reason, got: text.slice(0, 100) } : readFreeText(text, view);
}

function shownView(view: View) {
  const { domain, seat, turn, turnLimit, public: facts, own, history, ...more } = view;
  const { mine, theirs, ...others } = more as { mine?: unknown; theirs?: unknown };
  return {
    domain,
    seat,
    turn,
    turn_limit: turnLimit,
    // A seat may know nothing that the others do not.
    facts: (facts ?? {}) as Record<string, unknown>,
    own: toldOf(domain, own) as Record<string, unknown>,
    history,
    mine: (mine ?? null) as Observation['mine'],
    theirs: (theirs ?? null) as Observation['theirs'],
    more: others,
  };
}

/** How it ended, without what it was worth to anybody else. */
function outcomeOf(result: NonNullable<LiveGame['episode']>['result'], utility: number): Observation['result'] {
  const { kind, turn } = result;
  const by = 'by' in result ? result.by : null;
  const deal = result.kind === 'agreement' ? (result.deal as Record<string, unknown>) : null;
  const conclusion = result.kind === 'concluded' ? (result.conclusion ?? null) : null;
  return { kind, turn, by, deal, conclusion, utility };
}

/** The task and the seed that a reset means. */
function chosen({ task: name, split, index, seed }: ResetOptions): { task: Task; seed: number } {
  if (index != null && split == null) throw new EnvironmentError('an index needs a split', 'index');
  if (split == null || index == null) {
    const task = (name == null ? houseTasks[0] : findTask(name)) as Task;
    if (seed != null) return { task, seed };
    return { task, seed: split == null ? randomInt(2 ** 47) : seedOf(split, randomInt(splits[split].count)) };
  }
  const count = name == null ? countEntries(split) : splits[split].count;
  if (index >= count) throw new EnvironmentError(`${split} has ${count} entries, got index ${index}`, 'index');
  const entry = name == null ? entryAt(split, index) : { task: name, index };
  return { task: findTask(entry.task) as Task, seed: seedOf(split, entry.index) };
}

function scenarioOf(
  task: Task,
  seed: number,
  { turn_limit, opens, listing }: ResetOptions,
  played: readonly Episode[],
): ReturnType<Task['scenario']> {
  try {
    const options = { turnLimit: turn_limit ?? undefined, opens: opens ?? undefined, listing: listing ?? undefined };
    return task.scenario(seed, options, played);
  } catch (error) {
    if (error instanceof RangeError) throw new EnvironmentError(error.message, listing == null ? 'opens' : 'listing');
    throw new EnvironmentError(rulesBroke(task.domain, error).message);
  }
}

/** A seat by its name, or by its letter in the order of the seats. */
function seatAmong(seats: readonly Seat[], text: string): Seat {
  const found = seats.find((seat, i) => seat === text || String.fromCharCode(97 + i) === text);
  if (found === undefined) throw new EnvironmentError(`a seat is one of ${seats.join(', ')}, got "${text}"`, 'seat');
  return found;
}
