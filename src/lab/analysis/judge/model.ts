/**
 * A model as a judge: a question with a few answers, asked several times with the answers in another order each time.
 *
 * The prompt is pinned by its version and the judge by the model's digest; both are in its fingerprint. Each asking turns the answers
 * on by some places, so that a judge who likes the first answer votes for another one each time and is found out. No order comes
 * twice: asked with temperature 0, the same prompt gives the same reply, and to count it again would make one vote into two. So
 * there are at most as many votes as answers. A vote that cannot be read is counted and is no vote; a tie has no winner.
 */
import { contentHash } from '../../../core/index.ts';
import { type Model, withCache } from '../../../models/index.ts';
import { cacheFolder } from '../../../models/node/cache-folder.ts';
import { saidUnder } from './answer.ts';

/** Raised whenever the same question or the same game could be put in other words, or a reply be read otherwise. */
const PROMPT_VERSION = 4;

export interface Question {
  /** What is to be judged, and by what. */
  readonly task: string;
  /** What is shown: transcripts, texts. */
  readonly evidence: string;
  /** The answers: name to description. */
  readonly choices: Readonly<Record<string, string>>;
}

export interface Judged {
  /** Undefined for a tie, or when no vote could be read. */
  readonly choice: string | undefined;
  /** The votes in the order of asking; undefined where none could be read. */
  readonly votes: readonly (string | undefined)[];
  /** Of the pairs of readable votes, the share that are alike. */
  readonly agreement: number | undefined;
}

export interface Judge {
  readonly name: string;
  readonly fingerprint: string;
  judge(question: Question, options?: { readonly signal?: AbortSignal }): Promise<Judged>;
}

export interface JudgeOptions {
  /** How often each question is asked at most: never more often than it has answers. */
  readonly repeats?: number;
  /** Where replies are kept between runs. */
  readonly cache?: string;
}

const MAX_TOKENS = 60;

export function modelJudge(given: Model, { repeats = 4, cache }: JudgeOptions = {}): Judge {
  if (!Number.isInteger(repeats) || repeats < 2)
    throw new RangeError(`a judge is asked a whole number of times, 2 or more, got ${repeats}`);
  const model = withCache(given, cache === undefined ? {} : { store: cacheFolder(cache) });
  return {
    name: model.name,
    fingerprint: contentHash({ judge: PROMPT_VERSION, repeats, digest: model.digest }),
    async judge(question, { signal } = {}) {
      const votes: (string | undefined)[] = [];
      for (const order of ordersOf(Object.keys(question.choices), repeats))
        votes.push(await ask(model, question, order, signal));
      return { choice: winner(votes), votes, agreement: agreementOf(votes) };
    },
  };
}

async function ask(
  model: Model,
  { task, evidence, choices }: Question,
  order: readonly string[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  // The answers are asked for by letters: a judge that likes a name, or the first one, cannot show it.
  const letters = order.map((_, i) => String.fromCharCode(65 + i));
  const list = order.map((name, i) => `${letters[i]}: ${choices[name]}`).join('\n');
  const reply = await model.generate(
    {
      messages: [
        {
          role: 'system',
          content: `You are an impartial judge. ${task}\nReply with one JSON object: {"answer": the letter of your answer}.`,
        },
        { role: 'user', content: `${evidence}\n\nAnswers:\n${list}` },
      ],
      maxTokens: MAX_TOKENS,
      temperature: 0,
      seed: 0,
      schema: {
        type: 'object',
        properties: { answer: { type: 'string', enum: letters } },
        required: ['answer'],
        additionalProperties: false,
      },
    },
    { signal, beside: true },
  );
  const answer = saidUnder('answer', reply);
  return typeof answer === 'string' ? order[letters.indexOf(answer.trim())] : undefined;
}

/** Turned by even steps, each answer in another place each time. */
function ordersOf(names: readonly string[], repeats: number): string[][] {
  const count = Math.min(repeats, names.length);
  return Array.from({ length: count }, (_, k) => {
    const by = Math.floor((k * names.length) / count);
    return [...names.slice(by), ...names.slice(0, by)];
  });
}

/** The choice with the most votes, when it is one alone. */
export function winner(votes: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const best = [...counts].filter(([, count]) => count === most);
  return best.length === 1 ? best[0]?.[0] : undefined;
}

export function agreementOf(votes: readonly (string | undefined)[]): number | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const all = [...counts.values()];
  const pairsOf = (count: number) => (count * (count - 1)) / 2;
  const pairs = pairsOf(all.reduce((sum, count) => sum + count, 0));
  return pairs > 0 ? all.reduce((sum, count) => sum + pairsOf(count), 0) / pairs : undefined;
}

/**
 * Agreement beyond chance over many questions (Fleiss 1971): 1 is perfect, 0 what chance gives. Each question needs two votes or
 * more; `undefined` where all votes everywhere are the same, since chance then explains everything.
 */
export function fleissKappa(questions: readonly (readonly (string | undefined)[])[]): number | undefined {
  const read = questions.map((votes) => votes.filter((vote) => vote !== undefined)).filter((votes) => votes.length > 1);
  const all = read.flat();
  if (all.length === 0) return undefined;
  const observed = read.reduce((sum, votes) => sum + (agreementOf(votes) as number), 0) / read.length;
  const shares = [...new Set(all)].map((name) => all.filter((vote) => vote === name).length / all.length);
  const chance = shares.reduce((sum, share) => sum + share * share, 0);
  return chance < 1 ? (observed - chance) / (1 - chance) : undefined;
}
