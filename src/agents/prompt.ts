/**
 * Prompts, made from the rules and the reward: pure functions of a view, held by snapshots.
 *
 * The objective is the score that the engine pays, in words. Examples scale with the item: their price is this side's own
 * target, so a model that copies the example opens sensibly, and no price of another item can leak in. A side is told its own
 * reservation and target and never the other's. The dialogue so far stands in the chat's own turns: the other side's acts as
 * the user's, its own as the assistant's, in the very form it is asked to answer in.
 */
import {
  type Act,
  type ArenaView,
  acceptable,
  type BargainingAct,
  formatPrice,
  type ItemsOffer,
  type ItemsPrivate,
  type ItemsView,
  type OfferAct,
  type OfferView,
  type PriceOffer,
  type PriceView,
  type Table,
  type View,
} from '../core/index.ts';
import type { JsonSchema, Message } from '../models/model.ts';
import { type Persona, personas } from './personas.ts';

/**
 * none    the answer alone
 * first   thinking before the answer, in a field that the other side never sees
 * after   thinking after the answer, as AgreeMate asked for it: it cannot inform what was already written
 */
export const reasonings = ['none', 'first', 'after'] as const;
export type Reasoning = (typeof reasonings)[number];

export interface Style {
  readonly persona: Persona;
  readonly reasoning: Reasoning;
}

/** The whole conversation to send for this view. `refused` says why the last reply of this turn was not taken. */
export function renderPrompt(view: View, style: Style, refused?: string): Message[] {
  const words = wordsOf(view);
  const system = [
    words.role,
    words.objective,
    rulesText(view, words),
    personas[style.persona],
    formatText(words, style.reasoning),
  ].join('\n\n');
  const messages: Message[] = [{ role: 'system', content: system }];
  let pending: string[] = [];
  for (const { seat, act } of view.history as readonly { seat: string; act: BargainingAct<OfferAct> }[]) {
    if (seat === view.seat) {
      messages.push({ role: 'user', content: [...pending, 'Your move.'].join('\n') });
      messages.push({ role: 'assistant', content: JSON.stringify(asAnswer(act, words)) });
      pending = [];
    } else pending.push(`${words.otherSeat}: ${describeAct(act, words)}`);
  }
  const now = [...pending, `Turn ${view.turn} of ${view.turnLimit}. ${words.standing}`];
  if (refused) now.push(`Your last reply was not taken: ${refused}. Reply again, in the form asked for.`);
  else now.push('Your move.');
  messages.push({ role: 'user', content: now.join('\n') });
  return messages;
}

/** An act in the form that the prompt asks for: what a model would have had to reply. `thinking` goes where the style has it. */
export function renderAnswer(view: View, act: Act, reasoning: Reasoning, thinking = ''): string {
  const answer = asAnswer(act as BargainingAct<OfferAct>, wordsOf(view));
  switch (reasoning) {
    case 'none':
      return JSON.stringify(answer);
    case 'first':
      return JSON.stringify({ reasoning: thinking, ...answer });
    case 'after':
      return JSON.stringify({ ...answer, reasoning: thinking });
    default:
      return reasoning satisfies never;
  }
}

/** Held to these, a small model that never comes to an end still answers within its tokens. */
const MOST_REASONING = 400;
export const MOST_WORDS = 240;

