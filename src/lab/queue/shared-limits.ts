/**
 * Limits that hold for all workers together: the rate of each model by sliding windows, places for calls under way, and the budget of
 * a plan. They stand on the board, and every call books there before it goes out.
 *
 * A window is kept in slots of a hundredth of it, each counted as if all of it had come at its end: a request waits a little longer than
 * it must, and never less.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Model, ModelError, type ModelErrorKind } from '../../models/index.ts';
import { perSpan, tooLarge, type Windows } from '../../models/wrappers/rate-limit.ts';
import { costOf, mostUsage, type Prices, roundMoney, totalTokens } from '../../models/wrappers/usage.ts';
import { faultOrThrow, wrap } from '../../models/wrappers/wrap.ts';
import { type Account, accountAt, type Budget, dayOf, latest, saidBy, within } from './account.ts';
import { type Board, update } from './board.ts';

export interface SharedLimits {
  readonly rate?: { readonly requests: Windows; readonly tokens: Windows };
  /** Calls at once of each model. */
  readonly places?: number;
  readonly budget?: Budget;
}

export interface LimitOptions extends SharedLimits {
  readonly board: Board;
  readonly plan: string;
  readonly prices?: Prices;
}

type Span = keyof Windows;
type Slot = readonly [end: number, requests: number, tokens: number];
type Slots = Readonly<Partial<Record<Span, readonly Slot[]>>>;
const SPANS: Readonly<Record<Span, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const SLOTS = 100;
/** A place of a worker that died is free again after this long; the others say in time that they hold theirs. */
const LEASE = 30_000;
/** Between two times that a holder says so, and at most between two looks of who waits for a place. */
const RENEWAL = LEASE / 3;
/** Where nobody has written for so long, the database was away, and who holds a place could not say so. */
const AWAY = LEASE / 2;
/** From where a request is booked to its server: what takes longer, as a model that writes a long answer, was there before. */
const LONGEST_WAY = 2000;
/** Before a place is asked for again, and before a window is looked at again. */
const FULL = 50;
const LONGEST_NAP = 5000;
/** Between two looks for an account that is not there, and before it is given up. */
const CLOSED = 100;
const LONGEST_CLOSED = 60_000;
/** Refunded in full: what was refused or never arrived. */
const FREE: readonly ModelErrorKind[] = ['limit', 'spent', 'rejected', 'missing', 'transport'];

interface Charging {
  readonly signal?: AbortSignal | undefined;
  /** For what is given back: the period that it was charged to. */
  readonly period?: string | undefined;
}

/** Of a model: requests and tokens by the end of their slot, and who has a place until when. */
interface Booked {
  readonly slots?: Slots;
  readonly places?: Places;
  /** While any place is held: when somebody last wrote here. */
  readonly seen?: number;
}
type Places = Readonly<Record<string, number>>;

