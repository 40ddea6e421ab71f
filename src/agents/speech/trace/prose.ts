/**
 * What prose does in trace, read by rules. What an argument is about is named by its text as it stands, as "belief 2" or as "the proposition"; an
 * appeal is a phrase such as "the evidence shows", "experts say" or "think of". The target says a number from 0 to 100.
 */
import { type Appeal, type TraceAct, type TraceView, trace } from '../../../core/index.ts';
import type { Parsed } from '../../parse/index.ts';
import { marksIn, naming, type Phrases, plainly, wordsOf } from '../marks.ts';

export function readTraceProse(words: string, view: TraceView): Parsed<TraceAct> {
  const said = words.trim();
  if (said === '') return { problem: 'the message is empty; write some words' };
  const text = plainly(said);
  const act = /["“”«»]/.test(text)
    ? undefined
    : view.seat === 'persuader'
      ? claimIn(text, view)
      : numbersIn(text, view);
  if (!act)
    return {
      problem:
        view.seat === 'persuader'
          ? 'the message is understood as no argument, assertion or question about these beliefs; say it more plainly'
          : 'the message is understood as no belief from 0 to 100; say a number',
    };
  const whole = { ...act, words: said } as TraceAct;
  const problem = trace.check(view, whole);
  return problem === undefined ? { act: whole } : { problem };
}

const VERBS = '(?:shows?|says?|proves?|tells? us|confirms?)';
const AFTER = '(?: it| so)?(?: that)?';
const WHOM = '(?:children|pupils|parents|people|families|neighbours|workers|shopkeepers|visitors|old|young|sick|poor)';
const PATHOS = new RegExp(
  `^(?:think of|imagine|picture) (?:those whom it touches|what it means to (?:them|you)|(?:the )?(?:(?:fear|joy|pain|hope|relief|grief) of )?(?:the )?${WHOM})[:,]`,
);
const PHRASES: Phrases = [
  [/\b(?:the )?(?:figures|numbers|data|evidence|facts) (?:say|says|show|shows) otherwise\b/, 'logos-'],
  [
    /\b(?:does|do|is|would) (?:not|no) (?:speak|speaks|count|(?:a )?(?:good )?reason) (?:for|why)(?: the claim that)?\b|\bis no (?:good )?reason (?:for|why)\b/,
    'not for',
  ],
  [/\b(?:does|do) not (?:speak|count) against(?: the claim that)?\b|\bis no (?:good )?reason against\b/, 'not against'],
  [/\b(?:speaks?|counts?) against(?: the claim that)?\b|\bis a (?:good )?reason against\b/, 'against'],
  [/\b(?:speaks?|counts?) for(?: the claim that)?\b|\bis a (?:good )?reason (?:for|why)\b/, 'for'],
  [
    new RegExp(`\\b(?:(?:the|all) )?(?:figures|numbers|data|evidence|facts|studies|statistics|logic) ${VERBS}${AFTER}`),
    'logos',
  ],
  [/\bit follows(?: logically)?\b|\blogically\b/, 'logos'],
  [
    new RegExp(
      `\\b(?:(?:the|all) )?(?:experts|doctors|engineers|scientists|teachers|those who know(?: the matter)?|every (?:expert|doctor|engineer|scientist) i trust) (?:agree|${VERBS})${AFTER}`,
    ),
    'ethos',
  ],
  [PATHOS, 'pathos'],
  [/\bit is (?:true|right|so) that\b|\b(?:is|are) (?:true|right)\b|\bthat is so\b/, 'true'],
  [
    /\bit is (?:not (?:true|right|so)|false|wrong|untrue) that\b|\b(?:is|are) (?:false|wrong|untrue|not true|not right)\b|\bthat is not so\b/,
    'false',
  ],
  [/\b(?:believe|trust) me\b|\btake my word(?: for it)?\b|\bon my word\b/, 'word'],
  [
    /\bhow (?:much|strongly|firmly) do you (?:believe|hold|think)(?: (?:that|in))?\b|\bdo you (?:believe|think|hold)(?: that)?\b|\bwhat do you think of(?: the claim that)?\b/,
    'ask',
  ],
];
const BESIDE = wordsOf('that and so well hello hi also it the a now please this is what');
const AUXILIARY = /^(?:should|could|can|will|would|is|are|has|have|do|does)$/;
/** Opens a clause inside another: an auxiliary after it is not that of the sentence. */
const SUBORDINATE =
  /^(?:when|where|while|if|unless|because|since|as|than|that|what|which|who|whom|whose|how|why|whether|before|after|until|although|though)$/;

/** Nodes by their text, the longest first; one with a "not" after the auxiliary of its main clause is denied. */
function nodesOf({ public: { proposition, beliefs } }: TraceView): Phrases {
  const texts = [proposition, ...beliefs];
  const named = texts.flatMap((text, node): [string, string][] => {
    const words = text.replace(/[.!?]+\s*$/, '').split(/\s+/);
    const first = words.findIndex((word) => AUXILIARY.test(word.toLowerCase()) || SUBORDINATE.test(word.toLowerCase()));
    const at = AUXILIARY.test(words[first]?.toLowerCase() ?? '') ? first : -1;
    const denied = [...words.slice(0, at + 1), 'not', ...words.slice(at + 1)].join(' ');
    return [[words.join(' '), `@${node}`], ...(at < 0 ? [] : [[denied, `!${node}`] as [string, string]])];
  });
  // A name alone says nothing of it: # must be said to be true or false, or to speak for something.
  const numbers = texts.map((_, node): [string, string] => [
    node === 0 ? 'the proposition' : `belief ${node}`,
    `#${node}`,
  ]);
  return [...named, ...numbers]
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([text, mark]) => [new RegExp(naming(text), 'u'), mark] as const);
}

