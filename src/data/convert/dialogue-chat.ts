/**
 * A dialogue over a listing as chats: a row for each act of a seat, with the very prompt that a model is sent at play.
 *
 * What was said and done is put into the acts of our rules. Turns of one side in a row are one act with all its words; a price that
 * the annotators read in the words is an offer, unless it only repeats the other side's and no deal came of it. An offer at the very
 * price that the other side has on the table is an accept, since our rules close the deal there. The acts are then played by the
 * rules, and a dialogue that breaks them or ends elsewhere than the record says is left out by name.
 *
 * Limits are drawn as for play (import/corpora/listing-scenario.ts), again and again until this side never went past its own;
 * whoever did under every draw teaches nothing. A side's prompt holds nothing of the other side's.
 */
import { MOST_WORDS } from '../../agents/index.ts';
import {
  cents,
  type Item,
  type PriceAct,
  type PriceScenario,
  type PriceView,
  price,
  priceProblem,
} from '../../core/index.ts';
import { listingScenario } from '../import/corpora/listing-scenario.ts';
import { splitByHash } from '../parquet/splits.ts';
import type { DialogueRecord } from '../roles/index.ts';
import type { ChatMessage, ChatRow } from './chat-row.ts';
import { type EpisodeChatOptions, turnChat } from './episode-chat.ts';

type Side = 'buyer' | 'seller';
type Turn = DialogueRecord['turns'][number];

interface DialogueChats {
  readonly rows: readonly ChatRow[];
  /** What is left out, each in a sentence without its place. */
  readonly problems: readonly string[];
}

/**
 * A seller who names less than this share of the list price speaks of something else: a fee, a distance, what a part is worth. In the
 * validation file 26 annotated prices lie below it, most of them such; taken for offers they would stand there for long.
 */
const LEAST_ASKED = 0.5;

/** How often limits are drawn for one side. */
const DRAWS = 32;

/** Whether this is a dialogue over a price: one item, a buyer and a seller. */
export function isOverPrice({ scenario }: DialogueRecord): boolean {
  return 'item' in scenario.public;
}

export function dialogueChats(dialogue: DialogueRecord, options: EpisodeChatOptions = {}): DialogueChats {
  const { outcome } = dialogue;
  if (outcome.kind === 'unknown') return { rows: [], problems: ['how it ended is not known'] };
  const sides = (['buyer', 'seller'] as const).filter((seat) => options.seat === undefined || seat === options.seat);
  const made = sides.map((seat) => sideChats(dialogue, seat, options));
  // What is wrong with the dialogue itself is the same for both sides.
  return {
    rows: made.flatMap(({ rows }) => rows).sort((a, b) => turnOf(a) - turnOf(b)),
    problems: [...new Set(made.flatMap(({ problems }) => problems))],
  };
}

const turnOf = ({ id }: ChatRow) => Number(id.split('-').at(-2));

function sideChats(dialogue: DialogueRecord, seat: Side, options: EpisodeChatOptions): DialogueChats {
  const { item } = dialogue.scenario.public as { item: Item };
  const target = dialogue.scenario.private.buyer?.target as number | undefined;
  if (target === undefined) return { rows: [], problems: ["the buyer's target is missing"] };
  for (let seed = 0; seed < DRAWS; seed++) {
    const scenario = listingScenario({ item, target }, { seed });
    if (!scenario) return { rows: [], problems: ['its prices are no scenario'] };
    const played = play(dialogue, scenario);
    if (typeof played === 'string') return { rows: [], problems: [played] };
    const own = played.filter(({ view }) => view.seat === seat);
    if (own.every(({ view, act }) => isWithin(view, act)))
      return { rows: rowsOf(dialogue, own, options), problems: [] };
  }
  return { rows: [], problems: [`the ${seat} went past any limit that is drawn`] };
}

interface Move {
  readonly view: PriceView;
  readonly act: PriceAct;
}

function rowsOf(dialogue: DialogueRecord, moves: readonly Move[], options: EpisodeChatOptions): ChatRow[] {
  const { id, source } = dialogue;
  const split = options.splitBy === 'trajectory' ? splitByHash(id) : dialogue.split;
  // An answer at play has no room for more words: they are heard, and not learned.
  const learned = moves.filter(({ act }) => (act.words ?? '').length <= MOST_WORDS);
  return learned.map(({ view, act }) => {
    const { prompt, answer } = turnChat(view, act, options);
    const messages: ChatMessage[] = [...prompt, { role: 'assistant', content: answer }];
    return { id: `${id}-${view.turn}-${view.seat}`, source, split, messages };
  });
}

