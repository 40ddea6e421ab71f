/**
 * What the house needs to know of a domain besides its rules: one record a domain, in its folder, so that nobody else asks for its
 * name. A domain of one's own brings the same record.
 */
import type { Question } from '../beliefs/belief.ts';
import type { Entry } from '../strategy.ts';
import type { Bargain } from '../theory/bargain.ts';
import type { CreateSolver } from '../theory/best-response/answer.ts';
import type { Source } from '../transcript.ts';
import type { Act, Domain, Scenario, Seat } from '../types.ts';
import type { Task } from './task.ts';

/** Draws a scenario. The options are those that the domain names; no other comes here. */
export type Sampler = (seed: number, options?: Readonly<Record<string, unknown>>) => Scenario;

/** Scenarios that are asked for by a name of their own. */
export interface NamedScenarios {
  /** What one of them is called: "listing or task". */
  readonly called: string;
  readonly names: readonly string[];
  /** One of the names, with a seed. Throws a RangeError that says why, where it cannot be drawn so. */
  draw(name: string, seed: number, options: Source): { readonly scenario: Scenario; readonly source: Source };
}

/** What a side knows of itself that its words can state or misstate. `undefined`: the scenario does not say. */
export interface OwnFacts {
  readonly side: 'buyer' | 'seller';
  readonly reservation: number;
  readonly target: number | undefined;
  readonly cost: number | undefined;
  readonly rivals: boolean | undefined;
  readonly inHurry: boolean | undefined;
}

/**
 * One number between two sides, which a buyer wants low and a seller high: distributive bargaining (Walton and McKersie, A
 * Behavioral Theory of Labor Negotiations, 1965). Where a domain has it, its games can be drawn as concessions, and what is said of
 * limits, costs and time can be held against the truth.
 */
export interface DistributiveIssue {
  /** The number that an offer or a deal names. */
  amount(terms: unknown): number;
  /** An amount as people write it. */
  write(scenario: Scenario, amount: number): string;
  /** What amounts are counted in, as an axis says it: "price (USD)". */
  unit(scenario: Scenario): string;
  /** An amount that both sides see and talk of, with its name: the list price. */
  reference?(scenario: Scenario): { readonly called: string; readonly amount: number };
  facts(scenario: Scenario, seat: Seat): OwnFacts;
}

export interface DomainKit {
  readonly rules: Domain;
  /** Of the sources, where it is a domain of one's own: part of every fingerprint in it, since nobody raises its version for it. */
  readonly hash?: string;
  /** What is played, in a line. */
  readonly about: string;
  /** What utility means, in a sentence. */
  readonly utility: string;
  /** What the utility of every seat lies within, no deal included, where it has bounds: intervals do not go beyond. */
  readonly utilityWithin?: readonly [low: number, high: number];
  /** The seats where every scenario has the same ones; the first is seat a on the command line. */
  readonly roles?: readonly Seat[];
  /** Why an agent for one role cannot sit in another, in a sentence; left out where seats can be swapped. */
  readonly fixedRoles?: string;
  /** By name; the first is the default. */
  readonly samplers: Readonly<Record<string, Sampler>>;
  /** What a sampler can be told besides its seed; any other option is refused. Nothing where left out. */
  readonly options?: readonly string[];
  readonly named?: NamedScenarios;
  /** The tasks that are played in it: rows of deals with a grader of their own, by name. */
  readonly tasks?: readonly string[];
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
  /** Whom a deal binds, where that is not every seat. */
  parties?(deal: unknown): readonly Seat[];
  /** What kind of thing is at stake, where scenarios come in kinds that are reported apart. */
  field?(scenario: Scenario, source: Source): string;
  /** The seat that a scenario was drawn for, where a benchmark gives its agents one in each. */
  seat?(scenario: Scenario, source: Source): Seat | undefined;
  /** What a seat knows of itself as a player outside is told it: numbers that only scripts of the house read, and that would give the other side away, are left out. */
  told?(own: unknown): unknown;
  readonly issue?: DistributiveIssue;
  /** The bargaining problem, where the domain has one between two sides. */
  bargain?(scenario: Scenario): Bargain | undefined;
  /** An offer or a deal as one number that can be compared between scenarios, where it is one: a price as a share of the list price. */
  position?(scenario: Scenario, terms: unknown): number | undefined;
  /** The best response to a known script, where it can be worked out. */
  readonly solver?: CreateSolver;
}
