/**
 * Lessons: games that a teacher played, as chat rows of whole games; or, of games that a student played, a row for each of its turns
 * with what the teacher would have done there (DAgger: Ross, Gordon and Bagnell 2011). With thoughts every row is one act, since at
 * play earlier answers are shown without them.
 *
 * Scenarios are the general sampler's, wide, narrow and empty zones as it draws them. Every game has its own opponent of the
 * population. What is written depends on the seed alone.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { limitInCents, resolvePlayer, wordedByTemplates } from '../../../agents/index.ts';
import {
  aside,
  cents,
  clamp,
  contentHash,
  createRng,
  type Episode,
  lastTurn,
  type Player,
  type PriceAct,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  playEpisode,
  price,
  type Rng,
  replay,
  type Script,
  type Seat,
  SUITE,
  samplers,
  sampleTerms,
  termsCell,
} from '../../../core/index.ts';
import type { ChatRow } from '../../../data/convert/chat-row.ts';
import { episodeChats, turnChat } from '../../../data/convert/episode-chat.ts';
import { parseEpisode } from '../../../data/episodes.ts';
import { isTaught } from './appraiser.ts';
import { drawOpponent, speaking } from './population.ts';
import { type LessonFiles, makeRows, refuseNone } from './rows.ts';
import { drawStranger } from './strangers.ts';
import { type TeacherName, teacherFor } from './teacher.ts';
import { isLearned, teacherThought, thinking } from './thought.ts';

export interface LessonsOptions {
  readonly out: string;
  readonly teacher: TeacherName;
  readonly count: number;
  readonly seed: number;
  /** Transcripts of a student; its seats are those whose spec begins with `student`. */
  readonly met?: string;
  readonly student?: string;
  /** How many hypotheses of who sits across the teacher "switching" has (default 1500). */
  readonly hypotheses?: number;
  /** What the teacher goes by stands before its act; a row is an act then, of turns in which little is decided only some. */
  readonly thoughts?: boolean;
  /** Share of the games against the counterparts of TERMS-Bench, outside its suite; of those that have thoughts alone. */
  readonly terms?: number;
  /** Share of the games that are played by a teacher drifting off, so that its rows show the way back; with thoughts alone. */
  readonly slips?: number;
  /** The prompts say what the standing price gains and how far it came, as those of llm: agents with figures=on; those to a student
   * as it was told. */
  readonly figures?: boolean;
  /** One part of so many, from 0: every n-th game. */
  readonly part?: { readonly index: number; readonly of: number };
  readonly onProgress?: (progress: { done: number; of: number; rows: number }) => void;
}

export interface LessonsManifest {
  readonly teacher: TeacherName;
  readonly games: number;
  readonly rows: number;
  readonly deals: number;
  readonly walked: number;
  /** Of the seat that is learned from, no deal as zero. */
  readonly utility: number;
  readonly agreement?: number;
}

export async function makeLessons(options: LessonsOptions): Promise<LessonsManifest> {
  const knows = thinking.map((name) => `"${name}"`).join(' and ');
  if (options.thoughts && !thinking.includes(options.teacher))
    throw new RangeError(`only the teachers ${knows} say what they go by; got "${options.teacher}" with thoughts`);
  if (options.terms && !thinking.includes(options.teacher))
    throw new RangeError(`only the teachers ${knows} play TERMS-Bench; got "${options.teacher}"`);
  const { met, student = 'llm:', out, count, seed, hypotheses, thoughts, terms, slips, figures, part } = options;
  return met === undefined
    ? makeRows(out, { count, seed, hypotheses, thoughts, terms, slips, figures, part }, (files) =>
        played(options, files),
      )
    : makeRows(out, { met, student, hypotheses, thoughts, part }, (files) =>
        labelled({ ...options, met, student }, files),
      );
}

async function played(
  {
    teacher,
    count,
    seed,
    hypotheses,
    thoughts = false,
    terms = 0,
    slips = 0,
    figures = false,
    part = { index: 0, of: 1 },
    onProgress,
  }: LessonsOptions,
  files: LessonFiles,
) {
  const tally = new Tally();
  for (let i = part.index; i < count; i += part.of) {
    const rng = createRng(seed + i);
    const isTerms = rng.split('terms').float() < terms;
    const drift = rng.split('slips').float() < slips ? rng.split('drift') : undefined;
    const { episode, seat } = isTerms
      ? termsLesson(teacher, seed + i, drift)
      : lesson(teacher, seed + i, { hypotheses, drift });
    files.game(episode);
    if (thoughts)
      for (const { row } of labels(episode, seat, teacher, { hypotheses, thoughts, figures })) files.row(row);
    else for (const row of episodeChats(episode, { seat, wholeGames: true, figures })) files.row(row);
    tally.add(episode, seat);
    if (i % 20 === part.index) {
      onProgress?.({ done: i, of: count, rows: files.rows() });
      await new Promise(setImmediate);
    }
  }
  return { teacher, ...tally.found(), rows: files.rows() };
}

