/** What somebody asks for who opens a game, and the scenario and seats that it comes to. */
import type { Domain, Scenario, Seat, Task } from '../../core/index.ts';
import { ApiError } from '../routes.ts';
import { rulesBroke } from './rules-broke.ts';

/** A seat that anybody who knows the game may take. */
export const OPEN = 'open';

export interface NewGame {
  readonly task: Task;
  readonly seed?: number;
  readonly listing?: string;
  readonly turnLimit?: number;
  readonly opens?: Seat;
  readonly buyers?: number;
  /** A spec, or `remote`, `human` or `open`; without any, the first seat is remote and the task's opponent has the others. */
  readonly seats?: Readonly<Record<Seat, string>>;
  readonly name?: string;
  readonly listed: boolean;
  readonly pace: number;
  /** A match: the server drew the seed, and the seats' tokens are known to who made it. */
  readonly match?: { readonly seed: number; readonly tokens: Readonly<Record<Seat, string>> };
}

export function scenarioOf({ task, listing, turnLimit, opens, buyers }: NewGame, seed: number) {
  try {
    return task.scenario(seed, { listing, turnLimit, opens, buyers });
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(error.message);
    throw new ApiError(500, 'rules', rulesBroke(task.domain, error).message);
  }
}

export function seatsOf(domain: Domain, scenario: Scenario): readonly Seat[] {
  try {
    return domain.seats(scenario);
  } catch (error) {
    throw new ApiError(500, 'rules', rulesBroke(domain, error).message);
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'bad_request', message);
}