export function withSharedLimits(model: Model, { board, plan, rate, places, budget, prices }: LimitOptions): Model {
  const key = `model:${model.name}`;
  const spans = (Object.keys(SPANS) as Span[]).filter(
    (span) => rate?.requests[span] !== undefined || rate?.tokens[span] !== undefined,
  );

  if (spans.length === 0 && places === undefined && budget === undefined) return model;

  /** Takes a place and books, at a time by the board's clock; or tells how long to wait. */
  async function book(id: string, tokens: number): Promise<{ readonly wait: number; readonly at: number }> {
    let booked = { wait: 0, at: 0 };
    await update<Booked>(board, key, (held = {}, now) => {
      // Other plans may count the same model in other windows.
      const inside: Slots = {
        ...held.slots,
        ...Object.fromEntries(spans.map((span) => [span, windowAt(held.slots?.[span] ?? [], span, now)])),
      };
      const alive = placesAt(held, now);
      const full = places !== undefined && Object.keys(alive).length >= places;
      const waits = spans.map((span) => waitIn(inside[span] ?? [], span, tokens, now));
      booked = { wait: Math.max(full ? FULL : 0, ...waits), at: now };
      if (booked.wait > 0) return { slots: inside, ...seenAt(alive, now, held.seen) };
      const taken = places === undefined ? alive : { ...alive, [id]: now + LEASE };
      return { slots: added(inside, spans, now, 1, tokens), ...seenAt(taken, now) };
    });
    return booked;
  }

  function waitIn(slots: readonly Slot[], span: Span, tokens: number, now: number): number {
    let wait = 0;
    const room = (limit: number | undefined, need: number, of: 1 | 2) => {
      if (limit === undefined) return;
      if (need > limit) throw tooLarge(model, need, limit, perSpan('tokens', span));
      let over = slots.reduce((sum, slot) => sum + slot[of], 0) + need - limit;
      for (const slot of slots) {
        if (over <= 0) return;
        over -= slot[of];
        wait = Math.max(wait, slot[0] + SPANS[span] - now);
      }
    };
    room(rate?.requests[span], 1, 1);
    room(rate?.tokens[span], tokens, 2);
    return wait;
  }

  /** Gives the place back, and the tokens that were not used. It counts from when it reached its server at the latest. */
  async function settle(id: string, at: number, booked: number, unused: number): Promise<void> {
    await update<Booked>(board, key, (held = {}, now) => {
      const { [id]: _, ...others } = placesAt(held, now);
      const arrived = Math.max(at, Math.min(now, at + LONGEST_WAY));
      const slots = moved(held.slots ?? {}, spans, [at, arrived], [booked, booked - unused]);
      return { slots, ...seenAt(others, now) };
    });
  }

  const price = (usage: Parameters<typeof totalTokens>[0]) => (prices ? costOf(usage, prices) : totalTokens(usage));
  const me = randomUUID().slice(0, 8);
  /** The account as this one saw it last, with what it has spent itself: said again to a board that has lost it or was set back. */
  let seen: Account | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: each goes by what the one before has left. Gives back the period that it was charged to. */
  function charge(amount: number, { signal, period }: Charging = {}): Promise<string | undefined> {
    const charged = turn.then(() => chargeNow(amount, { signal, period }));
    turn = charged.catch(() => undefined);
    return charged;
  }
  async function chargeNow(amount: number, { signal, period }: Charging): Promise<string | undefined> {
    if (!budget) return undefined;
    for (let waited = 0; ; waited += CLOSED) {
      let refused: ModelError | undefined;
      const charged = await update<Account>(board, accountAt(plan, budget), (held, now) => {
        refused = undefined;
        if (!held) return held;
        const day = dayOf(budget, now);
        const account = within(latest(held, seen, day), day);
        // What was charged to a day that is over stays charged to it.
        if (period !== undefined && account.period !== period) return account;
        // Not by the board: a charge of which only the answer was lost is not to count twice.
        const mine = seen?.period === account.period ? (seen.spent[me] ?? 0) : 0;
        const { [me]: _, ...others } = account.spent;
        const spent = roundMoney(Object.values(others).reduce((sum, one) => sum + one, mine));
        const limit = account.limit ?? budget.limit;
        if (amount > 0 && roundMoney(spent + amount) > limit) {
          const whose = `${budget.perDay ? "today's" : 'the'} budget of ${limit}${prices ? '' : ' tokens'}`;
          const why = `${spent} of ${whose} is spent by all workers, and the request may ${prices ? 'cost' : 'use'} ${amount}`;
          refused = new ModelError('spent', model.name, why);
          return saidBy(account, me, mine);
        }
        return saidBy(account, me, roundMoney(Math.max(0, mine + amount)));
      });
      if (charged) seen = charged;
      if (refused) throw refused;
      if (charged) return charged.period;
      // The database was emptied: nothing is spent before its coordinator has told it what was.
      if (waited >= LONGEST_CLOSED) {
        if (amount > 0)
          throw new ModelError(
            'transport',
            model.name,
            'the queue has lost what was spent, and nobody has told it again',
          );
        if (seen) seen = saidBy(seen, me, roundMoney(Math.max(0, (seen.spent[me] ?? 0) + amount)));
        return seen?.period;
      }
      await sleep(CLOSED, undefined, { signal });
    }
  }

  return wrap(model, async (request, options) => {
    const most = mostUsage(request);
    const id = randomUUID();
    await model.prepare?.();
    const period = await charge(price(most), { signal: options.signal });
    let at = 0;
    try {
      for (;;) {
        const booked = await book(id, totalTokens(most));
        at = booked.at;
        if (booked.wait === 0) break;
        await sleep(Math.min(booked.wait, LONGEST_NAP), undefined, { signal: options.signal });
      }
    } catch (error) {
      await charge(-price(most), { period });
      throw error;
    }
    let over = false;
    const hold = () =>
      update<Booked>(board, key, (held, now) =>
        // It may have waited for the database until the call was over.
        over ? held : { ...held, ...seenAt({ ...placesAt(held ?? {}, now), [id]: now + LEASE }, now) },
      ).catch(() => undefined);
    const holding = places === undefined ? undefined : setInterval(hold, RENEWAL);
    let unused = 0;
    try {
      const reply = await model.generate(request, options);
      if (totalTokens(reply.usage) > 0) {
        unused = totalTokens(most) - totalTokens(reply.usage);
        await charge(roundMoney(price(reply.usage) - price(most)), { period });
      }
      return reply;
    } catch (error) {
      const fault = faultOrThrow(error, options.signal);
      if (FREE.includes(fault.kind)) await charge(-price(most), { period });
      throw fault;
    } finally {
      over = true;
      clearInterval(holding);
      await settle(id, at, totalTokens(most), unused);
    }
  });
}

