/**
 * What prose does in ptom, read by rules. The persuader asks how much something matters, tells one of its facts in the words of that fact,
 * or recommends; the target says how much something matters, whether it knew a fact and where it leans, or takes a recommendation or not.
 * A message does one of these, and a sentence that says none of them must not take back or hedge what another says.
 */
import {
  lastPtomAct,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomFact,
  type PtomPersuader,
  type PtomView,
  ptomActs,
} from '../../../core/index.ts';
import type { Parsed } from '../../parse/index.ts';
import { isCourtesy } from '../courtesies.ts';
import { marksIn, naming, type Phrases, plainly, sentencesOf, wordsOf } from '../marks.ts';

export function readPtomProse(words: string, view: PtomView): Parsed<PtomAct> {
  const said = words.trim();
  if (said === '') return { problem: 'the message is empty; write some words' };
  const acts = distinct(view.seat === 'persuader' ? persuading(said, view) : listening(said, view));
  if (acts.length > 1) return { problem: 'the message does several things; do one' };
  const [act] = acts;
  if (!act)
    return { problem: `the message is understood as none of ${ptomActs(view).join(', ')}; say it more plainly` };
  return ptomActs(view).includes(act.type)
    ? { act: { ...act, words: said } }
    : { problem: `the message is understood as ${act.type}, and now one can ${ptomActs(view).join(' or ')}` };
}

function distinct(acts: readonly PtomAct[]): PtomAct[] {
  return acts.filter((act, i) => acts.findIndex((one) => JSON.stringify(one) === JSON.stringify(act)) === i);
}

function persuading(words: string, view: PtomView): PtomAct[] {
  const { facts } = view.own as PtomPersuader;
  // The whole first: a fact may be of several sentences.
  const whole = factIn(words, facts);
  if (whole) return [{ type: 'disclose', fact: whole }];
  const sentences = sentencesOf(words);
  const read = sentences.map((sentence): PtomAct | undefined => {
    const fact = factIn(sentence, facts);
    if (fact) return { type: 'disclose', fact };
    const text = plainly(sentence);
    const about = topicIn(text, view);
    if (about !== undefined) return { type: 'ask', about };
    const option = recommendedIn(text, view);
    return option && { type: 'recommend', option };
  });
  return settled(sentences, read);
}

/** What the sentences do, unless one of the others says more than a courtesy: it may take back what they do. */
function settled(sentences: readonly string[], read: readonly (PtomAct | undefined)[]): PtomAct[] {
  const beside = sentences.filter((_, i) => !read[i]);
  return beside.every((one) => isCourtesy(plainly(one).replace(/[.!;]$/, ''))) ? read.flatMap((act) => act ?? []) : [];
}

const SMALL = wordsOf('a an the in at of to that this those these it its is are there on for');
const TOLD =
  /^(?:(?:hello|hi|well|so|and|also|oh)[, ]+)*(?:by the way,? ?|did you know(?: that|\?)? ?|(?:you should|please|do) (?:know|note)(?: that)? ?|(?:please )?(?:note|remember|consider)(?: that)? ?|let me (?:tell you|add)(?: that)?,? ?)/;

/** The one fact whose words these are, but for small ones, in their order. */
function factIn(words: string, facts: readonly PtomFact[]): PtomFact | undefined {
  const text = plainly(words);
  const rest = text.replace(TOLD, '');
  if (/\?\s*$/.test(text) && rest === text) return undefined;
  const key = keyOf(rest);
  const [one, ...others] = facts.filter(({ content }) => keyOf(plainly(content)) === key);
  return key === '' || others.length > 0 ? undefined : one;
}

