/**
 * CraigslistBargain (He, Chen, Balakrishnan and Liang 2018): people haggle over a listing, in words, then by typed acts.
 *
 * Kept: the listing with both targets, what was said, typed offers, accepts, rejects and quits, and annotated prices that the
 * words bear out. Filters on listings are those of AgreeMate: prices above 0 and at most 1,000,000, the
 * buyer's target below the seller's, both from a tenth of the list price to twice it, more than 20 characters of description.
 * The seller's longer description is the seller's alone.
 *
 * Three forms are read, told apart by what is inside: chats as first published (events with an action, and an outcome), the same
 * chats as they were parsed (events with the intent and price of each line), and JSON lines in columns. In the columns the test
 * split has no acts at all, so its outcomes are unknown; as first published they are there.
 */
import { z } from 'zod';
import { type Intent, type Item, price, sameJson } from '../../../core/index.ts';
import { type NumberInText, numbersIn } from '../../../core/words/numbers.ts';
import { parseCsv } from '../csv.ts';
import {
  type CorpusOutcome,
  type CorpusScenario,
  type CorpusSource,
  type CorpusTurn,
  EntryError,
  jsonLines,
  misfit,
  type Notes,
} from './corpus.ts';
import { listingScenario } from './listing-scenario.ts';

const pair = <T extends z.ZodType>(of: T) => z.tuple([of, of]);
const schema = z.object({
  agent_info: z.object({ Role: pair(z.string()), Target: pair(z.number()) }),
  agent_turn: z.array(z.union([z.literal(0), z.literal(1)])),
  dialogue_acts: z.object({ intent: z.array(z.string()), price: z.array(z.number()) }),
  utterance: z.array(z.string()),
  items: z.object({
    Category: pair(z.string()),
    Price: pair(z.number()),
    Description: pair(z.string()),
    Title: pair(z.string()),
  }),
  outcome: z
    .looseObject({ reward: z.number().nullish(), offer: z.looseObject({ price: z.number().nullish() }).nullish() })
    .nullish(),
});
type Entry = z.infer<typeof schema>;

/** Their names for what was said to ours. Naming a price is no intent of ours: the price itself is kept. */
const INTENTS: Readonly<Record<string, Intent>> = {
  intro: 'intro',
  inquiry: 'inquire',
  inform: 'inform',
  insist: 'insist',
  agree: 'agree',
  disagree: 'disagree',
  'vague-price': 'vague',
  unknown: 'unknown',
};

export const craigslist: CorpusSource = {
  name: 'craigslist',
  expected: 'CraigslistBargain dialogues as JSON lines or as first published (.json), or listings as CSV',
  licence: 'CraigslistBargain, He et al. 2018, research data; no licence stated, name the source',
  people: {
    domain: price.name,
    playable({ public: { item }, private: { buyer } }, seed) {
      const target = buyer?.target;
      return typeof target === 'number' ? listingScenario({ item: item as Item, target }, { seed }) : undefined;
    },
  },
  repeated: 'repeated',
  rules: {
    'listing-filtered':
      'The listing is not usable: a price of 0 or above 1,000,000, targets the wrong way round or far from the list price, or a description of at most 20 characters.',
    'offer-far-off':
      'A typed offer is below a tenth of the list price or above twice it: a slip of the keyboard or another listing.',
    'offer-without-price': 'A typed offer has no price.',
    'accept-without-offer': 'An accept has no offer to accept.',
    repeated: 'The same dialogue about the same listing came before.',
    'nobody-spoke': 'Nobody said or did anything; only the listing is kept.',
    'no-acts': 'No turn has an act: what was said is kept, the outcome is unknown.',
    'own-offer-accepted':
      'The accept follows an own offer; it counts for the same price that the other side offered before.',
    'outcome-as-published': 'The published outcome is not what the acts come to; the published one is kept.',
    'after-the-end': 'What follows the accept, reject or quit is cut off.',
    'empty-turn': 'A turn without words and without an act is cut out.',
    'not-a-price': 'An annotated price is no price in the words ("12 month lease", "$150 off") and is taken out.',
    'markup-in-text': 'Web addresses, tags and entities in the description are taken out.',
  },
  *entries(text, file) {
    const first = text.trimStart()[0];
    if (first === '[') return yield* chats(text);
    if (first === '{' || !/\.csv$/i.test(file)) return yield* oneOrMany(text);
    const { rows, broken } = parseCsv(text);
    yield* rows.map(({ line, cells }) => ({ line, value: new ListingRow(cells) }));
    yield* broken.map(({ line }) => ({ line, value: undefined }));
  },
  dialogue(value, notes) {
    if (value instanceof ListingRow)
      return { scenario: listingOf(value.cells, notes), turns: [], outcome: { kind: 'unknown' } };
    const { data: entry, error } = schema.safeParse(value);
    if (!entry) throw new EntryError(misfit(value, error.issues));
    const { length } = entry.utterance;
    const { intent, price } = entry.dialogue_acts;
    if ([entry.agent_turn, intent, price].some((list) => list.length !== length))
      throw new EntryError(
        `it has ${length} utterances, ${entry.agent_turn.length} speakers and ${intent.length} acts`,
      );
    const seats = entry.agent_info.Role;
    if ([...seats].sort().join() !== 'buyer,seller') throw new EntryError(`its roles are ${seats.join(' and ')}`);
    const labelled = intent.some((name) => name !== '');
    const published = publishedOutcome(entry);
    if (!labelled && !published) notes.clean('no-acts');
    const { turns, outcome } = playOf(entry, labelled, notes);
    const made = { scenario: scenarioOf(entry, notes), turns, outcome: settled(outcome, published, notes) };
    if (made.turns.length === 0) notes.clean('nobody-spoke');
    return made;
  },
  group: ({ scenario: { public: facts } }) => facts,
};

