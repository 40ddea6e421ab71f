/**
 * What a target's words say, read by rules: what it likes, what it knows, how it ranks the proposals and which one it chooses. As with
 * a persuader's words, a sentence is understood whole or it is not, and one that is not may take back what the others say.
 */
import type { Effect, MindgamesFacts, NamedCell, NamedEffect } from '../../../core/index.ts';
import { isCourtesy } from '../courtesies.ts';
import { createGrammar, type Rules, sentencesIn } from '../grammar.ts';
import { choices } from './choices.ts';
import { lists, namesIn, namesOf } from './names.ts';
import { toldIn } from './prose.ts';

export interface Said {
  readonly likes: ReadonlyMap<string, Effect>;
  readonly known: readonly NamedEffect[];
  /** What it says that it does not know. */
  readonly unknown: readonly NamedCell[];
  /** The best first, those that tie together. */
  readonly ranking: readonly (readonly string[])[] | undefined;
  readonly choice: string | undefined;
  /** All that are chosen in one sentence or another. */
  readonly choices: readonly string[];
  /** The first sentence that is not understood. */
  readonly unread: string | undefined;
}

type Felt = readonly (readonly [string, Effect])[];
const feels =
  (effect: Effect) =>
  (names: string[]): Felt =>
    names.map((name) => [name, effect]);
const answers: Rules = {
  feel: [
    ['like {ns}', feels(1)],
    ['dislike {ns}', feels(-1)],
    ['am indifferent to {ns}', feels(0)],
  ],
  feels: [
    ['i {feel}', (felt: Felt) => felt],
    ['i {feel} (,|) (and|but) (i|) {feel}', (felt: Felt, more: Felt) => [...felt, ...more]],
  ],
  level: [
    ['{p}', (p: string) => [p]],
    ['{ps} (are|) tied', (ps: string[]) => ps],
  ],
  levels: [
    ['{level}', (level: string[]) => [level]],
    ['{level} ((,|) then|over) {levels}', (level: string[], rest: string[][]) => [level, ...rest]],
  ],
  ranked: [['(i rank them , the best first :|i rank|my ranking is|) {levels}', (levels: string[][]) => levels]],
  idle: [
    ['i have no information about the effect of {some} on {ns}', (of: string[], on: string[]) => ({ of, on })],
    ['i have nothing to say to that', () => ({ of: [], on: [] })],
  ],
};
const reads = createGrammar({ ...lists, ...choices, ...answers });
const KNOWS = ['as', 'far', 'as', 'i', 'know', ':'];

export function readAnswers(words: string, facts: MindgamesFacts): Said {
  const names = namesOf(facts);
  const likes = new Map<string, Effect>();
  const known: NamedEffect[] = [];
  const unknown: NamedCell[] = [];
  let ranking: Said['ranking'];
  const choices = new Set<string>();
  let unread: string | undefined;
  for (const sentence of sentencesIn(words, namesIn(names))) {
    const after = (start: readonly string[]) =>
      start.every((text, i) => sentence.tokens[i]?.text === text)
        ? { ...sentence, tokens: sentence.tokens.slice(start.length) }
        : undefined;
    const told = toldIn(after(KNOWS) ?? sentence, names);
    const felt = reads<Felt>('feels', sentence);
    const levels = reads<string[][]>('ranked', sentence);
    const ranked = levels?.flat().sort().join() === [...facts.proposals].sort().join() ? levels : undefined;
    const chosen = reads<string>('choice', sentence);
    const idle = reads<{ of: string[]; on: string[] }>('idle', sentence);
    if (felt)
      for (const [name, effect] of felt) {
        if ((likes.get(name) ?? effect) !== effect) unread ??= sentence.said;
        likes.set(name, effect);
      }
    else if (told && !told.urges && sentence.end !== '?') known.push(...told.cells);
    else if (ranked && !ranking) ranking = ranked;
    else if (chosen !== undefined) {
      choices.add(chosen);
      if (choices.size > 1) unread ??= sentence.said;
    } else if (idle)
      for (const proposal of idle.of.includes('*') ? names.proposals : idle.of)
        unknown.push(...idle.on.map((attribute) => ({ proposal, attribute })));
    else if (!isCourtesy(sentence)) unread ??= sentence.said;
  }
  const [choice] = choices;
  return { likes, known, unknown, ranking, choice, choices: [...choices], unread };
}
