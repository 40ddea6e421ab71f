/**
 * Turn rows and compact lines as bytes. The text is put together from pieces made once per script and once per episode, since
 * JSON.stringify of every row would cost several times the game itself; a property test holds it to the obvious
 * implementation in expand.ts.
 */
import {
  type PriceAct,
  type PriceDeal,
  type PricePrivate,
  type PriceScenario,
  type Result,
  rhoOf,
  type Taken,
} from '../../core/index.ts';
import { type Bytes, encode } from './bytes.ts';
import type { Seated } from './plan.ts';

/** A script with its part of a row, made once. */
export interface Author extends Seated {
  /** The value of `agent`, and with what stands around it in a row. */
  readonly json: Uint8Array;
  readonly piece: Uint8Array;
}

export function author(seated: Seated): Author {
  const json = JSON.stringify({ strategy: seated.name, strategy_params: seated.options });
  // One byte a character from here on.
  if (/[^\x20-\x7e]/.test(json)) throw new RangeError(`the name of a script must be plain ASCII, got ${seated.name}`);
  return { ...seated, json: encode(json), piece: encode(`,"agent":${json},"state":{"timestep":`) };
}

export interface Played {
  readonly id: string;
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
const CLOSE_ENTRY = encode(']');
const RESERVATION = encode('],"reservation_price":');
const ACTED = Object.fromEntries(
  Object.entries(ACTIONS).map(([act, name]) => [act, encode(`${name}","price":`)]),
) as Record<PriceAct['type'], Uint8Array>;
const GOES_ON = encode('},"is_terminal":false');
const ENDS = encode('},"is_terminal":true');
const NULL = encode('null');
/** More than any row needs beside its history, and more than any entry of a history. */
const ROW_ROOM = 2000;
const ENTRY_ROOM = 40;
/** In the place of a price where there is none. */
const NO_PRICE = -1;

type Role = 'buyer' | 'seller';

/** One side in an episode: its standing offer, and where the parts that all its rows share were last written. */
class Side {
  standing = NO_PRICE;
  /** A row up to its `last_offer_price`, and within it the two places of the turn's digits. */
  headAt = 0;
  headLength = 0;
  turnAt = 0;
  timestepAt = 0;
  digits = 0;
  /** A row from its history's end to its action. */
  middleAt = 0;
  middleLength = 0;
  readonly role: Role;
  readonly author: Author;
  readonly reservation: number;

