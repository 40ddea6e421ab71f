/**
 * The rows of one dialogue: a row a turn for the side that spoke, by its true role or by perspective.
 *
 * Where there is a listing, people had roles. Where items are shared out there are none, so each side is the buyer as it sees the
 * game itself and the seller as the other sees it, as AgreeMate had it: every turn is a row in both tables. Its tables gave the
 * seller's rows the buyer's values; here a row has the values of whoever speaks. An act that binds is kept. A price that the
 * annotators read in the words counts as an offer, and so does a whole split that our own parser reads in them; what is not clear
 * is `say`, and never an accept.
 */
import { parseItemsReply } from '../../agents/parse/index.ts';
import { itemsThought, priceThought } from '../../agents/speech/thought.ts';
import { formatPrice, type ItemsOffer, type ItemsView, type ItemType, type Split, worth } from '../../core/index.ts';
import { splitByHash } from '../parquet/splits.ts';
import type { DialogueRecord } from './read.ts';
import type { Role, RoleAction, RoleRow } from './role-row.ts';

/** Why a dialogue gives no rows: name to sentence. */
export const leaveOutRules = {
  'outcome-unknown': 'The source does not say how it ended, or what it says cannot be true.',
  'values-missing': 'A list price, a target or the values of a side are missing, so nothing can be computed from them.',
  'no-roles': 'It is about neither a listing nor items to share, or somebody speaks who has no seat there.',
} as const;
export type LeaveOutRule = keyof typeof leaveOutRules;

export type RowsOf = { readonly rows: readonly RoleRow[] } | { readonly leftOut: LeaveOutRule };

type Turn = DialogueRecord['turns'][number];

export function rowsOf(dialogue: DialogueRecord): RowsOf {
  const { item, items } = dialogue.scenario.public as { item?: Listing; items?: readonly ItemType[] };
  const seats = item ? ['buyer', 'seller'] : items ? ['a', 'b'] : [];
  if (!dialogue.turns.every(({ seat }) => seats.includes(seat))) return { leftOut: 'no-roles' };
  if (dialogue.outcome.kind === 'unknown') return { leftOut: 'outcome-unknown' };
  return (item ? priceRows(dialogue, item) : itemsRows(dialogue, items as readonly ItemType[])) ?? missing;
}

const missing = { leftOut: 'values-missing' } as const;

interface Listing {
  readonly title: string;
  readonly listPrice: number;
  readonly currency: string;
}

/** Columns that say where a row comes from. */
function place({ id, source, split, ownSplit = split, scenario }: DialogueRecord) {
  return {
    scenario: JSON.stringify(scenario.public),
    source,
    dialogue: id,
    split_published: split,
    split_scenario: ownSplit,
    split_trajectory: splitByHash(id),
  };
}

function priceRows(dialogue: DialogueRecord, item: Listing): RowsOf | undefined {
  const { private: secrets } = dialogue.scenario;
  const targets = { buyer: secrets.buyer?.target, seller: secrets.seller?.target };
  if (![targets.buyer, targets.seller, item.listPrice].every((amount) => typeof amount === 'number')) return undefined;
  const { outcome } = dialogue;
  const ended = JSON.stringify(
    outcome.kind === 'agreement' ? { kind: outcome.kind, ...outcome.deal } : { kind: outcome.kind },
  );
  const standing: Partial<Record<Role, number>> = {};
  const heard: Heard[] = [];
  const rows = dialogue.turns.map((turn, i): RoleRow => {
    const role = turn.seat as Role;
    const partner = role === 'buyer' ? 'seller' : 'buyer';
    const [mine, theirs] = [standing[role], standing[partner]];
    const price = turn.act.type === 'offer' ? turn.act.price : turn.act.type === 'say' ? turn.price : undefined;
    const action: RoleAction = price === undefined ? turn.act.type : 'offer';
    const row = {
      role,
      context: contextOf(heard, role),
      thought: priceThought({ buying: role === 'buyer', target: targets[role] as number, ...item, mine, theirs }),
      values: JSON.stringify(secrets[role]),
      partner_values: JSON.stringify(secrets[partner]),
      utterance: turn.words,
      action,
      price,
      outcome: ended,
      terms: price === undefined ? '' : JSON.stringify({ price }),
      ...place(dialogue),
      turn: i + 1,
    };
    heard.push({
      seat: role,
      words: turn.words,
      act: price === undefined ? doing(action) : () => `offer ${formatPrice(price, item.currency)}`,
    });
    if (price !== undefined) standing[role] = price;
    if (action === 'reject') delete standing[partner];
    return row;
  });
  return { rows };
}

