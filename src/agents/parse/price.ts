/**
 * A reply as an act of the price game, or the reason why it is none.
 *
 * Structure first (an object, labelled lines, keywords), prose second. Never a guess: two different prices, an accept that names
 * another price than the one that stands, a number that is turned down rather than offered, a foreign currency are problems that
 * say what is wrong, so that the speaker can be asked again. Prose without a price or a stance is talk. Whatever comes out as an
 * act is legal by the rules of the game.
 */
import { cents, type Intent, type PriceAct, type PriceView, price as rules } from '../../core/index.ts';
import { type Reading, readNumbers } from '../../core/words/numbers.ts';
import { type Token, tokensOf } from '../../core/words/tokens.ts';
import type { ActType } from './act-names.ts';
import type { Value } from './json.ts';
import type { Mention } from './mentions.ts';
import { type Amounts, amountsIn, clip, nounOf, wordsOf } from './price-amounts.ts';
import { looksSpoken, retracts, soundsRefusing } from './speech.ts';
import { type Parsed, type Problem, type Said, structureOf } from './structure.ts';
import { type WholeReply, wholeReply } from './whole-reply.ts';

const PRICE_KEYS =
  'price offer amount offerprice offeredprice counterprice counteroffer counter bid newprice proposedprice priceoffer offeramount finalprice value precio preis prix preco'.split(
    ' ',
  );
const TERM_KEYS = new Set(PRICE_KEYS);

/** Offers as the speaker was shown them: where a game counts no cents, as TERMS-Bench, nobody can say all their digits. */
function asShown(view: PriceView): PriceView {
  const { theirs, mine } = view;
  const inCents = <T extends { readonly offer: { readonly price: number } }>(standing: T): T => ({
    ...standing,
    offer: { ...standing.offer, price: cents(standing.offer.price) },
  });
  return { ...view, ...(theirs && { theirs: inCents(theirs) }), ...(mine && { mine: inCents(mine) }) };
}

export function parsePriceReply(text: string, played: PriceView): Parsed<PriceAct> {
  const view = asShown(played);
  const others = view.seat === 'buyer' ? ['seller'] : ['buyer'];
  const structure = structureOf(text, { own: [view.seat], others }, TERM_KEYS);
  if ('problem' in structure) return structure;
  if ('prose' in structure) return fromProse(structure.prose, view);
  const drafts = structure.said.map((said) => fromStructure(said, view));
  const refused = drafts.find((draft) => 'problem' in draft);
  if (refused) return refused;
  const acts = drafts.flatMap((draft) => ('act' in draft ? [draft.act] : []));
  const first = acts[0] as PriceAct;
  const different = acts.find((act) => describe(act) !== describe(first));
  if (different) return { problem: `two different acts: ${describe(first)} and ${describe(different)}; give one` };
  return { act: acts.at(-1) as PriceAct };
}

function describe(act: PriceAct): string {
  return act.type === 'offer' ? `offer ${act.price}` : act.type;
}

// Structure

function fromStructure(said: Said, view: PriceView): Parsed<PriceAct> {
  const { named, action, words } = said;
  const marked = markedPrice(said, view);
  if (typeof marked === 'object') return marked;
  const intent = said.intent ?? named?.intent;
  if (!named) {
    if (action !== undefined)
      return { problem: `there is no act "${clip(action)}"; an act is one of offer, accept, reject, walk, say` };
    if (marked === undefined) return { problem: 'the reply names neither an act nor a price' };
    return fromPriceAlone(marked, words, intent, view);
  }
  if (named.priced === 'maybe') {
    const price = marked ?? priceInWords(words, view);
    return typeof price === 'number'
      ? finish('offer', view, { price, words, intent })
      : finish('say', view, { words, intent });
  }
  switch (named.type) {
    case 'offer': {
      const price = marked ?? priceInWords(words, view);
      if (typeof price === 'object') return price;
      if (price === undefined) return { problem: 'an offer needs a price; name one' };
      return finish('offer', view, { price, words, intent });
    }
    case 'accept':
      return acceptProblem(marked, words, view) ?? finish('accept', view, { words, intent });
    case 'reject':
      // A disagreement with nothing on the table is only talk.
      if (!view.theirs && named.intent === 'disagree' && words !== undefined)
        return finish('say', view, { words, intent });
      if (marked !== undefined && marked !== view.theirs?.offer.price && marked !== view.mine?.offer.price) {
        return { problem: `reject takes no price; to name ${marked}, offer it` };
      }
      return finish('reject', view, { words, intent });
    case 'walk':
      return finish('walk', view, { words, intent });
    case 'say':
      if (marked !== undefined) return { problem: `say takes no price; to name ${marked}, offer it` };
      return finish('say', view, { words, intent });
    default:
      return named.type satisfies never;
  }
}

