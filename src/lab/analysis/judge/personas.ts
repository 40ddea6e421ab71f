/**
 * Which persona was the seller? A judge that is not the seller reads the last twelve turns and chooses; the answers are kept in
 * judgements.jsonl, so that a report can be made again without a model. The spec says which persona it was asked to be.
 */
import { z } from 'zod';
import { quoted, type shopkeeperPersonas } from '../../../agents/index.ts';
import { type Episode, takenOf } from '../../../core/index.ts';
import { createAppender, readJsonLines } from '../../../models/node/json-lines.ts';
import { judgementsFile } from '../../experiment/ordered-writer.ts';
import type { Judge } from './model.ts';

const line = z.object({
  episode: z.string(),
  judge: z.string(),
  fingerprint: z.string(),
  expected: z.string(),
  choice: z.string().nullable(),
  votes: z.array(z.string().nullable()),
  /** In how many orders the answers were shown: that many votes are independent. Older files asked in two, each repeated. */
  orders: z.number().int().default(2),
});
export type Judgement = z.output<typeof line>;

/** The votes that are no repetition of another. */
export function independentVotes({ votes, orders }: Pick<Judgement, 'votes' | 'orders'>): (string | undefined)[] {
  return votes.slice(0, orders).map((vote) => vote ?? undefined);
}

const TURNS_SHOWN = 12;
const TASK =
  'You read the end of a negotiation between a buyer and a seller, and say how the seller carried itself. Judge the manner of the seller alone, not the deal.';
const choices: Readonly<Record<(typeof shopkeeperPersonas)[number], string>> = {
  default: 'businesslike and even-tempered',
  firm: 'holds its line, concedes slowly and gives reasons for refusing',
  flexible: 'warm and ready to move in small steps',
  deceptive: 'bluffs: other offers, little time, claims that cannot be checked',
};

export function readJudgements(folder: string): Map<string, Judgement> {
  const read = readJsonLines(judgementsFile(folder)).map(({ value }) => line.parse(value));
  return new Map(read.map((judgement) => [judgement.episode, judgement]));
}

/** Judges every game whose seller has a persona and that is not judged yet; gives back how many it judged. */
export async function judgePersonas(
  folder: string,
  episodes: readonly Episode[],
  judge: Judge,
  signal?: AbortSignal,
): Promise<number> {
  const known = readJudgements(folder);
  const append = createAppender(judgementsFile(folder));
  let judged = 0;
  for (const episode of episodes) {
    const expected = /[?&]persona=(\w+)/.exec(episode.seats.seller?.spec ?? '')?.[1];
    if (expected === undefined || !Object.hasOwn(choices, expected) || known.has(episode.id)) continue;
    if (servedBy(episode).includes(judge.name))
      throw new RangeError(`${judge.name} is a seller here: a judge must not be the one it judges`);
    const { choice, votes } = await judge.judge({ task: TASK, evidence: dialogueOf(episode), choices }, { signal });
    const { name, fingerprint } = judge;
    const judgement = {
      episode: episode.id,
      judge: name,
      fingerprint,
      expected,
      choice: choice ?? null,
      votes: votes.map((vote) => vote ?? null),
      orders: votes.length,
    };
    await append(judgement satisfies Judgement);
    judged++;
  }
  return judged;
}

function servedBy({ events }: Episode): string[] {
  return events.flatMap((event) =>
    event.type === 'agent-note' && event.seat === 'seller' ? [(event.note as { model?: string }).model ?? ''] : [],
  );
}

function dialogueOf(episode: Episode): string {
  return takenOf(episode)
    .slice(-TURNS_SHOWN)
    .map(({ seat, act }) => {
      const price = 'price' in act ? ` ${(act as { price?: number }).price}` : '';
      return `${seat} [${act.type}${price}]: ${quoted(act.words ?? '')}`;
    })
    .join('\n');
}