/** Who holds one. After an absence of the database all who held one do so for a lease: by then they have said whether they still do. */
function placesAt({ places = {}, seen = 0 }: Booked, now: number): Places {
  const away = Math.abs(now - seen) > AWAY;
  const alive = Object.entries(places).filter(([, until]) => away || until > now);
  return Object.fromEntries(alive.map(([one, until]) => [one, away ? now + LEASE : Math.min(until, now + LEASE)]));
}

/** Who only looks writes now and then. */
function seenAt(places: Places, now: number, last = 0): Pick<Booked, 'places' | 'seen'> {
  const any = Object.keys(places).length > 0;
  return { places, ...(any && { seen: Math.abs(now - last) < RENEWAL / 2 ? last : now }) };
}

/** What counts at that time. The database's clock may have been set back: then nothing is later than now. */
function windowAt(slots: readonly Slot[], span: Span, now: number): Slot[] {
  const last = slotOf(span, now);
  const inside = slots.filter(([end]) => end > now - SPANS[span]);
  const later = inside.filter(([end]) => end >= last);
  const sum = (of: 1 | 2) => later.reduce((total, slot) => total + slot[of], 0);
  const before = inside.filter(([end]) => end < last);
  return later.length === 0 ? before : [...before, [last, sum(1), sum(2)]];
}

/** The end of the slot that a time is in. */
function slotOf(span: Span, at: number): number {
  const length = SPANS[span] / SLOTS;
  return Math.ceil(at / length) * length;
}

/** To the slot of that time. */
function added(slots: Slots, spans: readonly Span[], at: number, requests: number, tokens: number): Slots {
  const next: Partial<Record<Span, readonly Slot[]>> = { ...slots };
  for (const span of spans) {
    const slot = slotOf(span, at);
    const others = (slots[span] ?? []).filter(([end]) => end !== slot);
    const [, some = 0, more = 0] = slots[span]?.find(([end]) => end === slot) ?? [];
    const sum: Slot = [slot, some + requests, more + tokens];
    next[span] = sum[1] > 0 ? [...others, sum].sort(([one], [other]) => one - other) : others;
  }
  return next;
}

/** A request from the slot of one time to that of another, with other tokens; what has left the window is not brought back. */
function moved(slots: Slots, spans: readonly Span[], [from, to]: Two, [before, after]: Two): Slots {
  const inside = spans.filter((span) => slots[span]?.some(([end]) => end === slotOf(span, from)));
  return added(added(slots, inside, from, -1, -before), inside, to, 1, after);
}
type Two = readonly [number, number];
