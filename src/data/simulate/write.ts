/**
 * Turn rows and compact lines as bytes. The text is put together from pieces made once per script and once per episode, since
 * JSON.stringify of every row would cost several times the game itself; a property test holds it to the obvious
 * implementation in expand.ts.
 */
import {
  type PriceAct,
  type PriceDeal,
  type PricePrivate,
  type PricePublic,
  type PriceScenario,
  type Result,
  rhoOf,
  type Taken,
} from '../../core/index.ts';
import { type Bytes, encode, type Piece } from './bytes.ts';
import type { Seated } from './plan.ts';

/** A script with its part of a row, made once. */
export interface Author extends Seated {
  /** The value of `agent`, and with what stands around it in a row. */
  readonly json: Piece;
  readonly piece: Piece;
}

export function author({ name, spec, options, fingerprint, act }: Seated): Author {
  const text = JSON.stringify({ strategy: name, strategy_params: options });
  // One byte a character from here on.
  if (/[^\x20-\x7e]/.test(text)) throw new RangeError(`the name of a script must be plain ASCII, got ${name}`);
  const json = encode(text);
  const piece = encode(`,"agent":${text},"state":{"timestep":`);
  // Not by spread, which gives each author a shape of its own to the engine: that cost a run 7 %.
  return { name, spec, options, fingerprint, act, json, piece };
}

export interface Played {
  /** The key of the plan, and which of its episodes this is: together the id. */
  readonly key: Piece;
  readonly index: number;
  readonly scenario: PriceScenario;
  readonly result: Result;
  readonly taken: readonly Taken<PriceAct>[];
  readonly buyer: Author;
  readonly seller: Author;
}

const ACTIONS = { offer: 'OFFER', accept: 'ACCEPT', reject: 'REJECT', walk: 'WALK', say: 'SAY' } as const;
const ID = encode('{"trajectory_id":"');
const TURN = encode('","turn":');
const HISTORY = encode(',"offer_history":[');
const FIRST_ENTRY = { buyer: encode('["buyer",'), seller: encode('["seller",') };
const NEXT_ENTRY = { buyer: encode('],["buyer",'), seller: encode('],["seller",') };
const RESERVATION = encode('],"reservation_price":');
const CLOSED_RESERVATION = encode(']],"reservation_price":');
const ACTED = Object.fromEntries(
  Object.entries(ACTIONS).map(([act, name]) => [act, encode(`${name}","price":`)]),
) as Record<PriceAct['type'], Piece>;
const GOES_ON = encode('},"is_terminal":false');
const ENDS = encode('},"is_terminal":true');
const NULL = encode('null');
/** More than any row needs beside its history, and more than any entry of a history. */
const ROW_ROOM = 2000;
const ENTRY_ROOM = 40;
/** In the place of a price where there is none. */
const NO_PRICE = -1;

type Role = 'buyer' | 'seller';

