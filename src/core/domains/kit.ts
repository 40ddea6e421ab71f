/**
 * What the house needs to know of a domain besides its rules: one record a domain, in its folder, so that nobody else asks for its
 * name. A domain of one's own brings the same record.
 */
import type { Bargain } from '../theory/bargain.ts';
import type { Act, Domain, Scenario, Seat } from '../types.ts';

/** Draws a scenario. The options are those of the domain; one that it does not know is refused by whoever reads them. */
export type Sampler = (seed: number, options?: Readonly<Record<string, unknown>>) => Scenario;

export interface DomainKit {
  readonly rules: Domain;
  /** The seats where every scenario has the same ones; the first is seat a on the command line. */
  readonly roles?: readonly Seat[];
  /** By name; the first is the default. */
  readonly samplers: Readonly<Record<string, Sampler>>;
  /** The best simple script: the highest utility, no deal as zero, of those that need no model of the other side. */
  readonly control: string;
  /** The deal that an offer would make. */
  dealOf?(offer: Act): unknown;
  /** The bargaining problem, where the domain has one between two sides. */
  bargain?(scenario: Scenario): Bargain | undefined;
}
