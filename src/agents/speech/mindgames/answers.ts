/**
 * What a target's words say, read by rules: what it likes, what it knows, how it ranks the proposals and which one it chooses. As with
 * a persuader's words, a sentence is understood whole or it is not, and one that is not may take back what the others say.
 */
import type { Effect, MindgamesFacts, NamedEffect } from '../../../core/index.ts';
import { isCourtesy } from '../courtesies.ts';
import { choiceIn } from './choices.ts';
import { attributesIn, marked, N, type Names, P, PS, sentencesIn } from './names.ts';
import { namesOf } from './read.ts';
import { NOTHING_BEFORE, statementIn } from './statements.ts';

export interface Said {
  readonly likes: ReadonlyMap<string, Effect>;
  readonly known: readonly NamedEffect[];
  /** The best first, those that tie together. */
  readonly ranking: readonly (readonly string[])[] | undefined;
  readonly choice: string | undefined;
  /** The first sentence that is not understood. */
  readonly unread: string | undefined;
}

const NS = `(?:more )?${N}(?:(?:, and |, or |, | and | or )(?:more )?${N})*`;
const FEELINGS: readonly (readonly [string, Effect])[] = [
  ['(?:am indifferent to|do not care (?:either way )?about|have no feelings about)', 0],
  ['(?:dislike|do not like|am against|hate)', -1],
  ['(?:do )?(?:like|love|want|favour|value)', 1],
];
const FEELS = `(?:${FEELINGS.map(([feel]) => feel).join('|')}) ${NS}`;
const FEEL = new RegExp(
  `^(?:(?:well|yes|hello|oh), )?i (?:also )?${FEELS}(?:(?:, and |, but |, | and | but )(?:i )?(?:also )?${FEELS})*(?: too| as well)?$`,
);
const HEARD = /^i see: /;
const LACKS = new RegExp(
  `^i (?:have no information|do not know(?: anything)?|know nothing) (?:about|of) (?:(?:the effects? of )?${PS}(?: on ${NS})?|${NS})$`,
);
const KNOWS = /^as far as i know[:,]? |^i (?:know|have heard)(?: that)? /;

export function readAnswers(words: string, facts: MindgamesFacts): Said {
  const names = namesOf(facts);
  const likes = new Map<string, Effect>();
  const known: NamedEffect[] = [];
  let ranking: Said['ranking'];
  let choice: string | undefined;
  let unread: string | undefined;
  const told = (text: string) => {
    const { cells, denied } = statementIn(text, names, NOTHING_BEFORE) ?? NOTHING_BEFORE;
    const same = (a: NamedEffect, b: NamedEffect) => a.proposal === b.proposal && a.attribute === b.attribute;
    return cells.length > 0 && !cells.some((cell) => denied.some((one) => same(cell, one))) ? cells : undefined;
  };
  for (const sentence of sentencesIn(words)) {
    const text = marked(sentence, names);
    const felt = feelingsIn(text, names);
    const ranked = rankingIn(text, facts.proposals);
    const chosen = choiceIn(sentence, facts.proposals);
    const cells = told(text.replace(KNOWS, ''));
    // What it was told, said again, and what it does not know: no answers, as long as they say no more.
    const idle = (HEARD.test(text) && told(text.replace(HEARD, ''))) || LACKS.test(text);
    // What is asked is not said.
    if (/\?$/.test(text)) unread ??= sentence;
    else if (felt)
      for (const [name, effect] of felt) {
        if ((likes.get(name) ?? effect) !== effect) unread ??= sentence;
        likes.set(name, effect);
      }
    else if (idle) continue;
    else if (cells) known.push(...cells);
    else if (ranked && !ranking) ranking = ranked;
    else if (chosen !== undefined && (choice ?? chosen) === chosen) choice = chosen;
    else if (!isCourtesy(text) && text !== 'i have nothing to say to that') unread ??= sentence;
  }
  return { likes, known, ranking, choice, unread };
}

/** "I like jobs and traffic, and I dislike noise." */
function feelingsIn(text: string, names: Names): [string, Effect][] | undefined {
  if (!FEEL.test(text)) return undefined;
  const felt: [string, Effect][] = [];
  for (const [said] of text.matchAll(new RegExp(FEELS, 'g'))) {
    const effect = FEELINGS.find(([feel]) => new RegExp(`^${feel} `).test(said))?.[1] as Effect;
    // Who likes this or that has not said which; "or" lists what one is indifferent to.
    if (/ or /.test(said) && effect !== 0) return undefined;
    felt.push(...attributesIn(said, names).map((name): [string, Effect] => [name, effect]));
  }
  return felt;
}

const LEVEL = `${P}(?:(?:(?:, |,? and )${P})+ (?:are )?(?:tied|level|alike))?`;
const BETTER = '(?:,? then | over | before | ahead of |,? followed by )';
const RANKED = new RegExp(
  `^(?:i (?:would )?(?:rank|order)(?: them| the proposals)?(?:,? (?:the )?best first)?[:,]? |my (?:ranking|order)(?: is|:) )?(${LEVEL}(?:${BETTER}${LEVEL})*)$`,
);

/** All three in an order: "A, then B and C tied", "I rank A over B over C". */
function rankingIn(text: string, proposals: readonly string[]): string[][] | undefined {
  const levels = RANKED.exec(text)?.[1]
    ?.split(new RegExp(BETTER))
    .map((level) => [...level.matchAll(/§(\d)/g)].map((hit) => proposals[Number(hit[1])] as string));
  const named = levels?.flat() ?? [];
  return named.length === proposals.length && new Set(named).size === named.length ? levels : undefined;
}