  constructor(role: Role, author: Author, reservation: number) {
    this.role = role;
    this.author = author;
    this.reservation = reservation;
  }
}

export function writeRows(out: Bytes, played: Played): void {
  const { id, scenario, taken } = played;
  const { buyerMax, sellerMin } = reservations(scenario);
  const table = tablePieces(scenario);
  const buyer = new Side('buyer', played.buyer, buyerMax);
  const seller = new Side('seller', played.seller, sellerMin);
  out.reserve(
    taken.length *
      (ROW_ROOM + 2 * id.length + played.buyer.piece.length + played.seller.piece.length + ENTRY_ROOM * taken.length),
  );
  let historyAt = 0;
  let historyLength = 0;
  let entries = 0;
  let tailAt = 0;
  let tailLength = 0;
  for (let i = 0; i < taken.length; i++) {
    const { turn, seat, act } = taken[i] as Taken<PriceAct>;
    const side = seat === 'buyer' ? buyer : seller;
    const other = side === buyer ? seller : buyer;
    writeHead(out, side, id, turn, table);
    writePrice(out, other.standing);
    // The history is that of the row before and, after it, the offer made there.
    const historyNow = out.length;
    if (i === 0) out.put(HISTORY);
    else {
      out.again(historyAt, historyLength);
      const before = (taken[i - 1] as Taken<PriceAct>).act;
      if (before.type === 'offer') {
        out.put((entries++ === 0 ? FIRST_ENTRY : NEXT_ENTRY)[other.role]);
        out.amount(before.price);
      }
    }
    historyAt = historyNow;
    historyLength = out.length - historyNow;
    if (entries > 0) out.put(CLOSE_ENTRY);
    if (side.middleLength === 0) {
      side.middleAt = out.length;
      out.put(RESERVATION);
      out.amount(side.reservation);
      out.put(table.range);
      side.middleLength = out.length - side.middleAt;
    } else out.again(side.middleAt, side.middleLength);
    out.put(ACTED[act.type]);
    writePrice(out, act.type === 'offer' ? act.price : NO_PRICE);
    out.put(i === taken.length - 1 ? ENDS : GOES_ON);
    if (i === 0) {
      tailAt = out.length;
      writeTail(out, played);
      tailLength = out.length - tailAt;
    } else out.again(tailAt, tailLength);
    if (act.type === 'offer') side.standing = act.price;
    else if (act.type === 'reject') other.standing = NO_PRICE;
  }
}

/** The row up to its `last_offer_price`: the same side's last one with another turn, as long as that has as many digits. */
function writeHead(out: Bytes, side: Side, id: string, turn: number, table: TablePieces): void {
  const start = out.length;
  const digits = turn < 10 ? 1 : turn < 100 ? 2 : String(turn).length;
  if (digits !== side.digits) {
    out.put(ID);
    out.text(id);
    out.put(TURN);
    side.turnAt = out.length - start;
    out.whole(turn);
    out.put(side.author.piece);
    side.timestepAt = out.length - start;
    out.whole(turn);
    out.put(table[side.role]);
    side.headLength = out.length - start;
    side.digits = digits;
  } else {
    out.again(side.headAt, side.headLength);
    out.length = start + side.turnAt;
    out.whole(turn);
    out.length = start + side.timestepAt;
    out.whole(turn);
    out.length = start + side.headLength;
  }
  side.headAt = start;
}

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
  Uint8Array
>;

export function writeCompact(out: Bytes, played: Played): void {
  const { id, scenario, taken, buyer, seller } = played;
  const { turnLimit, range, opens } = scenario.public;
  const { buyerMax, sellerMin } = reservations(scenario);
  const { accepted, rho } = ending(played);
  out.reserve(ROW_ROOM + id.length + buyer.json.length + seller.json.length + ENTRY_ROOM * taken.length);
  out.put(COMPACT.id);
  out.text(id);
  out.put(COMPACT.maxTurns);
  out.whole(turnLimit);
  out.put(COMPACT.range);
  out.amount(range.low);
  out.put(COMPACT.comma);
  out.amount(range.high);
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
    writePrice(out, act.type === 'offer' ? act.price : NO_PRICE);
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

/** A row from `meta` on, the same for all rows of an episode. */
function writeTail(out: Bytes, played: Played): void {
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
}

function ending({ result, scenario }: Played): { accepted: number; rho: string } {
  if (result.kind !== 'agreement') return { accepted: NO_PRICE, rho: '-1' };
  const agreed = (result.deal as PriceDeal).price;
  const rho = rhoOf(scenario, agreed);
  return { accepted: agreed, rho: rho === undefined ? 'null' : String(Math.round(rho * 10_000) / 10_000) };
}

function reservations({ private: { buyer, seller } }: PriceScenario): { buyerMax: number; sellerMin: number } {
  return { buyerMax: (buyer as PricePrivate).reservation, sellerMin: (seller as PricePrivate).reservation };
}

interface TablePieces extends Readonly<Record<Role, Uint8Array>> {
  readonly range: Uint8Array;
}

/** The pieces that follow from the public facts. The Janus sampler has one table for all its games, so the last is kept. */
function tablePieces({ public: { turnLimit, range } }: PriceScenario): TablePieces {
  const key = `${turnLimit} ${range.low} ${range.high}`;
  if (key !== lastTable.key) {
    const role = (name: Role) => encode(`,"max_turns":${turnLimit},"role":"${name}","last_offer_price":`);
    const piece = encode(`,"price_range":[${range.low},${range.high}]},"action":{"type":"`);
    lastTable = { key, pieces: { buyer: role('buyer'), seller: role('seller'), range: piece } };
  }
  return lastTable.pieces;
}

let lastTable: { key: string; pieces: TablePieces } = {
  key: '',
  pieces: { buyer: HISTORY, seller: HISTORY, range: HISTORY },
};
