/** Plays a block of a plan and writes it down, with its tally. Episodes go through the one loop like all others. */
import {
  createRng,
  type PriceAct,
  type PriceDeal,
  type PriceScenario,
  price,
  type Result,
  rhoOf,
  runEpisode,
  samplers,
  type Taken,
} from '../../core/index.ts';
import { Bytes } from './bytes.ts';
import { BLOCK, type Plan, planKey, type Seated, seatedScripts, shardRange } from './plan.ts';
import { emptyTally, type Tally } from './tally.ts';
import { type Author, author, writeCompact, writeRows } from './write.ts';

export interface Block {
  /** Lines of turn rows, and one compact line an episode; empty for what was not asked for. */
  readonly rows: Uint8Array;
  readonly compact: Uint8Array;
  readonly tally: Tally;
}

export interface Wanted {
  readonly rows: boolean;
  readonly compact: boolean;
}

export class SimulationError extends Error {
  override readonly name = 'SimulationError';
}

/** A function that plays any block of the plan; what all blocks share is made once. Its bytes hold until the next block. */
export function blockPlayer(plan: Plan, wanted: Wanted): (block: number) => Block {
  const key = planKey(plan);
  const { first, end } = shardRange(plan);
  const root = createRng(plan.seed).split('simulate');
  const sample = samplers[plan.sampler];
  const authors = seatedScripts(plan).map(author);
  const rows = new Bytes();
  const compact = new Bytes();

  return (block) => {
    const tally = emptyTally();
    rows.length = 0;
    compact.length = 0;
    const start = first + block * BLOCK;
    for (let index = start; index < Math.min(start + BLOCK, end); index++) {
      const stream = root.split(index);
      const buyer = authors[stream.integer(authors.length)] as Author;
      const seller = authors[stream.integer(authors.length)] as Author;
      const scenario = sample(Math.floor(stream.float() * 2 ** 53), { turnLimit: plan.turnLimit });
      const rng = stream.split('agents');
      const { events, result } = runEpisode({ domain: price, scenario, agents: { buyer, seller }, rng });
      if (result.kind === 'failed') {
        const culprit = result.by === 'buyer' ? buyer : seller;
        throw new SimulationError(
          `${culprit.name} broke down in episode ${index} and the run stopped: ${result.reason}`,
        );
      }
      if (!count(tally, plan, scenario, result, buyer, seller)) continue;
      const taken: Taken<PriceAct>[] = [];
      for (const event of events) if (event.type === 'action-taken') taken.push(event as unknown as Taken<PriceAct>);
      const played = { id: `${key}-${index}`, scenario, result, taken, buyer, seller };
      if (wanted.rows) writeRows(rows, played);
      if (wanted.compact) writeCompact(compact, played);
      tally.rows += taken.length;
    }
    return { rows: rows.written(), compact: compact.written(), tally };
  };
}

/** Counts an episode; false when it leaves no rows. */
function count(
  tally: Tally,
  { failures }: Plan,
  scenario: PriceScenario,
  result: Result,
  buyer: Seated,
  seller: Seated,
): boolean {
  if (result.kind !== 'agreement' && failures === 'drop') {
    tally.dropped++;
    return false;
  }
  tally.trajectories++;
  tally.buyers[buyer.name] = (tally.buyers[buyer.name] ?? 0) + 1;
  tally.sellers[seller.name] = (tally.sellers[seller.name] ?? 0) + 1;
  if (result.kind !== 'agreement') {
    tally.failures++;
    return true;
  }
  tally.agreements++;
  const rho = rhoOf(scenario, (result.deal as PriceDeal).price);
  if (rho === undefined) tally.withoutZone++;
  else {
    const decile = Math.min(9, Math.max(0, Math.floor(rho * 10)));
    tally.rho[decile] = (tally.rho[decile] as number) + 1;
  }
  return true;
}