export function writeRows(out: Bytes, played: Played): void {
  const { key, index, scenario, taken, buyer, seller } = played;
  // Forfeited before any act: no turn, no row.
  if (taken.length === 0) return;
  const table = tablePieces(scenario);
  const { buyerMax, sellerMin } = reservations(scenario);
  out.reserve(taken.length * (ROW_ROOM + buyer.piece.length + seller.piece.length + ENTRY_ROOM * taken.length));
  // From the end of one row's action to the turn of the next: the same bytes every time.
  let linkAt = 0;
  let linkLength = 0;
  let tailLength = 0;
  let historyAt = 0;
  let historyLength = 0;
  let offers = 0;
  let lastOffer = NO_PRICE;
  let buyerStands = NO_PRICE;
  let sellerStands = NO_PRICE;
  for (let i = 0; i < taken.length; i++) {
    const { turn, seat, act } = taken[i] as Taken<PriceAct>;
    const buys = seat === 'buyer';
    if (i > 1) out.again(linkAt, linkLength);
    else {
      if (i === 1) {
        linkAt = out.length;
        out.put(GOES_ON);
        tailLength = writeTail(out, played);
      }
      out.put(ID);
      out.put(key);
      out.whole(index);
      out.put(TURN);
      linkLength = out.length - linkAt;
    }
    out.whole(turn);
    out.put(buys ? buyer.piece : seller.piece);
    out.whole(turn);
    out.put(buys ? table.buyer : table.seller);
    writePrice(out, buys ? sellerStands : buyerStands);
    // The history is that of the row before and, after it, the offer made there.
    const historyNow = out.length;
    if (i === 0) out.put(HISTORY);
    else out.again(historyAt, historyLength);
    if (lastOffer !== NO_PRICE) {
      const entry = offers++ === 0 ? FIRST_ENTRY : NEXT_ENTRY;
      out.put(buys ? entry.seller : entry.buyer);
      out.amount(lastOffer);
      lastOffer = NO_PRICE;
    }
    historyAt = historyNow;
    historyLength = out.length - historyNow;
    out.put(offers === 0 ? RESERVATION : CLOSED_RESERVATION);
    out.amount(buys ? buyerMax : sellerMin);
    out.put(table.range);
    if (act.type === 'offer') {
      lastOffer = inCents(act.price);
      if (buys) buyerStands = lastOffer;
      else sellerStands = lastOffer;
      out.put(ACTED.offer);
      out.amount(lastOffer);
      continue;
    }
    if (act.type === 'reject') {
      if (buys) sellerStands = NO_PRICE;
      else buyerStands = NO_PRICE;
    }
    out.put(ACTED[act.type]);
    out.put(NULL);
  }
  out.put(ENDS);
  if (tailLength === 0) writeTail(out, played);
  else out.again(linkAt + GOES_ON.length, tailLength);
}

/** A price in whole cents, as all amounts are here. */
function writePrice(out: Bytes, price: number): void {
  if (price === NO_PRICE) out.put(NULL);
  else out.amount(price);
}

const COMPACT = {
  id: encode('{"id":"'),
  maxTurns: encode('","max_turns":'),
  range: encode(',"range":['),
  comma: encode(','),
  buyerMax: encode('],"buyer_max":'),
  opens: { buyer: encode(',"opens":"buyer","buyer":'), seller: encode(',"opens":"seller","buyer":') },
  seller: encode(',"seller":'),
  actions: encode(',"actions":['),
  prices: encode('],"prices":['),
  accepted: encode('],"accepted_price":'),
  rho: encode(',"rho":'),
};
const QUOTED = Object.fromEntries(Object.entries(ACTIONS).map(([act, name]) => [act, encode(`"${name}"`)])) as Record<
  PriceAct['type'],
  Piece
>;

export function writeCompact(out: Bytes, played: Played): void {
  const { key, index, scenario, taken, buyer, seller } = played;
  const { turnLimit, range, opens } = scenario.public;
  const { buyerMax, sellerMin } = reservations(scenario);
  const { accepted, rho } = ending(played);
  out.reserve(ROW_ROOM + buyer.json.length + seller.json.length + ENTRY_ROOM * taken.length);
  out.put(COMPACT.id);
  out.put(key);
  out.whole(index);
  out.put(COMPACT.maxTurns);
  out.whole(turnLimit);
  out.put(COMPACT.range);
  out.amount(inCents(range.low));
  out.put(COMPACT.comma);
  out.amount(inCents(range.high));
  out.put(COMPACT.buyerMax);
  out.amount(buyerMax);
  out.put(SELLER_MIN);
  out.amount(sellerMin);
  out.put(COMPACT.opens[opens as Role]);
  out.put(buyer.json);
  out.put(COMPACT.seller);
  out.put(seller.json);
  out.put(COMPACT.actions);
  for (let i = 0; i < taken.length; i++) {
    if (i > 0) out.put(COMPACT.comma);
    out.put(QUOTED[(taken[i] as Taken<PriceAct>).act.type]);
  }
  out.put(COMPACT.prices);
  for (let i = 0; i < taken.length; i++) {
    const { act } = taken[i] as Taken<PriceAct>;
    if (i > 0) out.put(COMPACT.comma);
    writePrice(out, act.type === 'offer' ? inCents(act.price) : NO_PRICE);
  }
  out.put(COMPACT.accepted);
  writePrice(out, accepted);
  out.put(COMPACT.rho);
  out.text(rho);
  out.put(END_OF_ROW);
}