function scenarioOf({ agent_info, items }: Entry, notes: Notes): CorpusScenario {
  const [buyer, seller] = agent_info.Role[0] === 'buyer' ? ([0, 1] as const) : ([1, 0] as const);
  return scenario(
    {
      listPrice: items.Price[0],
      buyerTarget: agent_info.Target[buyer],
      sellerTarget: agent_info.Target[seller],
      title: items.Title[buyer],
      category: items.Category[buyer],
      description: items.Description[buyer],
      fullDescription: items.Description[seller],
    },
    notes,
  );
}

/** A reward of 1 is a deal at the offer beside it; 0 is none. */
function publishedOutcome({ outcome }: Entry): CorpusOutcome | undefined {
  const price = outcome?.offer?.price;
  if (outcome?.reward === 1 && typeof price === 'number') return { kind: 'agreement', deal: { price } };
  return outcome?.reward === 0 ? { kind: 'no-deal' } : undefined;
}

/** What was published, where it was; that nobody agreed can also be told more precisely by the acts: somebody quit. */
function settled(played: CorpusOutcome, published: CorpusOutcome | undefined, notes: Notes): CorpusOutcome {
  if (!published) return played;
  const same = published.kind === 'agreement' ? sameJson(played, published) : played.kind !== 'agreement';
  if (!same) notes.clean('outcome-as-published');
  return same && played.kind !== 'unknown' ? played : published;
}

/** A chat as the authors' own site serves it; the JSON lines are made from these. */
const chatSchema = z.object({
  scenario: z.object({
    kbs: pair(z.object({ personal: z.object({ Role: z.string(), Target: z.number() }), item: z.looseObject({}) })),
  }),
  events: z.array(
    z.looseObject({
      agent: z.number(),
      action: z.string().nullish(),
      data: z.unknown(),
      metadata: z.object({ intent: z.string().nullish(), price: z.number().nullish() }).nullish(),
    }),
  ),
  outcome: z.unknown(),
});

/** JSON lines, or one chat over many lines, of which the first cannot be read by itself. */
function* oneOrMany(text: string): Generator<{ line: number; value: unknown }> {
  const lines = [...jsonLines(text)];
  const [whole] = lines.length > 1 && lines[0]?.value === undefined ? chats(text) : [];
  if (whole?.value !== undefined) return yield whole;
  yield* lines.map(({ line, value }) => ({ line, value: entryOf(value) }));
}

function* chats(text: string): Generator<{ line: number; value: unknown }> {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return yield { line: 1, value: undefined };
  }
  for (const [i, chat] of (Array.isArray(list) ? list : [list]).entries()) yield { line: i + 1, value: entryOf(chat) };
}

/** The same chat in the columns of the JSON lines; as it is where it is no chat, so that the schema names what is wrong. */
function entryOf(chat: unknown): unknown {
  const { data } = chatSchema.safeParse(chat);
  if (!data) return chat;
  const { kbs } = data.scenario;
  const both = <T>(of: (kb: (typeof kbs)[number]) => T) => kbs.map(of);
  // Listings keep a text in pieces.
  const joined = (name: string) =>
    both(({ item }) => (Array.isArray(item[name]) ? (item[name] as unknown[]).join(',') : (item[name] ?? '')));
  return {
    agent_info: { Role: both(({ personal }) => personal.Role), Target: both(({ personal }) => personal.Target) },
    agent_turn: data.events.map(({ agent }) => agent),
    dialogue_acts: { intent: data.events.map(intentOf), price: data.events.map(priceOf) },
    outcome: data.outcome,
    utterance: data.events.map(({ data: said }) => (typeof said === 'string' ? said : '')),
    items: {
      Category: joined('Category'),
      Price: both(({ item }) => item.Price ?? -1),
      Description: joined('Description'),
      Title: joined('Title'),
    },
  };
}

type ChatEvent = z.infer<typeof chatSchema>['events'][number];

/** As first published an offer, an accept, a reject and a quit are events of their own; a message has no intent then. */
const ACTIONS: ReadonlySet<string> = new Set(['offer', 'accept', 'reject', 'quit']);

function intentOf({ action, metadata }: ChatEvent): string {
  return metadata?.intent ?? (action && ACTIONS.has(action) ? action : '');
}

function priceOf({ data, metadata }: ChatEvent): number {
  const { price } = (data ?? {}) as { price?: unknown };
  return metadata?.price ?? (typeof price === 'number' ? price : -1);
}

