/**
 * What a target's words say, read by rules: what it likes, what it knows, how it ranks the proposals and which one it chooses. As with
 * a persuader's words, a sentence with a word that is not known says nothing.
 */
import type { Effect, MindgamesFacts, NamedEffect } from '../../../core/index.ts';
import { literal, marksIn, naming, type Phrases, plainly, sentencesOf, wordsOf } from '../marks.ts';
import type { Names } from './names.ts';
import { readProse, TAKEN_BACK } from './prose.ts';
import { chosenIn, namesOf } from './read.ts';

export interface Said {
  readonly likes: ReadonlyMap<string, Effect>;
  readonly known: readonly NamedEffect[];
  /** The best first, those that tie together. */
  readonly ranking: readonly (readonly string[])[] | undefined;
  readonly choice: string | undefined;
  /** A sentence about the game that could not be read. */
  readonly unread: string | undefined;
}

const FEELINGS: readonly (readonly [RegExp, Effect])[] = [
  [/\bi (?:am indifferent to|do not care (?:either way )?about|have no feelings about)\b/, 0],
  [/\bi (?:dislike|do not like|am against|hate)\b/, -1],
  [/\bi (?:do )?(?:like|love|want|favour|value)\b/, 1],
];
const BESIDE = wordsOf('and or the a i more also as for it so too well yes');
const HEARD = /^i see:\s*/i;
const LACKS = /^i (?:have no information|do not know(?: anything)?|know nothing) (?:about|of)\b/;
const LACKING = wordsOf(
  'i have no information do not know anything nothing about of the effect effects on and or proposal proposals',
);
const KNOWS = /^as far as i know\W*|^i (?:know|have heard)(?: that)?\b/;

export function readAnswers(words: string, facts: MindgamesFacts): Said {
  const names = namesOf(facts);
  const likes = new Map<string, Effect>();
  const known: NamedEffect[] = [];
  let ranking: Said['ranking'];
  let choice: string | undefined;
  let unread = TAKEN_BACK.test(plainly(words)) ? words : undefined;
  for (const sentence of sentencesOf(words.replaceAll(';', '.'))) {
    const text = plainly(sentence);
    if (/^i have nothing to say to that\b/.test(text)) continue;
    // What it was told, said again, and what it does not know: no answers, as long as they say no more.
    if (HEARD.test(text) && readProse(capital(sentence.replace(HEARD, '')), names).disclose.length > 0) continue;
    if (LACKS.test(text) && marksIn(text, [...attributesOf(names), ...proposalsOf(names)], LACKING)) continue;
    const felt = feelingsIn(text, names);
    // What is asked is not said.
    if (/\?\s*$/.test(text)) unread ??= isAbout(sentence, names) ? sentence : undefined;
    else if (felt)
      for (const [name, effect] of felt) {
        if ((likes.get(name) ?? effect) !== effect) unread ??= sentence;
        likes.set(name, effect);
      }
    else {
      const cells = readProse(capital(sentence.replace(new RegExp(KNOWS.source, 'i'), '').trim()), names).disclose;
      const ranked = rankingIn(sentence, facts.proposals);
      const chosen = chosenIn(sentence, facts.proposals);
      if (cells.length > 0) known.push(...cells);
      else if (ranked) ranking = ranked;
      else if (chosen !== undefined) choice = chosen;
      else if (isAbout(sentence, names)) unread ??= sentence;
    }
  }
  return { likes, known, ranking, choice, unread };
}

function isAbout(sentence: string, { proposals, attributes }: Names): boolean {
  const words = attributes.flatMap(({ name, also }) => [name, ...also]);
  return (
    words.some((word) => new RegExp(naming(word), 'u').test(plainly(sentence))) ||
    proposals.some((name) => new RegExp(`(?<![\\p{L}'])${literal(name)}(?![\\p{L}'])`, 'u').test(sentence))
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function attributesOf({ attributes }: Names): Phrases {
  return attributes
    .flatMap(({ name, also }) => [name, ...also].map((word) => [word, name] as const))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([word, name]) => [new RegExp(naming(word), 'u'), name] as const);
}

const proposalsOf = ({ proposals }: Names): Phrases =>
  proposals.map((name) => [new RegExp(naming(name), 'u'), name] as const);

function feelingsIn(text: string, names: Names): [string, Effect][] | undefined {
  const phrases: Phrases = [
    ...FEELINGS.map(([phrase, effect]) => [phrase, `=${effect}`] as const),
    ...attributesOf(names),
  ];
  const marks = marksIn(text, phrases, BESIDE);
  if (!marks?.[0]?.startsWith('=') || marks.length < 2) return undefined;
  // Who likes this or that has not said which; "or" lists what one is indifferent to.
  if (/\bor\b/.test(text) && marks.some((mark) => mark === '=1' || mark === '=-1')) return undefined;
  let now: Effect = 0;
  return marks.flatMap((mark): [string, Effect][] => {
    if (!mark.startsWith('=')) return [[mark, now]];
    now = Number(mark.slice(1)) as Effect;
    return [];
  });
}

/** All three in an order: "A, then B and C tied", "I rank A over B over C". */
function rankingIn(sentence: string, proposals: readonly string[]): string[][] | undefined {
  const phrases: Phrases = [
    [/\b(?:then|over|before|ahead of|followed by)\b/, '>'],
    [/\b(?:tied|equally|alike|level)\b/, '='],
  ];
  // Names are written large, so that an article is none.
  const marked = proposals.reduce(
    (text, name, i) => text.replace(new RegExp(naming(name).replace(name.toLowerCase(), name), 'gu'), ` proposal${i} `),
    sentence,
  );
  const named: Phrases = proposals.map((name, i) => [new RegExp(`\\bproposal${i}\\b`), name] as const);
  const marks = marksIn(plainly(marked), [...phrases, ...named], RANKING);
  if (!marks || marks.filter((mark) => proposals.includes(mark)).length !== proposals.length) return undefined;
  if (new Set(marks.filter((mark) => proposals.includes(mark))).size !== proposals.length) return undefined;
  const levels: string[][] = [[]];
  for (const mark of marks) {
    if (mark === '>') levels.push([]);
    else if (mark !== '=') (levels.at(-1) as string[]).push(mark);
  }
  const ties = levels.filter((level) => level.length > 1).length;
  const even = marks.filter((mark) => mark === '=').length;
  return levels.some((level) => level.length === 0) || ties !== even ? undefined : levels;
}
const RANKING = wordsOf(
  'i rank them the best first and proposal proposals prefer most like is are would now my ranking order of',
);