function fromPriceAlone(
  price: number,
  words: string | undefined,
  intent: Intent | undefined,
  view: PriceView,
): Parsed<PriceAct> {
  const standing = view.theirs?.offer.price;
  const tokens = tokensOf(words ?? '');
  const { stance, says, otherPrice: differs } = wholeReply(tokens, readNumbers(tokens), { standing });
  if (stance === 'accept' && price === standing && !differs) return finish('accept', view, { words, intent });
  if (says.has('accept') || says.has('agree') || says.has('reject') || says.has('walk') || says.has('no deal')) {
    return { problem: `a price of ${price} without an act, and words that are no offer; say which act it is` };
  }
  return finish('offer', view, { price, words, intent });
}

/** An accept is of the offer that stands: words or a price that name another one contradict it. */
function acceptProblem(marked: number | undefined, words: string | undefined, view: PriceView): Problem | undefined {
  const standing = view.theirs?.offer.price;
  if (standing === undefined) return undefined; // finish says so
  if (marked !== undefined && marked !== standing) return otherPrice(marked, standing);
  const named = words === undefined ? [] : amountsIn(words, view).prices;
  if (named.length > 0 && !named.includes(standing)) return otherPrice(named[0] as number, standing);
  return undefined;
}

function otherPrice(named: number, standing: number): Problem {
  return { problem: `the offer that stands is ${standing}, not ${named}; accept ${standing}, or offer ${named}` };
}

/** The price in a field or on a line of its own; undefined where there is none. */
function markedPrice({ named, fields, terms }: Said, view: PriceView): number | undefined | Problem {
  const found: number[] = [];
  for (const key of PRICE_KEYS) {
    // Our own way to write an accept names the standing offer by its turn.
    if (key === 'offer' && named?.type === 'accept' && fields.get(key) === view.theirs?.turn) continue;
    const price = priceOf(fields.get(key), view);
    if (typeof price === 'object') return price;
    if (price !== undefined) found.push(price);
  }
  for (const line of terms) {
    const price = priceIn(line, view);
    if (typeof price === 'object') return price;
    if (price !== undefined) found.push(price);
  }
  const different = [...new Set(found)];
  if (different.length > 1) return severalPrices(different);
  const price = different[0];
  // Models fill a field they have no use for with 0 or -1.
  const filler = price !== undefined && price <= 0 && price < view.public.range.low && named?.type !== 'offer';
  return filler && named !== undefined ? undefined : price;
}

function priceOf(value: Value | undefined, view: PriceView): number | undefined | Problem {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return priceIn(value, view);
  if (Array.isArray(value)) {
    return value.length === 1
      ? priceOf(value[0] as Value, view)
      : { problem: `a price is one number, got ${value.length}` };
  }
  if (value instanceof Map) return priceOf(value.get('amount') ?? value.get('price') ?? value.get('value'), view);
  return undefined;
}

function priceIn(text: string, view: PriceView): number | undefined | Problem {
  const { prices, problem } = amountsIn(text, view);
  if (problem) return problem;
  return prices.length > 1 ? severalPrices(prices) : prices[0];
}

/** The one price that the words of an offer name as the speaker's own. */
function priceInWords(words: string | undefined, view: PriceView): number | undefined | Problem {
  if (words === undefined) return undefined;
  const amounts = amountsIn(words, view);
  if (amounts.problem) return amounts.problem;
  if (amounts.prices.length > 1) return severalPrices(amounts.prices);
  const [price] = amounts.prices;
  if (price === undefined) return undefined;
  const mentions = amounts.mentions.get(price) as readonly Mention[];
  return mentions.some((mention) => mention === 'refused' || mention === 'reported') ? notOffered(price) : price;
}

// Prose

function fromProse(prose: string, view: PriceView): Parsed<PriceAct> {
  const tokens = tokensOf(prose);
  const amounts = amountsIn(prose, view, tokens);
  const { prices, problem } = amounts;
  const standing = view.theirs?.offer.price;
  const { title } = view.public.item;
  const reply = wholeReply(tokens, amounts.readings, { standing, title: wordsOf(title), noun: nounOf(title) });
  const words = prose;
  if (reply.stance === 'both') return { problem: AGREES_AND_REFUSES };
  if (reply.stance === 'walk' || reply.stance === 'reject') return finish(reply.stance, view, { words });
  if (reply.stance === 'no deal') return { problem: 'no deal is either of two acts; reject the offer, or walk away' };
  if (problem) return problem;
  const other = prices.find((price) => price !== standing);
  if (reply.stance === 'accept') {
    if (reply.otherPrice && other !== undefined && standing !== undefined) return otherPrice(other, standing);
    return finish('accept', view, { words });
  }
  if (reply.stance === 'yes' && prices.length === 0) {
    return {
      problem:
        standing === undefined ? NOTHING_STANDS : `if that is a yes to ${standing}, accept it; else offer a price`,
    };
  }
  const end = reply.says.has('walk') ? 'walk' : reply.says.has('reject') ? 'reject' : undefined;
  const own = prices.find(
    (price) => price !== standing && price !== view.mine?.offer.price && !isRefused(amounts, price),
  );
  if (end !== undefined && own !== undefined)
    return { problem: `the reply names ${own} and yet would ${end}; offer it, or ${end} without a price` };
  if (prices.length > 1) return severalPrices(prices);
  const [price] = prices;
  if (price !== undefined) return withPrice(price, prose, tokens, reply, amounts, view);
  const difference = amounts.readings.find(({ kind }) => kind === 'difference');
  if (difference) return differs(difference);
  if (!looksSpoken(words, tokens))
    return { problem: 'the reply is no act and no speech; offer a price, accept, reject, walk or say' };
  return finish('say', view, { words });
}

