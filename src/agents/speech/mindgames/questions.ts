/**
 * What a question of the persuader asks: what the target knows (know, heard, told), how it ranks the proposals, or what it likes. It is one of these
 * forms from its first word to its last, or it asks none of them.
 */
import type { NamedCell } from '../../../core/index.ts';
import { attributesIn, N, type Names, P, PS, proposalsIn } from './names.ts';

export interface Asked {
  readonly likes: readonly string[];
  readonly cells: readonly NamedCell[];
  readonly ranking: boolean;
}

const MORE = '(?:(?:more|less|fewer|higher|lower|longer|shorter)(?: or (?:more|less|fewer))? )?';
const NS = `${MORE}${N}(?:(?:, | and | or |, and |, or )${MORE}${N})*`;
const LIKE = '(?:like|dislike|want|mind|enjoy|support|value|love|hate|prefer|avoid|care about|favour)';
const GOOD =
  '(?:good|bad|desirable|important|a good thing|a bad thing)(?: or (?:a )?(?:good|bad|undesirable|not)(?: thing)?)?';
const NOW = '(?: (?:right now|now|today|so far|currently|at the moment|at this moment|best|most))*';
const OR_NOT = `(?:,? (?:or not|or do you (?:not|dislike (?:it|them)|avoid (?:it|them))|less,? or does it not matter|or less ${N}|do you like it or not))?`;
const LIKES = [
  `(?:how|what) do(?:es)? you (?:feel about|feel towards|think of|think about|see) ${NS}`,
  `do(?:es)? you (?:really )?${LIKE} ${NS}${OR_NOT}`,
  `do you care about ${N},? and do you care about ${N}`,
  `do you ${LIKE} ${NS},? and what about ${NS}`,
  `what (?:is|are) your (?:view|views|opinion|opinions|attitude|feelings) (?:on|of|about|towards|to) ${NS}`,
  `how would you describe your attitude (?:to|towards) ${NS}`,
  `how (?:important|desirable) (?:is|are) ${NS} (?:to|for) you`,
  `do(?:es)? ${NS} matter to you`,
  `(?:is|are) ${NS} (?:important to you|${GOOD} (?:in your eyes|to you))`,
  `is ${MORE}${N} ${GOOD} in your eyes`,
  `(?:is|are) ${NS} something (?:that )?you (?:like|want|care about|value|would want|would like)(?: (?:more|less) or (?:more|less) of|, dislike,? or do not care about)?`,
  `are you (?:in favour of|for or against|for|against) ${NS}`,
  `would you (?:like(?: to see)?|prefer|rather have|want) (?:more or (?:less|fewer)|less or more|more|less|fewer|higher|lower|longer|shorter) ${N}`,
  `do you think (?:that )?(?:more|less|fewer) ${N} (?:is|are|would be) ${GOOD}`,
  `would you be happy if ${N} (?:increased|decreased|went up|went down)`,
  `what matters to you: ${NS}`,
  `which of ${NS} do you (?:like|care about)`,
  `(?:how you feel about|what you think of|how important) ${NS}(?: (?:is|are) to you)?`,
];
const ALL_LIKES = [
  'what do you (?:like(?: and (?:what do you )?dislike)?|care about|value)',
  'what you (?:like(?: and (?:what you )?dislike)?|care about|value)',
  'what (?:are|is) your (?:priorities|preferences)',
  'what matters(?: most)? to you',
  'what is (?:most )?important to you',
];
const SOURCE = '(?:know|already know|heard|been told|learned|learnt)';
const WHERE = `(?: (?:under|in|with|for|of) ${PS}| on ${NS})?`;
const OF = `(?:the (?:three )?(?:proposals|plans|options)|(?:the )?effects? of ${PS}(?: on ${NS})?(?:,? and of ${PS} on ${NS})?|(?:the )?effects? (?:of ${PS} )?on ${NS}|${PS} and ${N}|${PS}|${NS}${WHERE})`;
const DOES = `(?:(?:how|what) ${P} (?:affects|changes|does to|influences) ${N}(?: and (?:to )?${N})*|whether ${P} (?:increases|decreases|raises|lowers|affects)(?: or (?:increases|decreases|raises|lowers))? ${N})`;
const KNOWS = [
  `what do(?:es)? you ${SOURCE} (?:about|of) ${OF}`,
  `what ha(?:ve|s) you (?:already )?${SOURCE} (?:about|of) ${OF}`,
  `(?:what|everything) you ${SOURCE} (?:about|of) ${OF}`,
  `do you (?:happen to )?know (?:anything (?:about|of) ${OF}|${DOES})`,
  `(?:what|which) effects of ${PS} (?:are you aware of|do you know)`,
  `are you aware of (?:${DOES}|(?:any|the) effects? of ${PS}(?: on ${NS})?)`,
  `have you (?:been told|heard) ${DOES}`,
  `do you have (?:any )?information (?:about|on) ${OF}`,
];
const WHICH =
  '(?:which(?: one| proposal| plan| option| of (?:the )?(?:three|proposals|plans|options|three proposals)| of them)?)';
