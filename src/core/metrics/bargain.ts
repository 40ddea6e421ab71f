/** The bargaining problem under an episode, as its domain states it (theory/bargain.ts). */
import { findKit } from '../domains/index.ts';
import type { Bargain } from '../theory/bargain.ts';
import type { UtilityVector } from '../theory/pareto.ts';
import type { Episode } from '../transcript.ts';
import type { Scenario } from '../types.ts';

export type { Bargain, BargainZone } from '../theory/bargain.ts';

/** Undefined for a domain that states none, and where it is too large to state. */
export function bargainOf({ domain, scenario }: Pick<Episode, 'domain' | 'scenario'>): Bargain | undefined {
  if (!known.has(scenario)) known.set(scenario, findKit(domain)?.bargain?.(scenario));
  return known.get(scenario);
}

/** The problems already worked out: several metrics ask for the same one. */
const known = new WeakMap<Scenario, Bargain | undefined>();

/** The utilities of a deal in the order of the problem's seats; undefined without a deal. */
export function dealPoint({ result }: Pick<Episode, 'result'>, { seats }: Bargain): UtilityVector | undefined {
  return result.kind === 'agreement' ? seats.map((seat) => result.utility[seat] as number) : undefined;
}