/** The end of a sentence, which "that is false" reaches across: it is of the whole sentence before, with its source. */
const ENDED: Phrases[number] = [/[.!;](?=\s)/, '|'];
/** Of a claim without a link: a source (A) first or last, and what is said to be true or false (T, F) of the node (N) beside it. */
const SHAPES = /^(?:A?[TF]?N[TF]?|[TF]?N[TF]?A|A?F?NO|F?NOA)$/;
const SHAPED: Readonly<Record<string, string>> = {
  logos: 'A',
  ethos: 'A',
  pathos: 'A',
  'logos-': 'O',
  true: 'T',
  false: 'F',
  word: '',
  '|': '',
};

function claimIn(text: string, view: TraceView): TraceAct | undefined {
  const placed = marksIn(text, [...nodesOf(view), ...PHRASES, ENDED], BESIDE);
  if (!placed || /\b(?:it|so) and\b/.test(text)) return undefined;
  if (/[@!]\d+,\|,(?:true|false)/.test(placed.join())) return undefined;
  const marks = placed.filter((mark) => mark !== '|');
  const nodes = marks.filter((mark) => /^[@!#]/.test(mark));
  const has = (mark: string) => marks.filter((one) => one === mark).length;
  const about = nodes.map((mark) => Number(mark.slice(1)));
  if (has('ask') > 0)
    return marks.length === 2 && nodes.length === 1 && /\?\s*$/.test(text) && !nodes[0]?.startsWith('!')
      ? { type: 'ask', about: about[0] as number }
      : undefined;
  if (/\?/.test(text)) return undefined;
  const appeals = new Set(marks.flatMap((mark) => /^(?:logos|ethos|pathos)/.exec(mark) ?? []));
  const links = marks.filter((mark) => /^(?:not )?(?:for|against)$/.test(mark));
  if (appeals.size > 1 || links.length > 1 || nodes.length !== 1 + links.length) return undefined;
  const [appeal] = appeals as ReadonlySet<Appeal>;
  if (links.length === 1)
    return appeal && has('true') + has('false') + has('logos-') + has('word') === 0
      ? linkIn(view, about, links[0] as string, nodes, appeal)
      : undefined;
  // A source that is denied says nothing: "it is false that experts say so".
  if (!SHAPES.test(marks.map((mark) => SHAPED[mark] ?? 'N').join(''))) return undefined;
  // Whoever denies what was denied says more than rules can read.
  const denials = has('false') + has('logos-') + (nodes[0]?.startsWith('!') ? 1 : 0);
  const doubly = has('false') > 0 && has('logos-') > 0 && denials === 2;
  if ((denials > 1 && !doubly) || (denials > 0 && has('true') > 0)) return undefined;
  if (nodes[0]?.startsWith('#') && denials + has('true') === 0) return undefined;
  const holds = denials === 0;
  if (appeal) return has('word') > 0 ? undefined : { type: 'argue', about, holds, appeal };
  return about[0] === 0 ? { type: 'assert', holds } : undefined;
}

function linkIn(
  { public: { edges } }: TraceView,
  about: readonly number[],
  link: string,
  nodes: readonly string[],
  appeal: Appeal,
): TraceAct | undefined {
  const edge = edges.find(({ from, to }) => from === about[0] && to === about[1]);
  if (!edge || nodes.some((node) => node.startsWith('!'))) return undefined;
  // That a reason for it speaks against it is no claim that this game has.
  if (link.endsWith('against') === edge.positive) return undefined;
  return { type: 'argue', about, holds: !link.startsWith('not'), appeal };
}

const NUMBER = '(\\d+(?:\\.\\d+)?)';
const SCALE = '(?: percent| of 100| out of 100)?';
/** Of two numbers, each with its name: the words between them. */
const SAID = wordsOf('i am at my belief is stands now it to believe hold and on in so well of that');
/** The speaker's own belief as it is now, in one number. */
const REPORTS = new RegExp(
  `^(?:(?:well|so|ok|okay|now|yes|hello)[, ]+)*(?:${[
    '(?:about )?N',
    '(?:i am )?(?:now |still )?at (?:about )?N',
    'i (?:now )?believe (?:it|that|P) to (?:about )?N',
    'my belief(?: in (?:it|P))?:? (?:(?:is|stands|is now|has risen|has fallen|rose|fell|went up|went down) )?(?:at |to )?N',
    'i would (?:say|put it at) (?:about )?N',
    'you (?:have )?moved me to N',
    'i (?:went|moved|came) (?:up |down )?to N',
  ].join('|')})(?:,? (?:now|so far|i would say))*[.!]*$`,
);

/** Which number is of what, where both are named: each after its name, or each before. Two bare numbers do not tell. */
const ORDERS: Readonly<Record<string, 'belief first' | 'held first'>> = {
  'p n q n': 'belief first',
  'n p n q': 'belief first',
  'q n p n': 'held first',
  'n q n p': 'held first',
};

function numbersIn(text: string, { public: { beliefs }, history }: TraceView): TraceAct | undefined {
  const asked = history.at(-1)?.act;
  const named =
    asked?.type === 'ask' ? [`belief ${asked.about}`, beliefs[asked.about - 1] ?? '', 'what you asked'] : [];
  const found: number[] = [];
  // What is asked is not said, and who "is 40" may be so old.
  if (/\?|\bi am (?:now |still )?\d+(?:\.\d+)?(?! ?(?:percent|of 100|out of 100))/.test(text)) return undefined;
  const read = text
    .replace(/\bfrom \d+(?:\.\d+)?(?: percent)? to\b/, ' to ')
    .replace(new RegExp(named.map((name) => naming(name)).join('|') || '(?!)', 'gu'), ' {q} ')
    .replace(new RegExp(naming('the proposition'), 'gu'), ' {p} ')
    .replace(new RegExp(`(?<![\\p{L}\\p{N}.-])${NUMBER}${SCALE}(?![\\p{L}\\p{N}])`, 'gu'), (_hit, number) => {
      found.push(Number(number));
      return ' {n} ';
    });
  if (asked?.type !== 'ask') {
    const [belief, ...others] = found;
    const plain = read
      .replaceAll('{n}', 'N')
      .replaceAll('{p}', 'P')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[.,!:])/g, '');
    return belief !== undefined && belief <= 100 && others.length === 0 && REPORTS.test(plain.trim())
      ? { type: 'report', belief }
      : undefined;
  }
  const marks = marksIn(
    read,
    [
      [/\{p\}/, 'p'],
      [/\{q\}/, 'q'],
      [/\{n\}/, 'n'],
    ],
    SAID,
  );
  if (!marks || found.some((number) => number > 100)) return undefined;
  const [first, second] = found;
  const order = ORDERS[marks.join(' ')];
  if (order === undefined || first === undefined || second === undefined) return undefined;
  return order === 'belief first'
    ? { type: 'answer', belief: first, held: second }
    : { type: 'answer', belief: second, held: first };
}
