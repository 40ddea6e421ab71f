/**
 * What OpenEnv's wire carries: the result envelope, the state, the errors, and the JSON schemas of them that /schema shows.
 * The words and shapes are OpenEnv's, so that its own clients, validators and graders take them as they are.
 */
import type { Taken } from '../../core/index.ts';
import { flatActionSchema } from '../acts.ts';

export interface Observation {
  readonly task: string;
  readonly domain: string;
  readonly seat: string;
  readonly turn: number;
  readonly turn_limit: number;
  /** What everybody knows. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** What only this seat knows. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly history: readonly Taken[];
  /** The offers that stand. */
  readonly mine: Readonly<Record<string, unknown>> | null;
  readonly theirs: Readonly<Record<string, unknown>> | null;
  /** What else this seat sees: in an arena the other buyers, whom the seller attends to, and what was signalled. */
  readonly more: Readonly<Record<string, unknown>>;
  /** Why the last act was not taken. */
  readonly refused: string | null;
  readonly result: {
    readonly kind: string;
    readonly turn: number;
    readonly by: string | null;
    readonly deal: Readonly<Record<string, unknown>> | null;
    /** What a game without a deal came to. */
    readonly conclusion: unknown;
    readonly utility: number;
  } | null;
  /** Which deal of a task's row this is, from 1. When one ends and another begins, `result` tells how it ended. */
  readonly deal: number;
  readonly deals: number;
  /** By the task's own grader, when all is over. */
  readonly score: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Result {
  readonly observation: Observation;
  readonly reward: number;
  readonly done: boolean;
}

export interface State {
  readonly episode_id: string | null;
  readonly step_count: number;
  readonly task: string | null;
  readonly domain: string | null;
  readonly seat: string | null;
  readonly done: boolean;
}

const text = { type: 'string' };
const object = { type: 'object', additionalProperties: true };
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const count = { type: 'integer', minimum: 0 };

const act = { type: 'object', required: ['type'], properties: { type: text }, additionalProperties: true };
const observation = {
  title: 'Observation',
  type: 'object',
  additionalProperties: false,
  properties: {
    task: text,
    domain: text,
    seat: text,
    turn: count,
    turn_limit: count,
    facts: { ...object, description: 'What everybody knows.' },
    own: { ...object, description: 'What only this seat knows.' },
    history: {
      type: 'array',
      items: { type: 'object', properties: { turn: count, seat: text, act }, required: ['turn', 'seat', 'act'] },
    },
    mine: nullable({ ...object, description: 'The standing offer of this seat.' }),
    theirs: nullable({ ...object, description: 'The standing offer of the other side.' }),
    more: { ...object, description: 'What else this seat sees, such as the other buyers of an arena.' },
    refused: nullable({ ...text, description: 'Why the last act was not taken.' }),
    result: nullable({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['agreement', 'no-deal', 'walked', 'concluded', 'forfeited'] },
        turn: count,
        by: nullable(text),
        deal: nullable(object),
        conclusion: { description: 'What a game without a deal came to; null in any other.' },
        utility: { type: 'number' },
      },
      required: ['kind', 'turn', 'by', 'deal', 'conclusion', 'utility'],
    }),
    deal: { ...count, description: 'Which deal of a row this is, from 1.' },
    deals: { ...count, description: 'Deals in a row.' },
    score: nullable({ type: 'number', description: "By the task's own grader, when all is over." }),
    metadata: { type: 'object', additionalProperties: true, default: {} },
    done: { type: 'boolean', default: false },
    reward: { type: 'number', description: 'The utility when the game ends, 0 before.' },
  },
  required: [
    'task',
    'domain',
    'seat',
    'turn',
    'turn_limit',
    'facts',
    'own',
    'history',
    'mine',
    'theirs',
    'more',
    'refused',
    'result',
    'deal',
    'deals',
    'score',
  ],
};

export const stateSchema = {
  title: 'State',
  type: 'object',
  additionalProperties: true,
  properties: {
    episode_id: nullable(text),
    step_count: count,
    task: nullable(text),
    domain: nullable(text),
    seat: nullable(text),
    done: { type: 'boolean' },
  },
  required: ['episode_id', 'step_count'],
} as const;

export function schemas() {
  return { action: flatActionSchema(), observation, reset_observation: observation, state: stateSchema };
}

/** As pydantic words a mistake. */
export interface Issue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
}

interface ZodIssueLike {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function issuesOf(issues: readonly ZodIssueLike[], prefix: readonly string[] = []): Issue[] {
  return issues.map(({ code, path, message }) => ({
    type: code === 'unrecognized_keys' ? 'extra_forbidden' : code,
    loc: [...prefix, ...path.map((key) => (typeof key === 'symbol' ? String(key) : key))],
    msg: message,
  }));
}

/**
 * Results as text. Facts, limits, acts and standing offers are the same objects from turn to turn, so each is written once an
 * episode and then copied: writing the whole history anew was two fifths of the cost of a step.
 */
export class ResultWriter {
  private readonly texts = new Map<object, string>();

  clear(): void {
    this.texts.clear();
  }

  write({ observation: seen, reward, done }: Result): string {
    let history = '';
    for (const taken of seen.history) history += history === '' ? this.text(taken) : `,${this.text(taken)}`;
    return (
      `{"observation":{"task":${JSON.stringify(seen.task)},"domain":${JSON.stringify(seen.domain)},"seat":${JSON.stringify(seen.seat)},"turn":${seen.turn},` +
      `"turn_limit":${seen.turn_limit},"facts":${this.text(seen.facts)},"own":${this.text(seen.own)},` +
      `"history":[${history}],"mine":${this.text(seen.mine)},"theirs":${this.text(seen.theirs)},` +
      `"more":${JSON.stringify(seen.more)},"refused":${JSON.stringify(seen.refused)},"result":${JSON.stringify(seen.result)},"deal":${seen.deal},` +
      `"deals":${seen.deals},"score":${seen.score},"metadata":${JSON.stringify(seen.metadata)}},"reward":${reward},"done":${done}}`
    );
  }

  private text(value: object | null): string {
    if (value === null) return 'null';
    const known = this.texts.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    this.texts.set(value, text);
    return text;
  }
}

export type ErrorCode =
  | 'INVALID_JSON'
  | 'UNKNOWN_TYPE'
  | 'VALIDATION_ERROR'
  | 'EXECUTION_ERROR'
  | 'CAPACITY_REACHED'
  | 'SESSION_ERROR';

export function errorFrame(code: ErrorCode, message: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ type: 'error', data: { message, code, ...more } });
}
