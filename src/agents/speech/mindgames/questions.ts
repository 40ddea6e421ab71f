/**
 * What a question of the persuader asks: what the target knows (know, heard, told), how it ranks the proposals, or what it likes. It is put to
 * the target and about the game: a word that no such question has, somebody else's name or a cup of tea, and it asks none of these.
 */
import type { NamedCell } from '../../../core/index.ts';
import { literal, marksIn, type Phrases, wordsOf } from '../marks.ts';
import { attributesIn, type Names, patternsOf, proposalsIn } from './names.ts';

export interface Asked {
  readonly likes: readonly string[];
  readonly cells: readonly NamedCell[];
  readonly ranking: boolean;
}

const ASKS =
  /\?\s*$|^(?:so |and |now |please |hello |hi )*(?:rank\b|tell me|let me know|i (?:would|'d) (?:like|love) to (?:know|hear)|please (?:tell|share|say|rank))/;

export const isQuestion = (text: string) => ASKS.test(text);

/** Asks about asking, about somebody else, what is offered, or not in earnest. */
const BESIDE_THE_QUESTION =
  /["“”]|\b(?:is that right|is it true|(?:good|bad) for you)\b|(?<!\b(?:may|can|could) i )(?<!\blet me )\bask\b|^(?:please )?(?:do not(?! you)|never)\b|\bi (?:feel|like|want|prefer|value|rank|know|told|said)\b|\bwould you like\b(?! (?:to see|it if|if|more|less|fewer|higher|lower|longer|shorter)\b)|^(?:so |and )?you (?:already )?know\b/;
const PHRASES: Phrases = [
  [
    /\b(?:i (?:would|'d) )?(?:like|love) to (?:know|hear)\b|\b(?:let|tell) me(?: know)?\b|\bbefore we start\b|\bright now\b/,
    'please',
  ],
  [/\bfor or against\b|\bin favour of\b|\bwant (?:pupils|students) to\b/, 'like'],
  [/\b(?:know|knows|aware(?: of)?|heard|told|information|informed|learn(?:ed|t)?)\b/, 'know'],
  [
    /\blike (?:the )?(?:best|most|least)\b|\b(?:prefer|prefers|favou?rs?|favou?rites?|rank|ranking|choose|pick|go (?:for|with)|lean(?:ing)?|decide|order|vote|best)\b/,
    'rank',
  ],
  [
    /\b(?:likes?|dislikes?|priorit\w+|matters?|preferences?|values?|cares?(?: about)?|wants?|important|importance)\b/,
    'value',
  ],
  [
    /\b(?:enjoy|love|hate|mind|support|avoid|feel (?:about|towards)|feelings|opinion|view|attitude|see|desirable|good|bad|happy|rather|better|concern)\b|\bthink (?:of|about)\b/,
    'like',
  ],
];
const BESIDE = wordsOf(
  `a about again already also am among an and any anything are as at be been between by can could currently current decide describe did do does each
  effect effects affect affects impact influence change changes everything eyes far fewer for from had happen has have hello hi higher how i if in increase
  increased increases decrease decreased decreases raise raises lower lowers reduce reduces is it its know least less like longer lower make makes may ask
  let me moment more most much most my not now of on one ones option options or order plan plans please proposal proposals really say share shorter
  should so something still strongly than that the them these thing things think this those three to today too towards under very was what where whether which
  who whom will with would worst you your yours all every`,
);
const GENERAL = /\bwhat\b|\bwhich things\b|\bpriorities\b|\bpreferences\b/;

/** What it asks; undefined where it asks nothing of this game. After a question about likes "and noise?" asks the same. */
export function questionIn(sentence: string, names: Names, after: Asked | undefined): Asked | undefined {
  const target = new RegExp(names.target === undefined ? '(?!)' : `\\b${literal(names.target)}\\b`, 'gi');
  const text = sentence.replace(target, 'you').toLowerCase();
  if (BESIDE_THE_QUESTION.test(text)) return undefined;
  const marks = marksIn(markedIn(sentence.replace(target, 'you'), names), [...named(names), ...PHRASES], BESIDE);
  if (!marks) return undefined;
  const has = (mark: string) => marks.includes(mark);
  const [proposals, attributes] = [proposalsIn(sentence, names), attributesIn(text, names)];
  const toTarget = /\byour?s?\b/.test(text) || has('please') || /^(?:please )?rank\b/.test(text);
  const none = { likes: [], cells: [], ranking: false };
  if (/^(?:and|or|(?:and )?(?:what|how) about)\b/.test(text) && attributes.length > 0 && !has('know'))
    return proposals.length === 0 && (after?.likes.length || !/^(?:and|or)\b/.test(text) || toTarget)
      ? { ...none, likes: attributes }
      : undefined;
  if (!toTarget) return undefined;
  if (has('know')) {
    if (proposals.length + attributes.length === 0 && !/\b(?:everything|all|proposals?)\b/.test(text)) return undefined;
    return { ...none, cells: cellsIn(sentence, names) };
  }
  if (attributes.length > 0)
    // What a proposal does to it is no question of this game.
    return proposals.length === 0 && (has('like') || has('value') || has('rank'))
      ? { ...none, likes: attributes }
      : undefined;
  if (has('rank')) return /\bnot\b/.test(text) ? undefined : { ...none, ranking: true };
  if (has('value') && proposals.length === 0 && GENERAL.test(text) && !/\b(?:it|that|this|them)\b/.test(text))
    return { ...none, likes: names.attributes.map(({ name }) => name) };
  return has('value') && /\bwhich (?:one|of them|of the three|proposals?|plans?|options?)\b/.test(text)
    ? { ...none, ranking: true }
    : undefined;
}

/** "of A on this and of C on that" are two. */
function cellsIn(sentence: string, names: Names): NamedCell[] {
  return sentence.split(/,? and (?=of )/).flatMap((group) => {
    const [some, of] = [proposalsIn(group, names), attributesIn(group.toLowerCase(), names)];
    const attributes = of.length > 0 ? of : names.attributes.map(({ name }) => name);
    return (some.length > 0 ? some : names.proposals).flatMap((proposal) =>
      attributes.map((attribute) => ({ proposal, attribute })),
    );
  });
}

/** In small letters, but for proposals, which are written large: "a" is none. */
function markedIn(sentence: string, names: Names): string {
  return patternsOf(names)
    .proposals.reduce((text, [pattern]) => text.replace(pattern, ' ¶ '), sentence)
    .toLowerCase();
}

const named = (names: Names): Phrases => [
  [/¶/, 'proposal'],
  ...patternsOf(names).attributes.map(({ pattern }) => [pattern, 'attribute'] as const),
];
