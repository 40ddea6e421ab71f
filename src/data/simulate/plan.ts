/**
 * What to simulate: a plan is data, and episode i of a plan is the same on every machine, whoever plays it.
 *
 * A trajectory's id is the key of the plan and its index. The key covers all that decides what is played (scripts with
 * fingerprints, sampler, turn limit, seed) and not how many, so a longer run begins with the same episodes, and two seeds
 * never share an id.
 */
import { resolveScript } from '../../agents/script.ts';
import {
  contentHash,
  type Options,
  price,
  type SamplerName,
  type Script,
  strategyFingerprint,
} from '../../core/index.ts';

/** The one domain that is simulated: the rows and the columns of a simulation hold prices. */
export const simulated = price;

export interface Plan {
  readonly sampler: SamplerName;
  readonly turnLimit: number;
  readonly seed: number;
  /** The scripts that are paired at random: the name in the rows, and the spec that it stands for. */
  readonly scripts: readonly { readonly name: string; readonly spec: string }[];
  readonly episodes: number;
  /** Part `index` of `count`, from 1; the parts in order make the whole. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Whether episodes without a deal become rows. */
  readonly failures: 'keep' | 'drop';
}

/** Episodes in one block: what a worker plays at a time, and the grain of progress on disk. */
export const BLOCK = 1000;

export interface Seated {
  readonly name: string;
  readonly spec: string;
  readonly options: Options;
  readonly fingerprint: string;
  readonly act: Script['act'];
}

/** The plan's scripts, ready to sit down. */
export function seatedScripts({ scripts }: Plan): Seated[] {
  return scripts.map(({ name, spec }) => {
    const { strategy, options } = resolveScript(spec, simulated);
    return { name, spec, options, fingerprint: strategyFingerprint(strategy, options), act: strategy.make(options) };
  });
}

export function planKey(plan: Plan): string {
  const scripts = seatedScripts(plan).map(({ name, fingerprint }) => ({ name, fingerprint }));
  return contentHash({ simulate: 1, sampler: plan.sampler, turnLimit: plan.turnLimit, seed: plan.seed, scripts }, 12);
}

/** The episodes of this shard: from `first` up to, not including, `end`. */
export function shardRange({ episodes, shard: { index, count } }: Plan): { first: number; end: number } {
  const cut = (k: number) => Math.floor((episodes * k) / count);
  return { first: cut(index - 1), end: cut(index) };
}

export function blockCount(plan: Plan): number {
  const { first, end } = shardRange(plan);
  return Math.ceil((end - first) / BLOCK);
}
