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
import { trust } from '../../core/trust.ts';
import { Bytes, encode, type Written } from './bytes.ts';
import { BLOCK, type Plan, planKey, type Seated, seatedScripts, shardRange } from './plan.ts';
import { emptyTally, type Tally } from './tally.ts';
import { type Author, author, writeCompact, writeRows } from './write.ts';

/** What the lines of a file are: turn rows, or one compact line an episode. */
export type Lines = 'rows' | 'compact';

export interface Block {
  readonly lines: Written;
  readonly tally: Tally;
}

export class SimulationError extends Error {
  override readonly name = 'SimulationError';
}

/** The place where rows should go does not fit. */
export class OutputNameError extends Error {
  override readonly name = 'OutputNameError';
}

/** A function that plays any block of the plan, into memory that is given or new; what all blocks share is made once. */
export function blockPlayer(plan: Plan, lines: Lines): (block: number, memory?: ArrayBuffer) => Block {
  const key = encode(`${planKey(plan)}-`);
  const { first, end } = shardRange(plan);
  const root = createRng(plan.seed).split('simulate');
  const sample = samplers[plan.sampler];
  // Scripts of the registries, all of them.
  const authors = seatedScripts(plan).map((script) => trust(author(script)));
  const write = lines === 'rows' ? writeRows : writeCompact;

  return (block, memory) => {
    const tally = emptyTally();
    const out = new Bytes(memory);
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
      const played = { key, index, scenario, result, taken, buyer, seller };
      write(out, played);
      tally.rows += taken.length;
    }
    return { lines: out.take(), tally };
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