type Side = 'a' | 'b';

function itemsRows(dialogue: DialogueRecord, items: readonly ItemType[]): RowsOf | undefined {
  const { private: secrets } = dialogue.scenario;
  const values = { a: secrets.a?.values, b: secrets.b?.values } as Record<Side, readonly number[] | undefined>;
  if (![values.a, values.b].every((own) => Array.isArray(own) && own.length === items.length)) return undefined;
  const valuesOf = (seat: Side) => values[seat] as readonly number[];
  const standing: Partial<Record<Side, { turn: number; offer: ItemsOffer }>> = {};
  const heard: Heard[] = [];
  const rows = dialogue.turns.flatMap((turn, i): RoleRow[] => {
    const seat = turn.seat as Side;
    const other = seat === 'a' ? 'b' : 'a';
    const [mine, theirs] = [standing[seat], standing[other]];
    const own = valuesOf(seat);
    const { action, split } = actOf(turn, { seat, turn: i + 1, items, values: own, mine, theirs });
    const shared = {
      context: contextOf(heard, seat),
      thought: itemsThought({ items, values: own, mine: mine?.offer.split[seat], theirs: theirs?.offer.split[seat] }),
      values: JSON.stringify(named(items, own)),
      partner_values: JSON.stringify(named(items, valuesOf(other))),
      utterance: turn.words,
      action,
      price: split && worth(own, split[seat]),
      outcome: JSON.stringify(endedFor(seat, dialogue, items, own)),
      terms: split ? JSON.stringify({ mine: units(items, split[seat]) }) : '',
      ...place(dialogue),
      turn: i + 1,
    };
    const told = (listener: string) => {
      const list = Object.entries(units(items, (split as Split)[listener as Side]));
      return `offer: you get ${list.map(([name, count]) => `${count} ${name}`).join(', ')}`;
    };
    heard.push({ seat, words: turn.words, act: split ? told : doing(action) });
    if (split) standing[seat] = { turn: i + 1, offer: { type: 'offer', split } };
    if (action === 'reject') delete standing[other];
    return [
      { role: 'buyer', ...shared },
      { role: 'seller', ...shared },
    ];
  });
  return { rows };
}

interface Knowing {
  readonly seat: Side;
  readonly turn: number;
  readonly items: readonly ItemType[];
  readonly values: readonly number[];
  readonly mine: ItemsView['mine'];
  readonly theirs: ItemsView['theirs'];
}

/** The act of a turn: what was pressed, or what the words come to. */
function actOf(
  { act, words }: Turn,
  { seat, turn, items, values, mine, theirs }: Knowing,
): { action: RoleAction; split?: Split } {
  if (act.type === 'offer' && act.split) return { action: 'offer', split: act.split };
  if (act.type !== 'say') return { action: act.type };
  const table = { items, turnLimit: turn + 1, opens: 'a', crossing: 'continue' } as const;
  const view: ItemsView = {
    domain: 'items',
    seat,
    turn,
    turnLimit: turn + 1,
    public: table,
    own: { values, reservation: 0 },
    history: [],
    mine,
    theirs,
  };
  const read = parseItemsReply(words, view);
  if ('problem' in read) return { action: 'say' };
  return read.act.type === 'offer' ? { action: 'offer', split: read.act.split } : { action: read.act.type };
}

function named(items: readonly ItemType[], values: readonly number[]): object {
  return Object.fromEntries(items.map(({ name, count }, i) => [name, { count, value: values[i] }]));
}

function units(items: readonly ItemType[], bundle: readonly number[]): Record<string, number> {
  return Object.fromEntries(items.map(({ name }, i) => [name, bundle[i] as number]));
}

function endedFor(
  seat: Side,
  { outcome }: DialogueRecord,
  items: readonly ItemType[],
  values: readonly number[],
): object {
  const { kind } = outcome;
  const got = kind === 'agreement' ? outcome.deal.split?.[seat] : undefined;
  return got ? { kind, mine: units(items, got), worth: worth(values, got) } : { kind };
}

interface Heard {
  readonly seat: string;
  readonly words: string;
  /** What was done, as this listener would put it; nothing for words alone. */
  readonly act: (listener: string) => string;
}

const doing = (action: RoleAction) => () => (action === 'say' ? '' : action);

/** What was said and done so far, as one side has it in mind. */
function contextOf(heard: readonly Heard[], self: string): string {
  return heard
    .map(({ seat, words, act }) => {
      const deed = act(self);
      return `${seat === self ? 'You' : 'Them'}: ${[deed && `[${deed}]`, words].filter(Boolean).join(' ')}`;
    })
    .join('\n');
}