const BUYER_MAX = encode(',"meta":{"buyer_max":');
const SELLER_MIN = encode(',"seller_min":');
const ZOPA_LOW = encode(',"zopa_low":');
const ZOPA_HIGH = encode(',"zopa_high":');
const ZOPA_WIDTH = encode(',"zopa_width":');
const ACCEPTED = encode(',"accepted_price":');
const AGREED = encode(',"episode_outcome":{"agreement_bool":true,"price":');
const NOT_AGREED = encode(',"episode_outcome":{"agreement_bool":false,"price":');
const TURNS = encode(',"num_turns":');
const RHO = encode('}},"rho":');
const END_OF_ROW = encode('}\n');

/** A row from `meta` on, the same for all rows of an episode; gives back its length. */
function writeTail(out: Bytes, played: Played): number {
  const start = out.length;
  const { buyerMax, sellerMin } = reservations(played.scenario);
  const { accepted, rho } = ending(played);
  out.put(BUYER_MAX);
  out.amount(buyerMax);
  out.put(SELLER_MIN);
  out.amount(sellerMin);
  out.put(ZOPA_LOW);
  out.amount(sellerMin);
  out.put(ZOPA_HIGH);
  out.amount(buyerMax);
  out.put(ZOPA_WIDTH);
  out.amount(buyerMax - sellerMin);
  out.put(ACCEPTED);
  writePrice(out, accepted);
  out.put(accepted === NO_PRICE ? NOT_AGREED : AGREED);
  writePrice(out, accepted);
  out.put(TURNS);
  out.whole(played.taken.length);
  out.put(RHO);
  out.text(rho);
  out.put(END_OF_ROW);
  return out.length - start;
}

function ending({ result, scenario }: Played): { accepted: number; rho: string } {
  if (result.kind !== 'agreement') return { accepted: NO_PRICE, rho: '-1' };
  const agreed = (result.deal as PriceDeal).price;
  const rho = rhoOf(scenario, agreed);
  return { accepted: inCents(agreed), rho: rho === undefined ? 'null' : rhoText(Math.round(rho * RHO_STEPS)) };
}

const RHO_STEPS = 10_000;
const rhoTexts = new Array<string | undefined>(RHO_STEPS + 1);

/** Printed once and kept, for deals within the zone. */
function rhoText(steps: number): string {
  if (!(steps >= 0 && steps <= RHO_STEPS)) return String(steps / RHO_STEPS);
  const text = rhoTexts[steps] ?? String(steps / RHO_STEPS);
  rhoTexts[steps] = text;
  return text;
}

function reservations({ private: { buyer, seller } }: PriceScenario): { buyerMax: number; sellerMin: number } {
  return {
    buyerMax: inCents((buyer as PricePrivate).reservation),
    sellerMin: inCents((seller as PricePrivate).reservation),
  };
}

function inCents(amount: number): number {
  return Math.round(amount * 100);
}

interface TablePieces extends Readonly<Record<Role, Piece>> {
  readonly range: Piece;
}

/** The pieces that follow from the public facts. The Janus sampler has one table for all its games, so the last is kept. */
function tablePieces({ public: { turnLimit, range } }: PriceScenario): TablePieces {
  if (turnLimit !== last.turnLimit || range !== last.range) {
    const role = (name: Role) => encode(`,"max_turns":${turnLimit},"role":"${name}","last_offer_price":`);
    const piece = encode(`,"price_range":[${range.low},${range.high}]},"action":{"type":"`);
    last = { turnLimit, range, pieces: { buyer: role('buyer'), seller: role('seller'), range: piece } };
  }
  return last.pieces;
}

let last: Pick<PricePublic, 'turnLimit' | 'range'> & { pieces: TablePieces } = {
  turnLimit: 0,
  range: { low: 0, high: 0 },
  pieces: { buyer: HISTORY, seller: HISTORY, range: HISTORY },
};
