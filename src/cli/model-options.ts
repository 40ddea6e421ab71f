/** Options for the models of a command, the same in every verb that asks models: limits, a cache, and recorded answers. */
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { Prices, Windows } from '../models/index.ts';
import { UsageError } from './errors.ts';
import { wholeNumber } from './options.ts';

export interface ModelLimits {
  readonly budget?: Budget;
  /** Of a million tokens, by the name of a model; under an empty name those of every other. */
  readonly price?: ReadonlyMap<string, Prices>;
  readonly rate?: Rate;
  /** Tokens. */
  readonly promptLimit?: number;
  /** A folder. */
  readonly cache?: string;
  readonly record?: string;
  readonly replay?: string;
}

interface Budget {
  readonly limit: number;
  readonly perDay: boolean;
  /** Of what: money in the currency of the prices, or tokens where none is named. */
  readonly currency?: string;
}

interface Rate {
  readonly requests: Windows;
  readonly tokens: Windows;
}

export function addModelOptions(command: Command): Command {
  return command
    .option(
      '--budget <most>',
      'stop after this many tokens (in and out) or this much money: 200000, 2.50usd (with --price), or 200000/day over all commands with a budget a day',
      budget,
    )
    .option(
      '--price <in/out>',
      'price of a million tokens in and out: 0.15/0.60, or MODEL=0.15/0.60 for one of several; may be repeated',
      price,
    )
    .option(
      '--rate <n/span>',
      'at most 60/min, 500/hour, 90000tokens/min or N/day for each model; may be repeated',
      rate,
    )
    .option('--prompt-limit <tokens>', 'refuse prompts longer than about this many tokens', wholeNumber(1))
    .option('--cache <folder>', 'cache replies here, for the same request to the same weights')
    .option('--record <file>', 'write every answer of the models to a new file')
    .option('--replay <file>', 'answer from a recorded file; no model is asked');
}

export const modelExamples = (words: string): string =>
  ['--budget 200000 --rate 60/min --rate 90000tokens/min', '--record answers.jsonl', '--replay answers.jsonl']
    .map((options) => `  parley ${words} ${options}`)
    .join('\n');

/** The limits among a command's options; refuses those that contradict each other. */
export function modelLimits(options: ModelLimits & { readonly resume?: boolean }): ModelLimits {
  const { budget, price, rate, promptLimit, cache, record, replay, resume } = options;
  const limits = { budget, price, rate, promptLimit, cache, record, replay };
  if (budget?.currency !== undefined && price === undefined)
    throw new UsageError(
      `--budget is in ${budget.currency}, and no price is known: add --price IN/OUT for a million tokens`,
    );
  if (replay !== undefined) {
    const other = Object.entries(limits).find(([name, value]) => name !== 'replay' && value !== undefined)?.[0];
    // Also where no model plays: who names a file means it to be there.
    if (other)
      throw new UsageError(`--replay asks no model: leave --${other === 'promptLimit' ? 'prompt-limit' : other} out`);
    if (!existsSync(replay)) throw new UsageError(`there is no file ${replay}; --record FILE writes one`);
  }
  if (record !== undefined && resume)
    throw new UsageError(
      '--record takes a run from its beginning, and --resume goes on with one: leave one of them out',
    );
  return limits;
}

function budget(text: string): Budget {
  const [, number = '', currency, perDay] = /^(\d+(?:\.\d+)?)([a-z]{3})?(\/day)?$/i.exec(text) ?? [];
  const limit = Number(number);
  const possible = currency === undefined ? Number.isSafeInteger(limit) : Number.isFinite(limit);
  if (number === '' || !possible || limit <= 0)
    throw new InvalidArgumentError(
      `Expected tokens such as 200000 or 200000/day, or money such as 2.50usd or 2.50usd/day, got "${text}".`,
    );
  return { limit, perDay: perDay !== undefined, ...(currency && { currency: currency.toLowerCase() }) };
}

function price(text: string, so: ReadonlyMap<string, Prices> = new Map()): ReadonlyMap<string, Prices> {
  const [, name = '', input, output] = /^(?:(.+)=)?(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (input === undefined || output === undefined)
    throw new InvalidArgumentError(`Expected prices such as 0.15/0.60 or MODEL=0.15/0.60, got "${text}".`);
  return new Map([...so, [name, { inputPerMillion: Number(input), outputPerMillion: Number(output) }]]);
}

const SPANS = { min: 'minute', minute: 'minute', hour: 'hour', day: 'day' } as const;

function rate(text: string, so: Rate = { requests: {}, tokens: {} }): Rate {
  const [, number = '', tokens, span = ''] = /^(\d+)(tokens)?\/(min|minute|hour|day)$/.exec(text) ?? [];
  const most = Number(number);
  if (!Number.isSafeInteger(most) || most < 1)
    throw new InvalidArgumentError(`Expected a rate such as 60/min, 500/hour or 90000tokens/min, got "${text}".`);
  const window = { [SPANS[span as keyof typeof SPANS]]: most };
  return tokens ? { ...so, tokens: { ...so.tokens, ...window } } : { ...so, requests: { ...so.requests, ...window } };
}