/** How many of the opponents of "tuned" and "appraiser" are strangers, as when they were tuned. The others know scripts only. */
const STRANGERS = 0.5;

interface LessonOptions {
  readonly hypotheses?: number;
  /** How far the player drifts off the teacher is drawn from here. */
  readonly drift?: Rng;
}

/** One game of the teacher. */
export function lesson(
  teacher: TeacherName,
  seed: number,
  { hypotheses, drift }: LessonOptions = {},
): { episode: Episode; seat: Seat } {
  const rng = createRng(seed).split('lesson');
  const { at, scenario } = teacher === 'appraiser' ? taughtScenario(seed) : { at: seed, scenario: generalAt(seed) };
  const seat: Seat = rng.split('seat').pick(['buyer', 'seller']);
  const against = drawOpponent(rng.split('opponent'));
  const taught = teacherFor(teacher, scenario, seat, against, hypotheses);
  const player = drift ? drifting(taught, drift) : taught;
  const us = {
    spec: `teacher:${teacher}`,
    fingerprint: contentHash({ teacher, hypotheses, slips: drift && seed }),
    agent: wordedByTemplates(player, 'english') as unknown as Script,
  };
  const isStranger = thinking.includes(teacher) && rng.split('stranger').float() < STRANGERS;
  const them = isStranger ? strangerAt(seed, rng) : resolvePlayer(speaking(against), price);
  const players = seat === 'buyer' ? { buyer: us, seller: them } : { buyer: them, seller: us };
  const episode = playEpisode({
    domain: price as never,
    scenario,
    source: { sampler: 'general', seed: at },
    players,
    seed,
  });
  return { episode, seat };
}

const generalAt = (seed: number) => samplers.general(seed) as PriceScenario;

/** No other lessons have seeds so far off. */
const ELSEWHERE = 100_000_000;

/** Over a listing that may be taught. */
function taughtScenario(seed: number): { at: number; scenario: PriceScenario } {
  for (let at = seed; ; at += ELSEWHERE) {
    const scenario = generalAt(at);
    if (isTaught(scenario.public.item.title)) return { at, scenario };
  }
}

/** One game of a teacher in the seat that a scenario of TERMS-Bench gives to the agent, never of its suite. */
export function termsLesson(teacher: TeacherName, seed: number, drift?: Rng): { episode: Episode; seat: Seat } {
  const at = SUITE + seed;
  const seat = termsCell(at).agent;
  const taught = teacherFor(teacher, sampleTerms(at), seat, 'terms:counterpart');
  const player = drift ? drifting(taught, drift) : taught;
  const agent = wordedByTemplates(player, 'english') as unknown as Script;
  const us = { spec: `teacher:${teacher}`, fingerprint: contentHash({ teacher, slips: drift && seed }), agent };
  const them = resolvePlayer('terms:counterpart', price);
  const episode = playEpisode({
    domain: price as never,
    scenario: sampleTerms(at),
    source: { sampler: 'terms', seed: at },
    players: seat === 'buyer' ? { buyer: us, seller: them } : { buyer: them, seller: us },
    seed,
  });
  return { episode, seat };
}

/** Further off than this share of the list price nobody drifts, to the tough side and to the soft one. */
const DRIFT = { tough: 0.35, soft: 0.1 };

/**
 * The teacher with prices that come to lie beside its own as time goes by, mostly too tough, as those of students did. In its own games
 * the last price tells where it will end, and a student learned that instead of what the other side does.
 */
function drifting(script: PriceScript, rng: Rng): PriceScript {
  const by = rng.uniform(-DRIFT.soft, DRIFT.tough);
  return {
    ...script,
    act(view, context) {
      const act = script.act(view, context);
      if (act.type !== 'offer') return act;
      const { range, item } = view.public;
      const [toward, first] = view.seat === 'seller' ? [1, range.high] : [-1, range.low];
      const beside = act.price + toward * by * (view.turn / lastTurn(view)) * item.listPrice;
      const ends = [limitInCents(view), view.mine?.offer.price ?? first] as const;
      return { ...act, price: cents(clamp(beside, Math.min(...ends), Math.max(...ends))) };
    },
  };
}

