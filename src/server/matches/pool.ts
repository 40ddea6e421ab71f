/**
 * What the server draws for a match: a task of two seats whose name gives nothing of the other side away, and an agent.
 * `price-janus` is no such task: its limits always lie 500 apart. Nor are the three price tasks that say how wide the zone is.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { findTask, type Task } from '../../core/index.ts';

interface Pool {
  readonly tasks: readonly string[];
  /** Scripts: nobody pays for a model here. */
  readonly agents: readonly string[];
}

const pools: Readonly<Record<string, Pool>> = {
  price: {
    tasks: ['price-any'],
    agents: [
      'worded:clean:boulware_firm@templates',
      'worded:clean:boulware_conceding@templates',
      'worded:clean:tit_for_tat@templates',
      'worded:classic:micro@templates',
      'worded:classic:zeuthen@templates',
      'worded:classic:aspiration_next@templates',
    ],
  },
  items: {
    tasks: ['items-dond', 'items-casino'],
    agents: ['items:boulware', 'items:conceder', 'items:pareto_walking', 'items:pareto_walking_bayesian'],
  },
};

export const matchDomains = Object.keys(pools) as [string, ...string[]];

export function drawTask(domain: string): Task {
  return findTask(draw((pools[domain] as Pool).tasks)) as Task;
}

export function drawAgent(domain: string): string {
  return draw((pools[domain] as Pool).agents);
}

/** Those of a domain, for who wants to hear them. */
export function houseAgents(domain: string): readonly string[] {
  return pools[domain]?.agents ?? [];
}

/** 53 bits, all that a seed has: nobody tries them all while a match lasts. */
export function drawSeed(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 11n);
}

export function draw<T>(from: readonly T[]): T {
  return from[randomInt(from.length)] as T;
}