/** Whether an act keeps to this side's limit. */
function isWithin({ own, seat, theirs }: PriceView, act: PriceAct): boolean {
  const at = act.type === 'offer' ? act.price : act.type === 'accept' ? theirs?.offer.price : undefined;
  return at === undefined || (seat === 'buyer' ? at <= own.reservation : at >= own.reservation);
}

/** The dialogue by the rules, move by move; a sentence where it breaks them. */
function play(dialogue: DialogueRecord, drawn: PriceScenario): Move[] | string {
  const groups = inRow(dialogue.turns);
  const opens = groups[0]?.[0]?.seat as Side;
  const scenario: PriceScenario = { ...drawn, public: { ...drawn.public, opens } };
  let state = price.start(scenario);
  const moves: Move[] = [];
  for (const group of groups) {
    const [seat] = price.toAct(state);
    if (seat === undefined) break;
    const view = price.view(state, seat);
    if (group[0]?.seat !== seat) return 'a turn is empty, so that one side moves twice';
    const act = actOf(group, view, dialogue);
    if (act === undefined) return 'a turn is empty, so that one side moves twice';
    const problem = price.check(view, act);
    if (problem) return `turn ${view.turn}: ${problem}`;
    moves.push({ view, act });
    state = price.apply(state, [{ seat, turn: view.turn, act }]);
  }
  return endProblem(dialogue, price.outcome(state)) ?? moves;
}

type Ended = ReturnType<typeof price.outcome>;

/** By the rules a reject ends nothing, so a dialogue without a deal may still be open. */
function endProblem({ outcome }: DialogueRecord, ended: Ended): string | undefined {
  if (ended?.kind === 'no-deal') return `it is longer than ${ended.turn} turns`;
  const [agreed, agrees] = [outcome.kind === 'agreement', ended?.kind === 'agreement'];
  if (agreed !== agrees) return agreed ? 'its deal is not closed by the acts' : 'its acts close a deal that was none';
  if (ended?.kind !== 'agreement' || outcome.kind !== 'agreement') return undefined;
  return ended.deal.price === outcome.deal.price
    ? undefined
    : `its acts close at ${ended.deal.price} and the record at ${outcome.deal.price}`;
}

/** What one side said and did before the other had its turn. */
function inRow(turns: readonly Turn[]): Turn[][] {
  const groups: Turn[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (last?.[0]?.seat === turn.seat) last.push(turn);
    else groups.push([turn]);
  }
  return groups;
}

function actOf(group: readonly Turn[], view: PriceView, dialogue: DialogueRecord): PriceAct | undefined {
  const spoken = group
    .map(({ words }) => words.trim())
    .filter(Boolean)
    .join(' ');
  const words = spoken === '' ? {} : { words: spoken };
  const done = group.map(({ act }) => act.type);
  if (done.includes('walk')) return { type: 'walk', ...words };
  if (done.includes('accept') && view.theirs) return { type: 'accept', offer: view.theirs.turn, ...words };
  if (done.includes('reject') && view.theirs) return { type: 'reject', ...words };
  const offered = group.flatMap((turn) => priceIn(turn, view, dialogue) ?? []).at(-1);
  if (offered !== undefined) {
    const meets = view.theirs !== undefined && view.theirs.offer.price === offered;
    return meets && view.theirs
      ? { type: 'accept', offer: view.theirs.turn, ...words }
      : { type: 'offer', price: offered, ...words };
  }
  return spoken === '' ? undefined : { type: 'say', words: spoken };
}

/** The price that a turn puts on the table: one that was typed, or one that was named in words as this side's own. */
function priceIn({ act, price: said, seat }: Turn, view: PriceView, { outcome }: DialogueRecord): number | undefined {
  if (act.type === 'offer') return act.price;
  if (act.type !== 'say' || said === undefined) return undefined;
  const amount = cents(said);
  if (priceProblem(view.public, amount)) return undefined;
  if (seat === 'seller' && amount < LEAST_ASKED * view.public.item.listPrice) return undefined;
  const theirs = view.theirs?.offer.price;
  const crosses = theirs !== undefined && (seat === 'buyer' ? amount >= theirs : amount <= theirs);
  const dealt = outcome.kind === 'agreement' ? outcome.deal.price : undefined;
  return crosses && (amount !== theirs || amount !== dealt) ? undefined : amount;
}