function strangerAt(seed: number, rng: Rng): Player<Script> {
  const agent = wordedByTemplates(drawStranger(rng.split('shape')), 'english') as unknown as Script;
  return { spec: `stranger:${seed}`, fingerprint: contentHash({ stranger: seed }), agent };
}

async function labelled(
  {
    teacher,
    met,
    student,
    hypotheses,
    thoughts,
    part = { index: 0, of: 1 },
    onProgress,
  }: LessonsOptions & { met: string; student: string },
  files: LessonFiles,
) {
  const tally = new Tally();
  let [line, same, turns] = [0, 0, 0];
  for await (const text of createInterface({ input: createReadStream(met) })) {
    if (text === '' || line++ % part.of !== part.index) continue;
    const episode = parseEpisode(text, `${met} line ${line}`);
    // The teacher plays for a price alone.
    if (episode.result.kind === 'failed' || price.problem(episode.scenario)) continue;
    if (teacher === 'appraiser' && !isTaught((episode.scenario as PriceScenario).public.item.title)) continue;
    for (const [seat, { spec }] of Object.entries(episode.seats)) {
      if (!spec.startsWith(student)) continue;
      tally.add(episode, seat);
      for (const { row, agrees } of labels(episode, seat, teacher, {
        hypotheses,
        thoughts,
        figures: /[?&]figures=on(&|$)/.test(spec),
        isMet: true,
      })) {
        files.row(row);
        turns++;
        same += agrees ? 1 : 0;
      }
    }
    onProgress?.({ done: line, of: line, rows: files.rows() });
  }
  refuseNone(tally.found().games, 'over the price of something taught', { met, student, part });
  return { teacher, ...tally.found(), rows: files.rows(), agreement: turns > 0 ? same / turns : 0 };
}

/** A row for each turn of a seat: what stood there, and the teacher's act in place of the one that was taken. */
export function* labels(
  episode: Episode,
  seat: Seat,
  name: TeacherName,
  {
    hypotheses,
    thoughts = false,
    figures,
    isMet,
  }: Pick<LessonsOptions, 'hypotheses' | 'thoughts' | 'figures'> & { isMet?: boolean } = {},
): Generator<{ row: ChatRow; agrees: boolean }> {
  const scenario = episode.scenario as PriceScenario;
  const other = Object.entries(episode.seats).find(([one]) => one !== seat)?.[1].spec ?? '';
  const against = other.startsWith('worded:') ? other.slice('worded:'.length, other.lastIndexOf('@')) : other;
  const teacher = wordedByTemplates(teacherFor(name, scenario, seat, against, hypotheses), 'english');
  const taken = episode.events.flatMap((event) =>
    event.type === 'action-taken' && event.seat === seat ? [event] : [],
  );
  for (const state of replay(price as never, episode).states) {
    const view = price.view(state as never, seat) as PriceView;
    const did = taken.find(({ turn }) => turn === view.turn);
    if (!did || !price.toAct(state as never).includes(seat)) continue;
    const rng = createRng(episode.seed).split(view.turn);
    if (thoughts && !isLearned(view, rng.split('learned').float(), name, isMet)) continue;
    const act = teacher.act(view, aside(rng)) as PriceAct;
    const { prompt, answer } = turnChat(view, act, {
      figures,
      ...(thoughts && { thought: teacherThought(view, name) }),
    });
    yield {
      row: {
        id: `${episode.id}-${view.turn}-${seat}`,
        source: 'lessons',
        split: 'train',
        messages: [...prompt, { role: 'assistant', content: answer }],
      },
      agrees: did.act.type === act.type,
    };
  }
}

class Tally {
  private readonly utilities: number[] = [];
  private deals = 0;
  private walked = 0;

  add({ result }: Episode, seat: Seat): void {
    if (result.kind === 'failed') return;
    this.utilities.push(result.utility[seat] ?? 0);
    if (result.kind === 'agreement') this.deals++;
    if (result.kind === 'walked' && result.by === seat) this.walked++;
  }

  found() {
    const games = this.utilities.length;
    const utility = this.utilities.reduce((sum, one) => sum + one, 0) / Math.max(1, games);
    return { games, deals: this.deals, walked: this.walked, utility };
  }
}
