/**
 * What the house needs to know of a domain besides its rules: one record a domain, in its folder, so that nobody else asks for its
 * name. A domain of one's own brings the same record.
 */
import type { Question } from '../beliefs/belief.ts';
import type { Entry } from '../strategy.ts';
import type { Bargain } from '../theory/bargain.ts';
import type { CreateSolver } from '../theory/best-response/answer.ts';
import type { Act, Domain, Scenario, Seat } from '../types.ts';
import type { Task } from './task.ts';

/** Draws a scenario. The options are those that the domain names; no other comes here. */
export type Sampler = (seed: number, options?: Readonly<Record<string, unknown>>) => Scenario;

export interface DomainKit {
  readonly rules: Domain;
  /** Of the sources, where it is a domain of one's own: part of every fingerprint in it, since nobody raises its version for it. */
  readonly hash?: string;
  /** What is played, in a line. */
  readonly about: string;
  /** What utility means, in a sentence. */
  readonly utility: string;
  /** The seats where every scenario has the same ones; the first is seat a on the command line. */
  readonly roles?: readonly Seat[];
  /** Why an agent for one role cannot sit in another, in a sentence; left out where seats can be swapped. */
  readonly fixedRoles?: string;
  /** By name; the first is the default. */
  readonly samplers: Readonly<Record<string, Sampler>>;
  /** What a sampler can be told besides its seed; any other option is refused. Nothing where left out. */
  readonly options?: readonly string[];
  /** The best simple script: the highest utility, no deal as zero, of those that need no model of the other side. */
  readonly control: string;
  /** Scripts of a domain of one's own, by name; those of the house stand in core/strategies. */
  readonly scripts?: readonly Entry[];
  /** What an environment plays; left out, a task for each sampler. */
  readonly environment?: readonly Task[];
  /** What one side can believe of the other. */
  readonly questions?: readonly Question[];
  /** The deal that an offer would make. */
  dealOf?(offer: Act): unknown;
  /** The bargaining problem, where the domain has one between two sides. */
  bargain?(scenario: Scenario): Bargain | undefined;
  /** An offer or a deal as one number that can be compared between scenarios, where it is one: a price as a share of the list price. */
  position?(scenario: Scenario, terms: unknown): number | undefined;
  /** The best response to a known script, where it can be worked out. */
  readonly solver?: CreateSolver;
}
