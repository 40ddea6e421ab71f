/**
 * Lessons in persuasion: games that a teacher played against the target of the rule set, each turn a row in the very form that an `llm:` agent
 * with reason=first is asked and answers in; and now and then a question for a belief with what the teacher holds. With `slips` some acts
 * are random ones, and the rows have what the teacher would have done there and after it, so that a student learns to go on from mistakes
 * (Laskey et al. 2017). With `met` the games are a student's (DAgger).
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolvePlayer, withQuestion } from '../../../../agents/index.ts';
import {
  aside,
  type Belief,
  createRng,
  type Domain,
  type DomainKit,
  type Episode,
  findKit,
  type Player,
  playEpisode,
  type Rng,
  type Script,
  type View,
  viewsOf,
} from '../../../../core/index.ts';
import type { ChatMessage, ChatRow } from '../../../../data/convert/chat-row.ts';
import { turnChat } from '../../../../data/convert/episode-chat.ts';
import { parseEpisode } from '../../../../data/episodes.ts';
import { type LessonFiles, makeRows, refuseNone } from '../rows.ts';
import { teachersTable } from './plans.ts';
import { inWords, type PersuasionTeacher } from './teacher.ts';
import { type PersuasionDomain, persuasionTeachers } from './teachers.ts';

export interface PersuasionLessonsOptions {
  readonly domain: PersuasionDomain;
  readonly out: string;
  readonly count: number;
  readonly seed: number;
  /** The share of the acts that are random ones. */
  readonly slips?: number;
  /** Transcripts of a student; its seat is the persuader's, its spec begins with `student`. */
  readonly met?: string;
  readonly student?: string;
  readonly part?: { readonly index: number; readonly of: number };
  readonly onProgress?: (progress: { done: number; of: number; rows: number }) => void;
}

export interface PersuasionManifest {
  readonly domain: PersuasionDomain;
  readonly games: number;
  readonly rows: number;
  /** Of the persuader. */
  readonly utility: number;
}

export async function makePersuasionLessons(options: PersuasionLessonsOptions): Promise<PersuasionManifest> {
  const { out, count, seed, slips = 0, met, student = 'llm:', part } = options;
  return makeRows(out, met === undefined ? { count, seed, slips, part } : { met, student, part }, (files) =>
    written({ ...options, student, slips }, files),
  );
}

async function written(
  {
    domain,
    count,
    seed,
    slips,
    met,
    student,
    part = { index: 0, of: 1 },
    onProgress,
  }: PersuasionLessonsOptions & { slips: number; student: string },
  files: LessonFiles,
): Promise<PersuasionManifest> {
  const utilities: number[] = [];
  const add = ({ result }: Episode) => {
    if (result.kind !== 'failed') utilities.push(result.utility.persuader ?? 0);
  };
  if (met !== undefined) {
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(met) })) {
      if (text === '' || line++ % part.of !== part.index) continue;
      const episode = parseEpisode(text, `${met} line ${line}`);
      const ours = episode.domain === domain && episode.seats.persuader?.spec.startsWith(student);
      if (!ours || episode.result.kind === 'failed') continue;
      add(episode);
      for (const row of persuasionRows(episode)) files.row(row);
      onProgress?.({ done: line, of: line, rows: files.rows() });
    }
    refuseNone(utilities.length, `of ${domain}`, { met, student, part });
  } else {
    for (let i = part.index; i < count; i += part.of) {
      const episode = persuasionLesson(domain, seed + i, slips);
      files.game(episode);
      add(episode);
      for (const row of persuasionRows(episode)) files.row(row);
      onProgress?.({ done: i, of: count, rows: files.rows() });
      await new Promise(setImmediate);
    }
  }
  const utility = utilities.reduce((sum, one) => sum + one, 0) / Math.max(1, utilities.length);
  return { domain, games: utilities.length, rows: files.rows(), utility };
}

/** One game of the teacher, on a scenario of the arms. */
export function persuasionLesson(name: PersuasionDomain, seed: number, slips = 0): Episode {
  const { rules, samplers } = findKit(name) as DomainKit;
  const { persuader, target } = teachersTable(name) as Record<'persuader' | 'target', Player<Script>>;
  const { act } = persuader.agent;
  const slipping: Script = {
    ...persuader.agent,
    act: (view, context) => {
      const rng = context.rng.split('slip');
      return rng.float() < slips ? rules.randomAct(view, rng) : act(view, context);
    },
  };
  const players = { persuader: { ...persuader, agent: slipping }, target };
  const options = persuasionTeachers[name].options?.(createRng(seed).split('options')) ?? {};
  const scenario = samplers.arms?.(seed, options) as never;
  return playEpisode({ domain: rules, scenario, source: { sampler: 'arms', seed }, players, seed });
}

/** Of turns in which hardly anything is decided this share is learned, and a question for a belief goes with this share of those that are. */
const IDLE = 0.25;
const ASKED = 1 / 3;

/** The persuader's turns with what its teacher would have done there. */
export function* persuasionRows(episode: Episode): Generator<ChatRow> {
  const name = episode.domain as PersuasionDomain;
  const { rules } = findKit(name) as DomainKit;
  const teacher = persuasionTeachers[name];
  for (const view of viewsOf(rules as Domain, episode, 'persuader')) {
    const rng = createRng(episode.seed).split(name).split(view.turn);
    const act = teacher.act(view);
    if (teacher.idle?.(act) && rng.split('learned').float() >= IDLE) continue;
    const row = (kind: string, prompt: readonly ChatMessage[], answer: string): ChatRow => ({
      id: `${episode.id}-${view.turn}-${kind}`,
      source: 'lessons',
      split: 'train',
      messages: [...prompt, { role: 'assistant', content: answer }],
    });
    const { prompt, answer } = turnChat(view, act, { thought: inWords(teacher.thinks(view), teacher.digits) });
    yield row('act', prompt, answer);
    if (rng.split('asked').float() >= ASKED) continue;
    const asked = question(teacher, view, rng.split('question'));
    if (asked) yield row('belief', withQuestion(prompt, asked.asked) as ChatMessage[], inDigits(asked.belief));
  }
}

function question({ believer }: PersuasionTeacher, view: View, rng: Rng) {
  const { rules, questions = [] } = findKit(view.domain) as DomainKit;
  const one = rng.split('which').pick(questions.filter((each) => each.ask(view)));
  const asked = one.ask(view);
  const belief = resolvePlayer(believer, rules).agent.answer?.(view, one, aside(rng)) as Belief | undefined;
  return asked && belief && { asked, belief };
}

/** In hundredths, in the form that is asked for. */
function inDigits({ kind: _, ...fields }: Belief): string {
  return JSON.stringify(fields, (_key, value) => (typeof value === 'number' ? Math.round(100 * value) / 100 : value));
}
