/**
 * Sentences made from the vocabulary of the reader and what may stand near it, whose truth is known from how they were made: the reader may not
 * understand one, and never reads another thing than the truth.
 */
import { expect, test } from 'vitest';
import { repetitions } from '../../../../test/repetitions.ts';
import { createRng, type MindgamesFacts, mindgamesSamplers, type Rng } from '../../../core/index.ts';
import { namesOf } from './names.ts';
import { proseIn } from './prose.ts';

const facts = mindgamesSamplers.solution(1, { story: 'night-buses', talk: 'prose' }).public as MindgamesFacts;
const names = namesOf(facts);
const { proposals, attributes } = facts;

interface Made {
  readonly words: string;
  readonly says: readonly string[];
}

const some = (rng: Rng, list: readonly string[]) => rng.shuffle(list).slice(0, 1 + rng.integer(3));
const listed = (rng: Rng, list: readonly string[], last = 'and') =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')}${rng.pick([' ', ', '])}${last} ${list.at(-1)}`;
const cells = (of: readonly string[], on: readonly string[], effect: string) =>
  of.flatMap((proposal) => on.map((attribute) => `${proposal} ${attribute} ${effect}`));
const JOINTS = [' and ', ', and ', ', ', ' but ', ', but ', ' while ', ', whereas ', '; ', '. '];

function deed(rng: Rng, plural: boolean): { words: string; on: string[]; effect: string } {
  const on = some(rng, attributes);
  const s = plural ? '' : 's';
  const [words, effect] = rng.pick([
    [`increase${s} ${listed(rng, on)}`, 'up'],
    [`raise${s} ${listed(rng, on)}`, 'up'],
    [`reduce${s} ${listed(rng, on)}`, 'down'],
    [`${plural ? 'cut' : 'lowers'} ${listed(rng, on)}`, 'down'],
    [`will increase ${listed(rng, on)}`, 'up'],
    [`${plural ? 'have' : 'has'} no effect on ${listed(rng, on, 'or')}`, 'none'],
    [`leave${s} ${listed(rng, on)} unchanged`, 'none'],
    [`bring${s} more ${on.join(' and more ')}`, 'up'],
    [`mean${s} less ${on.join(', less ')}`, 'down'],
  ] as const);
  return { words, on, effect };
}

function clause(rng: Rng): Made {
  const of = some(rng, proposals);
  const first = deed(rng, of.length > 1);
  switch (rng.integer(4)) {
    case 0: {
      const second = deed(rng, of.length > 1);
      return {
        words: `${listed(rng, of)} ${first.words}${rng.pick([' and ', ', ', ', but '])}${second.words}`,
        says: [...cells(of, first.on, first.effect), ...cells(of, second.on, second.effect)],
      };
    }
    case 1: {
      const [becomes, effect] = rng.pick([
        ['increase', 'up'],
        ['rises', 'up'],
        ['fall', 'down'],
        ['goes down', 'down'],
        ['stays the same', 'none'],
      ] as const);
      const under = `${rng.pick(['with', 'under'])} ${listed(rng, of)}`;
      const on = listed(rng, first.on);
      return {
        words: rng.pick([`${on} ${becomes} ${under}`, `${under} ${on} ${becomes}`, `${under}, ${on} ${becomes}`]),
        says: cells(of, first.on, effect),
      };
    }
    default:
      return { words: `${listed(rng, of)} ${first.words}`, says: cells(of, first.on, first.effect) };
  }
}

const BEFORE = [
  'Nobody says that ',
  'If ',
  'Perhaps ',
  'I doubt that ',
  'It is false that ',
  'Only ',
  'My uncle thinks: ',
  'Not ',
  'At least ',
];
const AFTER = [
  ', they say',
  ' than B',
  ' or not',
  ', not',
  '?',
  ' at night',
  ', or C does',
  ' and so on',
  ' (no)',
  '. Just kidding',
  '. Not',
  '. Or is it C',
  '. C does not',
  ' too much',
];
const WITHIN = [
  'hardly',
  'never',
  'not',
  'neither',
  'almost',
  'no longer',
  'does not',
  'or',
  'nor',
  'only',
  '"',
  'a',
  'they',
  'which',
];
const LIKENESSES = ['the same', 'alike', 'as high as before', 'no different'];

/** What says something else than its parts, or nothing. */
function spoilt(rng: Rng, words: string): string {
  const tokens = words.split(' ');
  const at = 1 + rng.integer(Math.max(1, tokens.length - 1));
  switch (rng.integer(5)) {
    case 0:
      return rng.pick(BEFORE) + words;
    case 1:
      return words + rng.pick(AFTER);
    case 2:
      return [...tokens.slice(0, at), rng.pick(WITHIN), ...tokens.slice(at)].join(' ');
    case 3:
      return `${rng.pick(attributes)} is ${rng.pick(LIKENESSES)} under ${listed(rng, rng.shuffle(proposals).slice(0, 2))}`;
    default:
      return `${words}${rng.pick(JOINTS)}${listed(rng, some(rng, proposals))} ${rng.pick(['harm it', 'protects jobs', 'slows it', 'does too', 'do not', 'follow'])}`;
  }
}

function made(seed: number): Made {
  const rng = createRng(seed).split('made');
  const clauses = Array.from({ length: 1 + rng.integer(3) }, () => clause(rng));
  const joined = clauses.reduce((all, { words }) => (all === '' ? words : `${all}${rng.pick(JOINTS)}${words}`), '');
  const says = [...new Set(clauses.flatMap((one) => one.says))];
  const effects = new Set(says.map((one) => one.replace(/ \w+$/, '')));
  const spoils = rng.float() < 0.5;
  const words = spoils ? spoilt(rng, joined) : joined;
  // What contradicts itself says neither.
  return { words: `${words}.`, says: spoils || effects.size < says.length ? [] : says };
}

test('of made sentences nothing is read but what they were made to say', () => {
  let understood = 0;
  const count = repetitions(20_000, 200);
  for (let seed = 0; seed < count; seed++) {
    const { words, says } = made(seed);
    const { unread, disclose, motivational, informational, inferential } = proseIn(words, names);
    if (unread !== undefined) continue;
    understood++;
    const read = disclose.map(
      ({ proposal, attribute, effect }) => `${proposal} ${attribute} ${{ 1: 'up', [-1]: 'down', 0: 'none' }[effect]}`,
    );
    expect(read.sort(), words).toEqual([...says].sort());
    expect([motivational, informational, inferential], words).toEqual([[], [], []]);
  }
  // A reader that understands nothing would pass.
  expect(understood).toBeGreaterThan(count / 20);
});