/** A row of the listings that AgreeMate cleaned: no dialogue. */
class ListingRow {
  readonly cells: Readonly<Record<string, string>>;
  constructor(cells: Readonly<Record<string, string>>) {
    this.cells = cells;
  }
}

function listingOf(cells: Readonly<Record<string, string>>, notes: Notes): CorpusScenario {
  const number = (column: string) => {
    const value = Number(cells[column] || Number.NaN);
    if (Number.isNaN(value)) throw new EntryError(`${column} is "${cells[column] ?? ''}", not a number`);
    return value;
  };
  const { title = '', category = '', description = '' } = cells;
  const prices = {
    listPrice: number('list_price'),
    buyerTarget: number('buyer_target'),
    sellerTarget: number('seller_target'),
  };
  return scenario({ ...prices, title, category, description }, notes);
}

interface Listing {
  readonly listPrice: number;
  readonly buyerTarget: number;
  readonly sellerTarget: number;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  /** The seller's own, where it says more. */
  readonly fullDescription?: string;
}

function scenario(
  { listPrice, buyerTarget, sellerTarget, title, category, description: text, fullDescription = text }: Listing,
  notes: Notes,
): CorpusScenario {
  const description = cleanText(text, notes);
  const near = (target: number) => target >= 0.1 * listPrice && target <= 2 * listPrice;
  const usable =
    listPrice > 0 &&
    listPrice <= 1_000_000 &&
    buyerTarget < sellerTarget &&
    near(buyerTarget) &&
    near(sellerTarget) &&
    description.length > 20;
  if (!usable) notes.leaveOut('listing-filtered');
  const item = { title, category, description, listPrice, currency: 'USD' };
  const full = fullDescription === text ? {} : { description: cleanText(fullDescription, notes) };
  return { public: { item }, private: { buyer: { target: buyerTarget }, seller: { target: sellerTarget, ...full } } };
}

/** A web address ends where the listing's comma-joined lines do. */
function cleanText(text: string, notes: Notes): string {
  const bare = text.replace(/https?:\/\/[^\s,]+/gi, ' ').replace(/<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/gi, ' ');
  if (bare !== text) notes.clean('markup-in-text');
  return bare.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

function playOf(entry: Entry, labelled: boolean, notes: Notes): { turns: CorpusTurn[]; outcome: CorpusOutcome } {
  const { agent_info, agent_turn, dialogue_acts, utterance, items } = entry;
  const turns: CorpusTurn[] = [];
  const offers: { seat: string; price: number }[] = [];
  for (const [i, words] of utterance.entries()) {
    const seat = agent_info.Role[agent_turn[i] as 0 | 1];
    const name = dialogue_acts.intent[i] as string;
    const price = dialogue_acts.price[i] as number;
    const text = words.trim();
    const cut = () => {
      if (i < utterance.length - 1) notes.clean('after-the-end');
    };
    if (name === 'offer') {
      if (price <= 0) notes.leaveOut('offer-without-price');
      if (price < 0.1 * items.Price[0] || price > 2 * items.Price[0]) notes.leaveOut('offer-far-off');
      offers.push({ seat, price });
      turns.push({ seat, words: text, act: { type: 'offer', price } });
    } else if (name === 'accept') {
      const last = offers.at(-1);
      const standing = offers.findLast((offer) => offer.seat !== seat);
      if (!standing || (last?.seat === seat && last.price !== standing.price))
        return notes.leaveOut('accept-without-offer');
      if (last?.seat === seat) notes.clean('own-offer-accepted');
      turns.push({ seat, words: text, act: { type: 'accept' } });
      cut();
      return { turns, outcome: { kind: 'agreement', deal: { price: standing.price } } };
    } else if (name === 'reject' || name === 'quit') {
      turns.push({ seat, words: text, act: { type: name === 'quit' ? 'walk' : 'reject' } });
      cut();
      return { turns, outcome: name === 'quit' ? { kind: 'walked', by: seat } : { kind: 'no-deal' } };
    } else if (text === '') {
      notes.clean('empty-turn');
    } else {
      const intent = INTENTS[name];
      const named = price > 0 ? namedPrice(text, price) : undefined;
      if (price > 0 && named === undefined) notes.clean('not-a-price');
      turns.push({
        seat,
        words: text,
        act: { type: 'say' },
        ...(intent ? { intent } : {}),
        ...(named === undefined ? {} : { price: named }),
      });
    }
  }
  return { turns, outcome: { kind: labelled ? 'no-deal' : 'unknown' } };
}

const NO_PRICE: ReadonlySet<NumberInText['kind']> = new Set([
  'difference',
  'percent',
  'quantity',
  'time',
  'year',
  'ordinal',
  'model',
]);

/** The annotated price, unless the words use that number for something else. */
function namedPrice(words: string, price: number): number | undefined {
  const same = numbersIn(words).filter(({ value }) => value === price);
  return same.length > 0 && same.every(({ kind }) => NO_PRICE.has(kind)) ? undefined : price;
}
