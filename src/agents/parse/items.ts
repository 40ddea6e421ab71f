/**
 * A reply as an act of the items game, or the reason why it is none.
 *
 * As for price: structure first (an object, as the Janus lab's PROPOSAL has it, labelled lines, keywords such as AGREE), prose
 * second, and never a guess. A split must say for every item who gets how many. Prose that names no split and takes no stance
 * is talk, and so is prose that asks for one item without proposing a division.
 */
import { type Intent, type ItemsAct, type ItemsView, items as rules, type Split } from '../../core/index.ts';
import { readNumbers } from '../../core/words/numbers.ts';
import { type Token, tokensOf } from '../../core/words/tokens.ts';
import type { ActType } from './act-names.ts';
import { type Claims, fits, isEmpty, splitOf } from './claims.ts';
import { claimsInFields, splitKeys } from './claims-in-fields.ts';
import { claimsInWords } from './claims-in-words.ts';
import { keyOf } from './json.ts';
import { looksSpoken } from './speech.ts';
import { isSplitClause, onlySplits } from './split-clauses.ts';
import { type Parsed, type Problem, type Said, structureOf } from './structure.ts';
import { wholeReply } from './whole-reply.ts';

const NOTHING_STANDS = 'nothing is offered that could be accepted; offer a split, say something or walk';
const REPORTING = /^(?:said|says|offered|proposed|suggested|asked|wanted|told|wrote)$/;
const AGREES_AND_REFUSES = 'the reply both agrees and refuses; say which: offer, accept, reject or walk';
const PROPOSING = /^(?:offer|offering|propose|proposing|proposal|split|counter|deal|suggest|rest)$/;

export function parseItemsReply(text: string, view: ItemsView): Parsed<ItemsAct> {
  const termKeys = new Set([...splitKeys, ...view.public.items.map(({ name }) => keyOf(name))]);
  const structure = structureOf(text, { own: [], others: [] }, termKeys);
  if ('problem' in structure) return structure;
  if ('prose' in structure) return fromProse(structure.prose, view);
  const drafts = structure.said.map((said) => fromStructure(said, view));
  const refused = drafts.find((draft) => 'problem' in draft);
  if (refused) return refused;
  const acts = drafts.flatMap((draft) => ('act' in draft ? [draft.act] : []));
  const first = acts[0] as ItemsAct;
  const different = acts.find((act) => describe(act) !== describe(first));
  if (different) return { problem: `two different acts: ${describe(first)} and ${describe(different)}; give one` };
  return { act: acts.at(-1) as ItemsAct };
}

function describe(act: ItemsAct): string {
  return act.type === 'offer' ? `offer ${JSON.stringify(act.split)}` : act.type;
}

function fromStructure(said: Said, view: ItemsView): Parsed<ItemsAct> {
  const { named, action, words } = said;
  const intent = said.intent ?? named?.intent;
  const marked = markedClaims(said, view);
  if (!named) {
    if (action !== undefined) {
      return { problem: `there is no act "${action.slice(0, 60)}"; an act is one of offer, accept, reject, walk, say` };
    }
    const tokens = tokensOf(words ?? '');
    const { says } = wholeReply(tokens, readNumbers(tokens), {});
    if (says.has('accept') || says.has('agree') || says.has('reject') || says.has('walk') || says.has('no deal'))
      return { problem: 'a split without an act, and words that are no offer; say which act it is' };
    return offer(marked, view, words, intent);
  }
  switch (named.type) {
    case 'offer':
      return offer(isEmpty(marked) ? claimsInWords(words ?? '', view) : marked, view, words, intent);
    case 'accept':
      return (
        turnProblem(said, view) ??
        acceptProblem(marked, view) ??
        acceptProblem(claimsInWords(words ?? '', view), view) ??
        finish('accept', view, words, intent)
      );
    case 'reject':
      if (!view.theirs && named.intent === 'disagree' && words !== undefined) return finish('say', view, words, intent);
      return finish('reject', view, words, intent);
    case 'walk':
      return finish('walk', view, words, intent);
    case 'say':
      if (!isEmpty(marked)) return { problem: 'say takes no split; to propose one, offer it' };
      return finish('say', view, words, intent);
    default:
      return named.type satisfies never;
  }
}