function withPrice(
  price: number,
  words: string,
  tokens: readonly Token[],
  reply: WholeReply,
  amounts: Amounts,
  view: PriceView,
): Parsed<PriceAct> {
  const standing = view.theirs?.offer.price;
  const mentions = amounts.mentions.get(price) as readonly Mention[];
  if (isAlone(tokens, amounts.readings)) return finish('offer', view, { price });
  if (mentions.includes('refused') || mentions.includes('reported')) return notOffered(price);
  const own = mentions.includes('offered');
  const echo = !own && soundsRefusing(tokens, (amounts.readings.at(-1) as Reading).last, amounts.sentences);
  if (echo || reply.says.has('no deal')) return notOffered(price);
  if (price === standing) return { problem: `${price} is the offer that stands; accept it, or offer another price` };
  // "Deal, how about 65?" and "if you can do 65, we have a deal" do not agree yet.
  const asked = amounts.sentences.find(
    ({ from, to }) => (reply.acceptsAt ?? -1) >= from && (reply.acceptsAt ?? -1) < to,
  );
  const agrees = asked !== undefined && !asked.question && !tokens.some(({ text }) => text === 'if' || text === 'agar');
  // "Okay, then 65?"
  const asks = amounts.sentences.at(-1)?.question === true;
  if (standing !== undefined && (agrees || (reply.opensWithYes && !own && !asks))) return otherPrice(price, standing);
  if (view.seat === 'buyer' && price === view.public.item.listPrice) {
    // Buyers mostly say the list price to talk about it.
    return { problem: `${price} is the list price; if it is your offer, say "offer ${price}"` };
  }
  if (mentions.every((mention) => mention === 'neutral') || retracts(tokens)) {
    return { problem: `it is not clear that ${price} is your price; say "offer ${price}" if it is` };
  }
  return finish('offer', view, { price, words });
}

/** Nothing but numbers: no word is said with them. */
function isAlone(tokens: readonly Token[], readings: readonly Reading[]): boolean {
  let inNumbers = 0;
  for (const { first, last } of readings) {
    for (let at = first; at <= last; at++) if (tokens[at]?.kind === 'word') inNumbers++;
  }
  return inNumbers === tokens.filter(({ kind }) => kind === 'word').length;
}

function isRefused(amounts: Amounts, price: number): boolean {
  return (amounts.mentions.get(price) ?? []).every((mention) => mention === 'refused');
}

function notOffered(price: number): Problem {
  return { problem: `${price} is named, but not as your own price; offer a price of your own, or say which act it is` };
}

function differs({ value }: Reading): Problem {
  return { problem: `${value} is a difference and not a price; name the price itself` };
}

function severalPrices(prices: readonly number[]): Problem {
  const count = prices.length === 2 ? 'two' : String(prices.length);
  const shown = prices.slice(0, 6);
  const list =
    prices.length > 6 ? `${shown.join(', ')} and more` : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  return { problem: `${count} different prices: ${list}; say one` };
}

// Acts

const AGREES_AND_REFUSES = 'the reply both agrees and refuses; say which: offer, accept, reject or walk';
const NOTHING_STANDS = 'nothing is offered that could be accepted; offer a price, say something or walk';

interface Content {
  readonly price?: number;
  readonly words?: string | undefined;
  readonly intent?: Intent | undefined;
}

function finish(type: ActType, view: PriceView, { price, words, intent }: Content): Parsed<PriceAct> {
  const turn = view.theirs?.turn;
  if (type === 'accept' && turn === undefined) return { problem: NOTHING_STANDS };
  if (type === 'reject' && turn === undefined) {
    return { problem: 'nothing is offered that could be rejected; offer a price, say something or walk' };
  }
  if (type === 'say' && !words) return { problem: 'say needs words' };
  const said = { ...(words ? { words } : {}), ...(intent ? { intent } : {}) };
  const act = (
    type === 'offer' ? { type, price, ...said } : type === 'accept' ? { type, offer: turn, ...said } : { type, ...said }
  ) as PriceAct;
  const problem = rules.check(view, act);
  return problem === undefined ? { act } : { problem };
}