/** The schema of an answer. The order of the fields is the order in which a constrained model writes them. */
export function answerSchema(view: View, reasoning: Reasoning): JsonSchema {
  const { terms } = wordsOf(view);
  const thinking = { reasoning: { type: 'string', maxLength: MOST_REASONING } };
  const properties = {
    ...(reasoning === 'first' ? thinking : {}),
    act: { type: 'string', enum: actsIn(view as OfferView<Table, unknown, OfferAct>) },
    ...terms.schema,
    words: { type: 'string', maxLength: MOST_WORDS },
    ...(reasoning === 'after' ? thinking : {}),
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The acts that this turn allows: what cannot be chosen need not be refused. */
function actsIn(view: OfferView<Table, unknown, OfferAct>): string[] {
  return ['offer', ...(acceptable(view) ? ['accept'] : []), ...(view.theirs ? ['reject'] : []), 'walk', 'say'];
}

/** What a domain puts into the prompt. */
interface DomainWords {
  readonly role: string;
  readonly objective: string;
  readonly otherSeat: string;
  readonly standing: string;
  readonly rules: readonly string[];
  readonly terms: {
    readonly schema: Readonly<Record<string, JsonSchema>>;
    /** The fields of an answer for an offer, and what stands there for every other act. */
    readonly of: (offer: OfferAct) => Readonly<Record<string, unknown>>;
    readonly none: Readonly<Record<string, unknown>>;
    readonly text: (offer: OfferAct) => string;
    readonly example: OfferAct;
  };
}

function wordsOf(view: View): DomainWords {
  switch (view.domain) {
    case 'price':
      return priceWords(view as PriceView);
    case 'arena':
      return arenaWords(view as ArenaView);
    case 'items':
      return itemsWords(view as ItemsView);
    default:
      throw new RangeError(`there is no prompt for games of ${view.domain}`);
  }
}

function priceWords(view: PriceView): DomainWords {
  const { item, range, firstOffer, deadlines } = view.public;
  const money = (amount: number) => formatPrice(amount, item.currency);
  const { reservation, target, deadline } = view.own;
  // Anyone who is not the seller buys: the arena has buyers by other names.
  const buying = view.seat !== 'seller';
  const standing = [
    view.theirs ? `Their standing offer is ${money(view.theirs.offer.price)}.` : 'They have no standing offer.',
    view.mine ? `Yours is ${money(view.mine.offer.price)}.` : 'You have no standing offer.',
  ];
  const limit = buying ? 'the most you may pay' : 'the least you may take';
  const side = buying ? `every ${item.currency} below` : `every ${item.currency} above`;
  return {
    role: `You are the ${buying ? 'buyer' : 'seller'} in a negotiation over one item.\nItem: ${item.title} (${item.category}). ${item.description}\nList price: ${money(item.listPrice)}.`,
    objective: `Your limit is ${money(reservation)}: ${limit}. You hope for ${money(target)}. Your score is what you gain: ${side} your limit counts for you, a deal at your limit or no deal at all scores 0, and a deal past your limit scores less than 0. Keep your limit to yourself.`,
    otherSeat: buying ? 'Seller' : 'Buyer',
    standing: standing.join(' '),
    rules: [
      `A price lies between ${money(range.low)} and ${money(range.high)} and has at most two decimals.`,
      ...(firstOffer === 'invitation'
        ? ['The first offer of the game only opens the talk: it cannot be accepted.']
        : []),
      ...(deadline === undefined ? [] : [deadlineText(deadline, deadlines)]),
    ],
    terms: {
      schema: { price: { type: ['number', 'null'] } },
      of: (offer) => ({ price: (offer as PriceOffer).price }),
      none: { price: null },
      text: (offer) => money((offer as PriceOffer).price),
      example: { type: 'offer', price: target, words: `Could we do ${money(target)}?` } as PriceOffer,
    },
  };
}

/** The arena is a negotiation over a price with rivals at the table. */
function arenaWords(view: ArenaView): DomainWords {
  const words = priceWords(view as unknown as PriceView);
  const present = view.others.filter(({ status }) => status !== 'left').length;
  const leader = view.attention === view.seat ? 'Your bid leads.' : 'Your bid does not lead.';
  const rivals =
    view.seat === 'seller'
      ? 'Several buyers bid at once; their standing offer is the best of them.'
      : `${present} other buyers bid for it too. Bids are made at once and sealed; one buyer gets it, and to the others the game scores 0.`;
  const isWaiting = view.seat === 'seller' || view.attention === 'all';
  return {
    ...words,
    standing: isWaiting ? words.standing : `${words.standing} ${leader}`,
    rules: [...words.rules, rivals, 'Here reject is not an act: make another offer, say something or walk.'],
  };
}

function deadlineText(deadline: number, rule: PriceView['public']['deadlines']): string {
  const after = rule === 'enforced' ? 'after it the game ends without a deal' : 'a deal after it is worth less to you';
  return `Your own deadline, which the other side does not know, is turn ${deadline}: ${after}.`;
}

function itemsWords(view: ItemsView): DomainWords {
  const { items } = view.public;
  const { values, reservation = 0 } = view.own as ItemsPrivate;
  const self = view.seat as 'a' | 'b';
  const other = self === 'a' ? 'b' : 'a';
  const mineIn = ({ split }: ItemsOffer) =>
    Object.fromEntries(items.map(({ name }, i) => [name, split[self][i] as number]));
  const text = (offer: OfferAct) => {
    const { split } = offer as ItemsOffer;
    const list = (units: readonly number[]) => items.map(({ name }, i) => `${units[i]} ${name}`).join(', ');
    return `you get ${list(split[self])}; they get ${list(split[other])}`;
  };
  const standing = [
    view.theirs ? `Their standing offer: ${text(view.theirs.offer)}.` : 'They have no standing offer.',
    view.mine ? `Yours: ${text(view.mine.offer)}.` : 'You have no standing offer.',
  ];
  const all = items.map(({ count }) => count);
  const example = {
    type: 'offer',
    split: { [self]: all, [other]: all.map(() => 0) },
    words: 'I would like all of it.',
  };
  const floor = reservation > 0 ? ` Settle for no less than ${Math.round(100 * reservation)} % of that.` : '';
  return {
    role: `You share out items with another side.\nItems: ${items.map(({ name, count }) => `${count} ${name}`).join(', ')}.`,
    objective: `To you one unit is worth: ${items.map(({ name }, i) => `${name} ${values[i]}`).join(', ')}. The other side values them differently, and neither knows the other's values. Your score is the worth of what you get as a share of the worth of everything; no deal scores 0.${floor} Keep your values to yourself.`,
    otherSeat: 'The other side',
    standing: standing.join(' '),
    rules: ['An offer says how many of each item YOU get; the other side gets the rest.'],
    terms: {
      schema: {
        mine: {
          type: ['object', 'null'],
          properties: Object.fromEntries(
            items.map(({ name, count }) => [name, { type: 'integer', minimum: 0, maximum: count }]),
          ),
          required: items.map(({ name }) => name),
          additionalProperties: false,
        },
      },
      of: (offer) => ({ mine: mineIn(offer as ItemsOffer) }),
      none: { mine: null },
      text,
      example: example as unknown as ItemsOffer,
    },
  };
}

function rulesText(view: View, { rules }: DomainWords): string {
  const lines = [
    `You and the other side take turns, one act a turn, at most ${view.turnLimit} turns in all; without a deal by then both score 0.`,
    'offer: put an offer on the table; it stands until you make another.',
    "accept: take the other side's standing offer; that closes the deal.",
    'reject: refuse it without naming another. say: words only. walk: leave without a deal.',
    'Only acts bind. Words are talk: saying that you agree closes nothing.',
    ...rules,
  ];
  return `Rules:\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function formatText({ terms }: DomainWords, reasoning: Reasoning): string {
  const thinking = { reasoning: 'what you think, which nobody else reads' };
  const example = {
    ...(reasoning === 'first' ? thinking : {}),
    act: 'offer',
    ...terms.of(terms.example),
    words: terms.example.words ?? '',
    ...(reasoning === 'after' ? thinking : {}),
  };
  return `Reply with one JSON object and nothing else, in this form:\n${JSON.stringify(example)}\nact is one of offer, accept, reject, walk, say. ${Object.keys(terms.none).join(', ')} is null unless you make an offer. words is what you say to the other side, in one or two sentences; it must not name another offer than your act.`;
}

function asAnswer(act: BargainingAct<OfferAct>, { terms }: DomainWords): Record<string, unknown> {
  return { act: act.type, ...(act.type === 'offer' ? terms.of(act) : terms.none), words: act.words ?? '' };
}

function describeAct(act: BargainingAct<OfferAct>, { terms }: DomainWords): string {
  const words = act.words ? ` "${act.words}"` : '';
  switch (act.type) {
    case 'offer':
      return `[offers: ${terms.text(act)}]${words}`;
    case 'accept':
      return `[accepts]${words}`;
    case 'reject':
      return `[rejects your offer]${words}`;
    case 'walk':
      return `[walks away]${words}`;
    case 'say':
      return `${words.trim()}`;
    default:
      return act satisfies never;
  }
}
