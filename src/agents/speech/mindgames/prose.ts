/**
 * What a persuader's prose does, read by rules: cells that it tells (statements.ts), and what it asks (questions.ts).
 *
 * The grammar is closed: a sentence is a statement, a question, an urging or a courtesy of it, whole, with every word accounted for, or it is
 * not understood. One that is not may take back, hedge, quote or give to somebody else what another says, so beside it nothing binds. Who is
 * not understood has said nothing false. READER_VERSION (parse/) is raised whenever the same words could be read otherwise.
 */
import type { Effect, NamedCell, PersuaderMessage } from '../../../core/index.ts';
import { isCourtesy } from '../courtesies.ts';
import { marked, type Names, sentencesIn } from './names.ts';
import { type Asked, questionIn } from './questions.ts';
import { NOTHING_BEFORE, statementIn, type Told } from './statements.ts';

export type Read = Pick<PersuaderMessage, 'disclose' | 'motivational' | 'informational' | 'inferential'>;

/** What the understood sentences say, and the first of the others. */
export interface Prose extends Read {
  readonly unread: string | undefined;
}

/** The words as acts: none where a sentence of them is not understood. Attributes are named as the story has them. */
export function readProse(words: string, names: Names): Read {
  const { unread, ...read } = proseIn(words, names);
  return unread === undefined ? read : { disclose: [], motivational: [], informational: [], inferential: [] };
}

export const bindsNothing = (read: Read) =>
  [read.disclose, read.motivational, read.informational, read.inferential].every(({ length }) => length === 0);

export function proseIn(words: string, names: Names): Prose {
  const told = new Map<string, NamedCell & { effect: Effect }>();
  const denied = new Map<string, string>();
  const asked: Asked[] = [];
  let before: Told = NOTHING_BEFORE;
  let unread: string | undefined;
  for (const sentence of sentencesIn(words)) {
    const text = marked(sentence, names);
    const statement = statementIn(text, names, before);
    const question = statement ? undefined : questionIn(text, names, asked.at(-1));
    if (question) asked.push(question);
    else if (!statement && !isCourtesy(text)) unread ??= sentence;
    for (const cell of statement?.cells ?? []) {
      const key = `${cell.proposal}|${cell.attribute}`;
      // Two things that are said of one cell take each other back.
      if ((told.get(key)?.effect ?? cell.effect) !== cell.effect) unread ??= sentence;
      told.set(key, cell);
    }
    for (const { proposal, attribute, effect } of statement?.denied ?? [])
      denied.set(`${proposal}|${attribute}|${effect}`, sentence);
    before = statement ?? NOTHING_BEFORE;
  }
  for (const { proposal, attribute, effect } of told.values())
    unread ??= denied.get(`${proposal}|${attribute}|${effect}`);
  const cells = new Map(asked.flatMap((one) => one.cells).map((cell) => [`${cell.proposal}|${cell.attribute}`, cell]));
  return {
    disclose: [...told.values()],
    motivational: [...new Set(asked.flatMap(({ likes }) => likes))],
    informational: [...cells.values()],
    inferential: asked.some(({ ranking }) => ranking) ? [...names.proposals] : [],
    unread,
  };
}
