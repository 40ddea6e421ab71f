/**
 * Turn rows for the tests of the card: simulated as `parley simulate` does, or written as the acts alone. All are clean; a test
 * breaks what it is about.
 */
import { writeFileSync } from 'node:fs';
import { registries, type SamplerName } from '../../core/index.ts';
import { bytesOf } from '../simulate/bytes.ts';
import { turnRowsFromCompact } from '../simulate/expand.ts';
import { blockPlayer } from '../simulate/play.ts';
import type { ActionType, TurnRow } from '../simulate/rows.ts';

export interface Simulated {
  readonly sampler?: SamplerName;
  readonly registry?: keyof typeof registries;
  /** At most 1000. */
  readonly episodes?: number;
  readonly seed?: number;
  readonly failures?: 'keep' | 'drop';
}

export function simulatedRows({
  sampler = 'general',
  registry = 'clean',
  episodes = 200,
  seed = 1,
  failures = 'keep',
}: Simulated = {}): TurnRow[] {
  const scripts = registries[registry].map(({ name }) => ({ name, spec: `${registry}:${name}` }));
  const plan = { sampler, turnLimit: 20, seed, scripts, episodes, shard: { index: 1, count: 1 }, failures };
  const lines = Buffer.from(bytesOf(blockPlayer(plan, 'rows')(0).lines))
    .toString('utf8')
    .split('\n')
    .slice(0, -1);
  return lines.map((line) => JSON.parse(line) as TurnRow);
}

export interface Written {
  readonly id?: string;
  /** A number is an offer at that price; the buyer opens. */
  readonly acts: readonly (number | Exclude<ActionType, 'OFFER'>)[];
  /** The seller's reservation and the buyer's. Default 400 to 900. */
  readonly zone?: readonly [seller: number, buyer: number];
  readonly accepted?: number | null;
  /** Default: the number of acts. */
  readonly maxTurns?: number;
  readonly strategies?: readonly [buyer: string, seller: string];
}

export function writtenRows({
  id = 'a',
  acts,
  zone: [low, high] = [400, 900],
  accepted = null,
  maxTurns = acts.length,
  strategies: [buyer, seller] = ['one', 'two'],
}: Written): TurnRow[] {
  const rho =
    accepted === null ? -1 : high > low ? Math.round(((accepted - low) / (high - low)) * 10_000) / 10_000 : null;
  return turnRowsFromCompact({
    id,
    max_turns: maxTurns,
    range: [200, 1500],
    buyer_max: high,
    seller_min: low,
    opens: 'buyer',
    buyer: { strategy: buyer, strategy_params: {} },
    seller: { strategy: seller, strategy_params: {} },
    actions: acts.map((act) => (typeof act === 'number' ? 'OFFER' : act)),
    prices: acts.map((act) => (typeof act === 'number' ? act : null)),
    accepted_price: accepted,
    rho,
  });
}

export function writeLines(file: string, rows: readonly object[]): void {
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
