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
  /** The value of `agent`. */
  readonly json: string;
  readonly piece: Uint8Array;
}

export function author(seated: Seated): Author {
  const json = JSON.stringify({ strategy: seated.name, strategy_params: seated.options });
  // One byte a character from here on.
  if (/[^\x20-\x7e]/.test(json)) throw new RangeError(`the name of a script must be plain ASCII, got ${seated.name}`);
  return { ...seated, json, piece: encode(`,"agent":${json},"state":{"timestep":`) };
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
const HISTORY = encode(',"offer_history":[');
const RESERVATION = encode('],"reservation_price":');
const PRICED = Object.fromEntries(
  Object.entries(ACTIONS).map(([act, name]) => [act, encode(`${name}","price":`)]),
) as Record<PriceAct['type'], Uint8Array>;
const BUYER_ENTRY = encode('["buyer",');
const SELLER_ENTRY = encode('["seller",');
const COMMA = encode(',');
const CLOSE = encode(']');
const GOES_ON = encode('},"is_terminal":false');
const ENDS = encode('},"is_terminal":true');
/** More than any row needs beside its history, and more than any entry of a history. */
const ROW_ROOM = 2000;
const ENTRY_ROOM = 40;

type Role = 'buyer' | 'seller';

export function writeRows(out: Bytes, played: Played): void {
  const { id, scenario, taken } = played;
  const { buyerMax, sellerMin } = reservations(scenario);
  const table = tablePieces(scenario);
  const [buyerLimit, sellerLimit] = [amount(buyerMax), amount(sellerMin)];
  let buyerStands = 'null';
  let sellerStands = 'null';
  out.reserve(
    taken.length *
      (ROW_ROOM + 2 * id.length + played.buyer.piece.length + played.seller.piece.length + ENTRY_ROOM * taken.length),
  );
  let headAt = 0;
  let headLength = 0;
  let tailAt = 0;
  let tailLength = 0;
  let historyAt = 0;
  let historyLength = 0;
  // The offer of the row before, '' where that was none, and who made it.
  let previous = '';
  let previousBuying = false;
  for (let i = 0; i < taken.length; i++) {
    const { turn, seat, act } = taken[i] as Taken<PriceAct>;
    const buying = seat === 'buyer';
    const last = i === taken.length - 1;
    const turnText = numbered(turn);
    if (i === 0) {
      headAt = out.length;
      out.text(`{"trajectory_id":"${id}","turn":`);
      headLength = out.length - headAt;
    } else out.again(headAt, headLength);
    out.short(turnText);
    out.put(buying ? played.buyer.piece : played.seller.piece);
    out.short(turnText);
    out.put(buying ? table.buyer : table.seller);
    out.short(buying ? sellerStands : buyerStands);
    out.put(HISTORY);
    // The history is that of the row before and, after it, the offer made there.
    const historyNow = out.length;
    if (historyLength > 0) out.again(historyAt, historyLength);
    if (previous !== '') {
      if (historyLength > 0) out.put(COMMA);
      out.put(previousBuying ? BUYER_ENTRY : SELLER_ENTRY);
      out.short(previous);
      out.put(CLOSE);
    }
    historyAt = historyNow;
    historyLength = out.length - historyNow;
    out.put(RESERVATION);
    out.short(buying ? buyerLimit : sellerLimit);
    out.put(table.range);
    out.put(PRICED[act.type]);
    const priced = act.type === 'offer' ? amount(act.price) : 'null';
    out.short(priced);
    out.put(last ? ENDS : GOES_ON);
    if (i === 0) {
      tailAt = out.length;
      out.text(tail(played));
      tailLength = out.length - tailAt;
    } else out.again(tailAt, tailLength);
    previous = '';
    if (act.type === 'offer') {
      previous = priced;
      previousBuying = buying;
      if (buying) buyerStands = priced;
      else sellerStands = priced;
    } else if (act.type === 'reject') {
      if (buying) sellerStands = 'null';
      else buyerStands = 'null';
    }
  }
}

export function writeCompact(out: Bytes, played: Played): void {
  const { scenario, taken } = played;
  const { turnLimit, range, opens } = scenario.public;
  const { buyerMax, sellerMin } = reservations(scenario);
  const actions = taken.map(({ act }) => `"${ACTIONS[act.type]}"`).join(',');
  const prices = taken.map(({ act }) => (act.type === 'offer' ? amount(act.price) : 'null')).join(',');
  const { accepted, rho } = ending(played);
  const line = `{"id":"${played.id}","max_turns":${turnLimit},"range":[${amount(range.low)},${amount(range.high)}],"buyer_max":${amount(buyerMax)},"seller_min":${amount(sellerMin)},"opens":"${opens}","buyer":${played.buyer.json},"seller":${played.seller.json},"actions":[${actions}],"prices":[${prices}],"accepted_price":${accepted},"rho":${rho}}\n`;
  out.reserve(line.length);
  out.text(line);
}

function tail(played: Played): string {
  const { buyerMax, sellerMin } = reservations(played.scenario);
  const [high, low, width] = [amount(buyerMax), amount(sellerMin), amount(buyerMax - sellerMin)];
  const { accepted, rho } = ending(played);
  return `,"meta":{"buyer_max":${high},"seller_min":${low},"zopa_low":${low},"zopa_high":${high},"zopa_width":${width},"accepted_price":${accepted},"episode_outcome":{"agreement_bool":${accepted !== 'null'},"price":${accepted},"num_turns":${played.taken.length}}},"rho":${rho}}\n`;
}

function ending({ result, scenario }: Played): { accepted: string; rho: string } {
  if (result.kind !== 'agreement') return { accepted: 'null', rho: '-1' };
  const agreed = (result.deal as PriceDeal).price;
  const rho = rhoOf(scenario, agreed);
  return { accepted: amount(agreed), rho: rho === undefined ? 'null' : String(Math.round(rho * 10_000) / 10_000) };
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
    const piece = encode(`,"price_range":[${amount(range.low)},${amount(range.high)}]},"action":{"type":"`);
    lastTable = { key, pieces: { buyer: role('buyer'), seller: role('seller'), range: piece } };
  }
  return lastTable.pieces;
}

let lastTable: { key: string; pieces: TablePieces } = {
  key: '',
  pieces: { buyer: HISTORY, seller: HISTORY, range: HISTORY },
};

const turnTexts: string[] = [];

/** A turn as text; there are few. */
function numbered(turn: number): string {
  turnTexts[turn] ??= String(turn);
  return turnTexts[turn] as string;
}

/** Amounts are whole cents, and there are few of them: printing each once is much of the speed. */
const MOST_PRINTED = 1 << 18;
const printed = new Array<string | undefined>(MOST_PRINTED);

function amount(x: number): string {
  const inCents = Math.round(x * 100);
  if (inCents < 0 || inCents >= MOST_PRINTED) return String(inCents / 100);
  const known = printed[inCents];
  if (known !== undefined) return known;
  const text = String(inCents / 100);
  printed[inCents] = text;
  return text;
}
