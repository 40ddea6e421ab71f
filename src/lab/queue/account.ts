/**
 * What was spent of a budget. The account stands on the board, and a board may be emptied or set back to a backup: so each that spends says
 * its own sum, all remember what they have seen, and of two sights of a sum the later counts. What was seen spent is never unseen.
 */
import { existsSync } from 'node:fs';
import type { Sight, Sights } from '../../models/node/day-ledger.ts';
import { writeWhole } from '../../models/node/files.ts';
import { readPlain } from '../../models/node/plain.ts';
import { roundMoney } from '../../models/wrappers/usage.ts';
import { type Board, update } from './board.ts';
import { QueueError } from './patience.ts';

export interface Budget {
  readonly limit: number;
  readonly perDay: boolean;
  readonly currency?: string;
}

export interface Account {
  /** A day, or when the coordinator's sitting began: the later is the greater text. */
  readonly period: string;
  /** Of a sitting's, also for who still plays for the one before; of a day, each has its own. */
  readonly limit?: number;
  readonly spent: Readonly<Record<string, number>>;
  /** How often each has said its sum, which goes down when tokens were not used. */
  readonly said?: Readonly<Record<string, number>>;
}

export const accountAt = (plan: string, { perDay, currency = 'tokens' }: Budget): string =>
  perDay ? `spent:${currency}` : `budget:${plan}`;
/** Undefined for a budget that is not a day's. */
export const dayOf = ({ perDay }: Budget, now: number): string | undefined =>
  perDay ? new Date(now).toISOString().slice(0, 10) : undefined;

const empty = (period: string): Account => ({ period, spent: {}, said: {} });

/** What was spent on that day, or in the sitting. */
export const within = (account: Account, day = account.period): Account =>
  account.period === day ? account : empty(day);

export const saidBy = (account: Account, who: string, sum: number): Account => ({
  ...account,
  spent: { ...account.spent, [who]: sum },
  said: { ...account.said, [who]: (account.said?.[who] ?? 0) + 1 },
});

/** Of two sights of an account, with the later sum of each that spends. Of a day's, only what was seen on that day counts. */
export function latest(held: Account, seen: Account | undefined, day: string | undefined): Account {
  if (!seen || seen.period !== (day ?? seen.period)) return held;
  if (held.period !== seen.period) return day === undefined && held.period > seen.period ? held : seen;
  const times = (account: Account, who: string) => account.said?.[who] ?? 0;
  const newer = Object.keys(seen.spent).filter((who) => times(seen, who) > times(held, who));
  const of = (sums: Readonly<Record<string, number>> = {}) =>
    Object.fromEntries(newer.map((who) => [who, sums[who] ?? 0]));
  return { ...held, spent: { ...held.spent, ...of(seen.spent) }, said: { ...held.said, ...of(seen.said) } };
}

/**
 * The other commands of the user who coordinates: on a day, what they spend and what is spent here is one. Sums from elsewhere have names,
 * by which each counts once, however many tell of it: said as one's own it would come back, and be said again with more.
 */
export interface Home {
  /** Of its own commands, and of this queue to others. */
  readonly name: string;
  readonly queue: string;
  /** By its own commands. */
  ownOn(day: string): number;
  /** As far as it was told, here or at other queues. */
  othersOn(day: string): Sights;
  /** What was spent over this queue, and elsewhere as far as it was told here. */
  keep(day: string, here: Sight, elsewhere: Sights): void;
}
/** Names of sums that come from elsewhere begin so; the others are of who spends over this queue. */
export const HOME = 'home-';
export const QUEUE = 'queue-';

/**
 * The coordinator's part: opens the account, remembers it, and gives it back to a board that was emptied or set back. That of a day is
 * kept in a file too, for whoever goes on there on that day.
 */
export function keepAccount(
  board: Board,
  plan: string,
  budget: Budget,
  { file, home }: { readonly file?: string; readonly home?: Home } = {},
) {
  const key = accountAt(plan, budget);
  const kept = budget.perDay ? file : undefined;
  let known: Account | undefined;
  let written = '';
  let told = '';
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: a slow look does not put an older sight in the place of a newer. */
  const look = (change: (held: Account | undefined, now: number) => Account | undefined): Promise<void> => {
    const looked = turn.then(async () => {
      known = await update<Account>(board, key, (held, now) => withHome(change(held, now), dayOf(budget, now)));
      tellHome();
      const text = `${JSON.stringify({ [key]: known })}\n`;
      if (kept === undefined || text === written) return;
      writeWhole(kept, text);
      written = text;
    });
    turn = looked.catch(() => undefined);
    return looked;
  };
  /** With what other commands have spent on that day. */
  function withHome(account: Account | undefined, day: string | undefined): Account | undefined {
    if (!account || !home || day === undefined) return account;
    let today = within(account, day);
    const sum = home.ownOn(day);
    if ((today.spent[home.name] ?? 0) !== sum) today = saidBy(today, home.name, sum);
    for (const [name, { spent, said }] of Object.entries(home.othersOn(day)))
      if (name.startsWith(QUEUE) && name !== home.queue && said > (today.said?.[name] ?? 0))
        today = { ...today, spent: { ...today.spent, [name]: spent }, said: { ...today.said, [name]: said } };
    return today;
  }
  function tellHome(): void {
    if (!known || !home || !budget.perDay) return;
    const { [home.name]: _, ...others } = known.spent;
    const now = JSON.stringify([known.period, others]);
    if (now === told) return;
    const { said } = known;
    const here = { spent: 0, said: 0 };
    const elsewhere: Record<string, Sight> = {};
    for (const [name, spent] of Object.entries(others)) {
      const times = said?.[name] ?? 0;
      // A home counts at each queue how often it has said its sum: of several the greatest is taken for the last.
      if (name.startsWith(HOME)) elsewhere[name] = { spent, said: spent };
      else if (name.startsWith(QUEUE)) elsewhere[name] = { spent, said: times };
      else {
        here.spent = roundMoney(here.spent + spent);
        here.said += times;
      }
    }
    home.keep(known.period, here, elsewhere);
    told = now;
  }
  return {
    /** With `anew` the budget of a plan begins again; that of a day never does. */
    async open(anew: boolean): Promise<void> {
      const before = kept === undefined ? undefined : accountIn(kept, key);
      await look((held, now) => {
        const day = dayOf(budget, now);
        if (day === undefined && (anew || !held)) return { ...empty(sittingAfter(held, now)), limit: budget.limit };
        return latest(held ?? empty(day ?? ''), before, day);
      });
    },
    look: () => look((held, now) => (held ? latest(held, known, dayOf(budget, now)) : known)),
  };
}

/** Later than the one before, wherever the clock of the database was set. */
function sittingAfter(held: Account | undefined, now: number): string {
  return new Date(Math.max(now, held ? (Date.parse(held.period) || 0) + 1 : 0)).toISOString();
}

/** Bytes: a number for each that spends. */
const LARGEST = 4 << 20;

function accountIn(file: string, key: string): Account | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return (JSON.parse(readPlain(file, LARGEST)) as Record<string, Account>)[key];
  } catch {
    throw new QueueError(`${file} cannot be read, and says what was spent today: bring it back, or remove it`);
  }
}