function markedClaims({ fields, terms, named }: Said, view: ItemsView): Claims {
  const own = claimsInFields(fields, view);
  if (!isEmpty(own)) return own;
  // The action's own text is no place for a split unless it is an offer.
  const lines = terms.filter((line) => named?.type === 'offer' || line.length > 20);
  return claimsInWords(lines.join('\n'), view);
}

function offer(
  claims: Claims,
  view: ItemsView,
  words: string | undefined,
  intent: Intent | undefined,
): Parsed<ItemsAct> {
  if (isEmpty(claims)) return { problem: 'an offer needs a split; say for every item who gets how many' };
  const read = splitOf(claims, view);
  return 'problem' in read ? read : finish('offer', view, words, intent, read.split);
}

/** Our own way to write an accept names the standing offer by its turn; another turn is another offer. */
function turnProblem({ fields }: Said, view: ItemsView): Problem | undefined {
  const turn = fields.get('offer');
  if (typeof turn !== 'number' || view.theirs === undefined || turn === view.theirs.turn) return undefined;
  return { problem: `the offer that stands was made in turn ${view.theirs.turn}, not in turn ${turn}` };
}

function acceptProblem(claims: Claims, view: ItemsView): Problem | undefined {
  const standing = view.theirs?.offer.split;
  if (standing === undefined || isEmpty(claims) || fits(claims, standing, view)) return undefined;
  return { problem: 'the split named is not the one that stands; accept that one, or offer this one' };
}

function fromProse(prose: string, view: ItemsView): Parsed<ItemsAct> {
  const tokens = tokensOf(prose);
  const reply = wholeReply(tokens, readNumbers(tokens), {
    terms: ({ from, to }) => isSplitClause(tokens, from, to, view),
  });
  const claims = claimsInWords(prose, view);
  const words = prose;
  const { stance, says } = reply;
  if (stance === 'both') return { problem: AGREES_AND_REFUSES };
  if (stance === 'accept') return acceptProblem(claims, view) ?? finish('accept', view, words);
  const end = says.has('walk') ? 'walk' : says.has('reject') ? 'reject' : undefined;
  const read = isEmpty(claims) ? undefined : splitOf(claims, view);
  if (end !== undefined && read && !('problem' in read))
    return { problem: `the reply proposes a split and yet would ${end}; offer it, or ${end} without one` };
  if (stance === 'walk' || stance === 'reject') return finish(stance, view, words);
  if (stance === 'no deal') return { problem: 'no deal is either of two acts; reject the offer, or walk away' };
  if (stance === 'yes' && !read) {
    return { problem: view.theirs ? 'if that is a yes, accept the offer; else offer a split' : NOTHING_STANDS };
  }
  if (read && !('problem' in read)) {
    if (reports(tokens))
      return { problem: 'a split, but as somebody else put it; offer your own, or say which act it is' };
    if (says.has('no deal') || !onlySplits(tokens, view))
      return {
        problem:
          'a split, but it is not clear that you offer it; say "I get ..., you get ..." and nothing else of the items',
      };
    return finish('offer', view, words, undefined, read.split);
  }
  if (read && proposes(tokens)) return read;
  if (!looksSpoken(words, tokens))
    return { problem: 'the reply is no act and no speech; offer a split, accept, reject, walk or say' };
  return finish('say', view, words);
}

/** "You said I get the books": not the speaker's own offer. */
function reports(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => REPORTING.test(text));
}

/** Words that make a half-said split an offer gone wrong rather than talk. */
function proposes(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text }, at) => PROPOSING.test(text) || (text === 'about' && /^(?:how|what)$/.test(tokens[at - 1]?.text ?? '')),
  );
}

function finish(
  type: ActType,
  view: ItemsView,
  words?: string | undefined,
  intent?: Intent | undefined,
  split?: Split,
): Parsed<ItemsAct> {
  const turn = view.theirs?.turn;
  if (type === 'accept' && turn === undefined) return { problem: NOTHING_STANDS };
  if (type === 'reject' && turn === undefined) {
    return { problem: 'nothing is offered that could be rejected; offer a split, say something or walk' };
  }
  if (type === 'say' && !words) return { problem: 'say needs words' };
  const said = { ...(words ? { words } : {}), ...(intent ? { intent } : {}) };
  const act = (
    type === 'offer' ? { type, split, ...said } : type === 'accept' ? { type, offer: turn, ...said } : { type, ...said }
  ) as ItemsAct;
  const problem = rules.check(view, act);
  return problem === undefined ? { act } : { problem };
}
