/**
 * Tells from words: every place where a pattern speaks, with its span, its score and what it means.
 *
 * Which matches count is settled in match.ts; where two hits of one signal overlap, the stronger one stays. A score is a
 * judgement of the words, not a probability that they are true.
 */
import { matcher } from './match.ts';
import { patterns, type Signal } from './patterns.ts';

export interface Hit {
  readonly signal: Signal;
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly score: number;
  readonly explanation: string;
}

/** The strongest score of each signal that spoke at all. */
export type Aggregate = Readonly<Partial<Record<Signal, number>>>;

const patternMatcher = matcher(patterns);

/** Messages already read: a seat reads the whole conversation again in every turn. */
const read = new Map<string, readonly Hit[]>();
const MOST_READ = 1000;

/** Every tell in the words, in order. */
export function readWords(text: string): readonly Hit[] {
  let hits = read.get(text);
  if (hits === undefined) {
    hits = tellsIn(text);
    if (read.size >= MOST_READ) read.clear();
    read.set(text, hits);
  }
  return hits;
}

function tellsIn(text: string): Hit[] {
  const hits = patternMatcher.claims(text).map(({ phrase, ...place }): Hit => {
    const { signal, score, explanation } = phrase;
    return { signal, ...place, score: typeof score === 'number' ? score : score(place.text), explanation };
  });
  return strongest([...hits, ...loudness(text)]);
}

/** As BazaarBATNA's highlighter read: its patterns only, no spelling, no negation, wear on the scale of condition. */
export function readWordsAsBazaar(text: string): Hit[] {
  const hits = patternMatcher.literal(text).flatMap(({ phrase, ...place }): Hit[] => {
    const { signal, bazaar: score, explanation } = phrase;
    return score === undefined
      ? []
      : [{ signal: signal === 'wear' ? 'condition' : signal, ...place, score, explanation }];
  });
  return strongest(hits);
}

export function aggregate(hits: readonly Hit[]): Aggregate {
  const scores: Partial<Record<Signal, number>> = {};
  for (const { signal, score } of hits) scores[signal] = Math.max(score, scores[signal] ?? 0);
  return scores;
}

/** Shouting: two or more words in capitals, or a row of exclamation marks. */
function loudness(text: string): Hit[] {
  const found: Hit[] = [];
  const add = (match: RegExpMatchArray, score: number, explanation: string) => {
    const start = match.index as number;
    found.push({ signal: 'escalation', start, end: start + match[0].length, text: match[0], score, explanation });
  };
  for (const match of text.matchAll(/\b\p{Lu}{3,}(?:\s+\p{Lu}{2,})+\b/gu)) add(match, 0.5, 'shouts');
  for (const match of text.matchAll(/!{2,}/g)) add(match, 0.4, 'exclaims');
  return found;
}

/** Of hits of one signal that overlap, the strongest; the longer one where they are equal. */
function strongest(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  const ranked = [...hits].sort(
    (a, b) => b.score - a.score || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  for (const hit of ranked) {
    const overlaps = kept.some((k) => k.signal === hit.signal && hit.start < k.end && k.start < hit.end);
    if (!overlaps) kept.push(hit);
  }
  return kept.sort((a, b) => a.start - b.start || a.end - b.end);
}