const keyOf = (text: string) => (text.match(/[\p{L}\p{N}']+/gu) ?? []).filter((word) => !SMALL.has(word)).join(' ');

const ASKS = /\?\s*$|^(?:(?:hello|hi|so|and|please)[, ]+)*(?:tell me|let me know|i would (?:like|love) to know)\b/;
const ASKING: Phrases = [
  [/\b(?:please )?(?:(?:can|could) you )?(?:tell me|let me know)\b|\bi would (?:like|love) to know\b/, 'please'],
  [
    /\b(?:matters?|important|importance|care|cares|value|priorit(?:y|ies)|concern|look(?:ing)? (?:for|at))\b/,
    'matters',
  ],
  [/\b(?:feel about|think (?:about|of))\b/, 'feel'],
  [/\b(?:what|which)\b/, 'what'],
];
const ASKED = wordsOf(
  `how much very most first do does is are you your yours to for of about the a an and so would say that it this these here in on with
  trip holiday choice decision hello hi please now strongly really thing things`,
);

/** What a question is about: a dimension, or everything where an open one names none. */
function topicIn(text: string, { public: { dimensions } }: PtomView): string | undefined {
  if (!ASKS.test(text)) return undefined;
  const marks = marksIn(text, [...namesOf(dimensions), ...ASKING], ASKED);
  const named = marks?.filter((mark) => mark.startsWith('about ')) ?? [];
  const asks = marks?.includes('matters') || (marks?.includes('feel') && named.length > 0);
  if (!marks || !asks || !/\byour?\b/.test(text)) return undefined;
  if (named.length > 1) return undefined;
  const [one] = named;
  return one === undefined ? (marks.includes('what') ? PTOM_EVERYTHING : undefined) : one.slice('about '.length);
}

/** The longest first: a name may stand in another. */
function namesOf(dimensions: readonly string[]): Phrases {
  return dimensions
    .toSorted((a, b) => b.length - a.length)
    .map((name) => [new RegExp(naming(name.replaceAll('_', ' ')), 'u'), `about ${name}`] as const);
}

function optionsOf({ public: { options } }: PtomView): Phrases {
  return (['A', 'B'] as const)
    .flatMap((option) => [
      [options[option].name, option] as const,
      [`option ${option}`, option] as const,
      [option, option] as const,
    ])
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([name, option]) => [new RegExp(naming(name), 'u'), option] as const);
}

const OPENING =
  '(?:(?:hello|hi|well|so|then|and|ok|okay|now|all things considered|all in all|in the end|(?:from|given) what you (?:told me|said)|after all this)[, ]+)*';
const PICKS = '(?:take|choose|pick|go with|go for|book)';
const ADVICE = new RegExp(
  `^${OPENING}(?:(?:i (?:(?:would|will|do|can) )?(?:recommend|advise|suggest|${PICKS})|my (?:advice|recommendation|suggestion) (?:is|would be)|you should ${PICKS}|(?:please )?${PICKS})(?: you)?(?: to)?(?: ${PICKS})? \\{(\\d)\\}|\\{(\\d)\\} is (?:the one for you|the best for you|best for you|my (?:advice|recommendation)))(.*)$`,
);

/** Nothing, a promise, or a reason that can be no warning: that it fits, or what the one who is told cares about (#, a dimension). */
const CARED = '(?:what you (?:care about|value|like|want|told me)(?: most)?|what matters(?: most)? to you|#)';
const AFTER = new RegExp(
  `^[\\s.!,]*(?:please|for you|you will (?:love|like|enjoy) it|(?:because|since|as) (?:(?:it|that|this) (?:is (?:the )?(?:best|better|right)(?: one| choice)?(?: for you)?|(?:suits|fits) (?:you|${CARED})(?: best| better| well)?|(?:has|offers|gives you) ${CARED})|you (?:care about|value|like|want|love) #(?: most)?|# (?:matters|is important|counts)(?: most)?(?: to you)?))?[\\s.!]*$`,
);

/** The one option that is recommended, by the speaker and now. */
function recommendedIn(text: string, view: PtomView): 'A' | 'B' | undefined {
  if (/\?/.test(text)) return undefined;
  const cared = (rest: string) =>
    namesOf(view.public.dimensions).reduce((said, [name]) => said.replace(name, '#'), rest);
  const found: string[] = [];
  let marked = text;
  // "a" is a letter before it is an option.
  for (const [phrase, option] of optionsOf(view))
    marked = marked.replace(new RegExp(phrase.source, 'gu'), (hit) =>
      hit === 'a' && !/\b(?:recommend|choose|take|pick|with|for|is) a[.!\s]*$/.test(text)
        ? hit
        : ` {${found.push(option) - 1}} `,
    );
  const hit = ADVICE.exec(marked.replace(/\s+/g, ' ').trim());
  const option = hit && found[Number(hit[1] ?? hit[2])];
  if (!option) return undefined;
  // "not the other one" only says it again.
  const rest = (hit[3] ?? '').replace(/(?:,? (?:and )?not|over|rather than|instead of) \{(\d)\}/, (same, at: string) =>
    found[Number(at)] === option ? same : '',
  );
  return AFTER.test(cared(rest)) && !/\{\d\}/.test(rest) ? (option as 'A' | 'B') : undefined;
}

function listening(words: string, view: PtomView): PtomAct[] {
  const text = plainly(words);
  if (/["“”«»?]/.test(text)) return [];
  const last = lastPtomAct(view);
  switch (last?.type) {
    case 'ask':
      return answerIn(text, view, last.about);
    case 'disclose':
      return reactionIn(text, view);
    case 'recommend':
      return decisionIn(text, view, last.option);
    default:
      return [];
  }
}

/** A denial before what it denies: the longer phrases stand first. */
const DEGREES: Phrases = [
  [
    /\b(?:hardly|barely|not)(?: \w+)? at all\b|\bnot(?: really| very| that| so)? (?:important|much|a (?:concern|priority))\b/,
    'weak',
  ],
  [
    /\b(?:do|does) not (?:really |much )?(?:care|matter|mind|count|think much)\b|\b(?:hardly|barely)\b|\bnot really\b|\bweak(?:ly)?\b|\bvery little\b/,
    'weak',
  ],
  [
    /\bsomewhat\b|\bmoderate(?:ly)?\b|\bfairly\b|\bplays a (?:part|role)\b|\ba bit\b|\bto some (?:extent|degree)\b/,
    'moderate',
  ],
  [
    /\bcore\b|\b(?:the )?most(?: of all)?(?: important)?\b|\ba (?:lot|great deal)\b|\bvery (?:important|much)\b|\bessential\b|\bcrucial\b|\babove all\b|\btop priority\b/,
    'core',
  ],
];
const ANSWERING = wordsOf(
  'i me my to for it that this is are what matters matter important care count counts about and so well oh would say with the a yes really think of do',
);

/** Says nothing of them: what is asked about is one thing of several. */
const AMONG_OTHERS = /,? (?:among|as well as) other things(?=\W*$)/;

function answerIn(text: string, { public: { dimensions } }: PtomView, asked: string): PtomAct[] {
  const marks = marksIn(text.replace(AMONG_OTHERS, ''), [...namesOf(dimensions), ...DEGREES], ANSWERING);
  if (!marks) return [];
  const about = new Set(marks.filter((mark) => mark.startsWith('about ')).map((mark) => mark.slice('about '.length)));
  const degrees = new Set(marks.filter((mark) => !mark.startsWith('about ')));
  if (about.size > 1 || degrees.size !== 1) return [];
  const [named] = about;
  const dimension = named ?? asked;
  if (dimension === PTOM_EVERYTHING || (asked !== PTOM_EVERYTHING && dimension !== asked)) return [];
  return [{ type: 'answer', dimension, matters: [...degrees][0] as 'core' }];
}

/** What was heard ends its clause: "I did not know that I lean to it" says something else. */
const HEARD: Phrases = [
  [
    /\bnot new to me\b|\bi (?:(?:already )?knew|did know)(?: that)?(?: already| before)?(?=\s*(?:[.,;!]|and\b|$))|\bi had heard that(?=\s*(?:[.,;!]|and\b|$))|\bknown to me\b/,
    'known',
  ],
  [
    /\b(?:did not know|had not (?:heard|known)|have not heard)(?: that| of that)?(?=\s*(?:[.,;!]|and\b|$))|\b(?:is )?(?:new|news) to me\b|\bgood to know\b/,
    'new',
  ],
  [/\bi (?:could|can) go either way\b|\bi am (?:still )?(?:unsure|undecided|not sure)\b/, 'unsure'],
  [/\bi (?:still |now |think i )?(?:lean|prefer|tend)(?: (?:to|towards))?\b/, 'lean'],
];
const REACTING = wordsOf('i that is this oh and but so now still well thank you thanks the it then');

function reactionIn(text: string, view: PtomView): PtomAct[] {
  const marks = marksIn(text, [...HEARD, ...optionsOf(view)], REACTING);
  if (!marks) return [];
  const news = new Set(marks.filter((mark) => mark === 'new' || mark === 'known'));
  const leans = marks.flatMap((mark, i) =>
    mark === 'unsure' ? ['unsure'] : mark === 'lean' ? [marks[i + 1] ?? ''] : [],
  );
  const named = marks.filter((mark) => mark === 'A' || mark === 'B');
  const [lean = ''] = leans;
  if (news.size !== 1 || leans.length !== 1 || !['A', 'B', 'unsure'].includes(lean)) return [];
  if (named.length !== (lean === 'unsure' ? 0 : 1)) return [];
  return [{ type: 'react', news: news.has('new'), lean: lean as 'A' }];
}

const DECIDED: Phrases = [
  [/\bno doubt\b/, 'sure'],
  [
    /\b(?:i )?would rather not(?: take (?:that(?: one)?|it))?\b|\b(?:that(?: one)?|it) is not for me\b|^no(?:,? (?:thank you|thanks))?\b|\bi (?:must )?(?:refuse|decline)\b|\bi (?:will|do) not (?:accept|take)(?: (?:that(?: one)?|it)\b|(?=\W*$))/,
    'refuse',
  ],
  [
    /\bi (?:will )?(?:accept|agree)(?: that| it)?\b|\b(?:i will|let us) take (?:that(?: one)?|it)\b|\bthat is my choice\b|\bagreed\b|^yes\b|^deal\b|\baccepted\b/,
    'accept',
  ],
  [/\bi would rather (?:go (?:to|with|for)|take|choose)\b/, 'rather'],
  [/\b(?:i will|i|let us) (?:take|choose|go (?:to|with|for))\b/, 'take'],
  [/\bit is\b/, 'take'],
];
const DECIDING = wordsOf('good well yes then so and thank you thanks ok okay great fine very much i please oh');

function decisionIn(text: string, view: PtomView, option: 'A' | 'B'): PtomAct[] {
  const marks = marksIn(text.replace(/[.!]+\s*$/, ''), [...DECIDED, ...optionsOf(view)], DECIDING);
  if (!marks) return [];
  const named = new Set(marks.filter((mark) => mark === 'A' || mark === 'B'));
  const does = new Set(
    marks.flatMap((mark) => {
      if (mark === 'accept' || mark === 'refuse') return [mark];
      if (mark === 'take') return [named.has(option) ? 'accept' : 'unclear'];
      return mark === 'rather' ? [named.has(option) ? 'unclear' : 'refuse'] : [];
    }),
  );
  if (does.size !== 1 || named.size > 1) return [];
  const [one] = does;
  if (one === 'unclear' || (one === 'accept' && named.size === 1 && !named.has(option))) return [];
  return [{ type: 'decide', accept: one === 'accept' }];
}