const THEM = `(?:them|the (?:three )?(?:proposals|plans|options|three)|${P}(?:, ${P})*,? and ${P})`;
const RANKS = [
  `${WHICH} do(?:es)? you (?:currently |now )?(?:prefer|favour|like|like best|like most|rank first)${NOW}`,
  `${WHICH} would you (?:currently |now )?(?:choose|pick|take|prefer|go for|go with|vote for)${NOW}`,
  `what would you (?:choose|pick|take|decide)(?:${NOW}| if you had to decide now)`,
  'what are you leaning towards',
  `(?:(?:can|could|would|will) you )?(?:please )?rank ${THEM}(?: for me)?`,
  `how (?:do|would) you (?:rank|order) ${THEM}(?: now| from best to worst)?`,
  `(?:what is )?your (?:current )?(?:ranking|favourite|order)(?: proposal| plan| option)?(?: (?:of|among) ${THEM})?(?: now)?(?:,? and which do you like least)?`,
  `${WHICH} you (?:prefer|favour|like best|like most)${NOW}`,
  `if you had to (?:pick|choose)(?: today| now)?, would it be ${P}, ${P},? or ${P}`,
];
const FIRST =
  '(?:(?:hello|hi|hey|so|and|now|please|well|before we start|hi there)(?:, |! |: | ))*(?:(?:(?:can|could|would|will) you )?(?:please )?(?:tell me|let me know)(?:, please)?[,:]? |i would (?:like|love) to know[,:]? |may i ask[,:]? |i wonder[,:]? )?';
const forms = (list: readonly string[]) => list.map((form) => new RegExp(`^${FIRST}(?:${form})(?:, please)?\\??$`));
const [likes, allLikes, knows, ranks] = [LIKES, ALL_LIKES, KNOWS, RANKS].map(forms) as [
  RegExp[],
  RegExp[],
  RegExp[],
  RegExp[],
];
/** Without a mark only who says so asks. */
const ASKS =
  /\?$|^(?:(?:hello|hi|hey|so|and|now|well)(?:, | ))*(?:please |rank |tell me|let me know|i would (?:like|love) to know|i wonder)/;
const GOES_ON = new RegExp(`^(?:and|or|and what about|what about|and how about|how about) ${NS}\\?$`);
const AGAIN = /^do you (?:like|dislike) (?:it|them)(?: or not)?\?$/;

/** What a marked sentence asks; undefined where it asks nothing of this game. After a question about likes "and noise?" asks the same. */
export function questionIn(text: string, names: Names, after: Asked | undefined): Asked | undefined {
  if (!ASKS.test(text)) return undefined;
  const none = { likes: [], cells: [], ranking: false };
  const is = (list: readonly RegExp[]) => list.some((form) => form.test(text));
  if (is(likes) || (GOES_ON.test(text) && after?.likes.length)) return { ...none, likes: attributesIn(text, names) };
  if (AGAIN.test(text) && after?.likes.length === 1) return { ...none, likes: after.likes };
  if (is(allLikes)) return { ...none, likes: names.attributes.map(({ name }) => name) };
  if (is(knows)) return { ...none, cells: cellsIn(text, names) };
  return is(ranks) ? { ...none, ranking: true } : undefined;
}

/** "of A on this and of C on that" are two. */
function cellsIn(text: string, names: Names): NamedCell[] {
  return text.split(/,? and (?=of )/).flatMap((group) => {
    const [some, of] = [proposalsIn(group, names), attributesIn(group, names)];
    const attributes = of.length > 0 ? of : names.attributes.map(({ name }) => name);
    return (some.length > 0 ? some : names.proposals).flatMap((proposal) =>
      attributes.map((attribute) => ({ proposal, attribute })),
    );
  });
}
