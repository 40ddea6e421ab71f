/**
 * A strategy: a rule with options that plays one domain without a language model.
 *
 * `defineStrategy` names it, lists its options with defaults and bounds, and says in one line what it does; the spec string
 * on the command line, the help text and the fingerprint all come from this one place. A registry is a literal list of
 * entries, each a name for a strategy with some options set.
 */
import { contentHash } from './hash.ts';
import { isTrusted, trust } from './trust.ts';
import type { Act, Script, View } from './types.ts';

export type OptionValue = number | string | boolean;
export type Option =
  | {
      readonly kind: 'number';
      readonly default: number;
      readonly min: number;
      readonly max: number;
      readonly about: string;
      /** Whoever gives this option asks for these values too, unless they give others. */
      readonly implies?: Options;
    }
  | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[]; readonly about: string }
  | { readonly kind: 'flag'; readonly default: boolean; readonly about: string }
  | { readonly kind: 'text'; readonly default: string; readonly about: string };
export type Options = Readonly<Record<string, OptionValue>>;

/**
 * What of the history, besides the standing offers, an act depends on; the best response reads it (theory/best-response).
 *
 *   clock      nothing: an accept or an offer by the turn alone, and noise of its own in each turn
 *   standing   nothing, but it may also leave its old offer standing, or go past its own reservation
 *   first      the first offer of each side
 *   last       its own last offer
 *   last-two   its own last offer and the other side's last two
 *   distinct   how many distinct offers each side has made
 *   few        nothing until it has received four offers, and it concedes no faster after that
 *   history    anything; it can only be probed
 *
 * It also promises that an offer worth more to it is never accepted less often and, `standing` apart, that it never goes past
 * its own reservation. theory/best-response/offers.ts says what else each word promises.
 */
export type Memory = 'clock' | 'standing' | 'first' | 'last' | 'last-two' | 'distinct' | 'few' | 'history';

export interface Strategy<V extends View = View, A extends Act = Act> {
  readonly name: string;
  readonly domain: string;
  /** Raised whenever the same options could play another game. */
  readonly version: number;
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Set where an act can take more than some ten milliseconds at options that are legal: a server has it work elsewhere. */
  readonly thinks?: 'long';
  /** All options, checked and complete, to what it remembers; a strategy that does not say promises nothing. */
  memory?(options: Options): Memory | undefined;
  /** All options, checked and complete, to a script. */
  make(options: Options): Script<V, A>['act'];
  /** All options, checked and complete, to what it holds of the other side at a view; left out by whoever holds nothing. */
  believes?(options: Options): NonNullable<Script<V, A>['answer']>;
}

type Values<O extends Record<string, Option>> = {
  readonly [K in keyof O]: O[K]['kind'] extends 'number'
    ? number
    : O[K]['kind'] extends 'flag'
      ? boolean
      : ChoiceOf<O[K]>;
};
type ChoiceOf<O> = O extends { readonly values: readonly (infer T)[] } ? T : string;

export function defineStrategy<V extends View, A extends Act, const O extends Record<string, Option>>(definition: {
  name: string;
  domain: string;
  version: number;
  about: string;
  options: O;
  thinks?: 'long';
  memory?: (options: Values<O>) => Memory | undefined;
  make: (options: Values<O>) => (view: V, context: Parameters<Script<V, A>['act']>[1]) => A;
  believes?: (options: Values<O>) => NonNullable<Script<V, A>['answer']>;
}): Strategy<V, A> {
  return definition as unknown as Strategy<V, A>;
}

export function number(
  value: number,
  about: string,
  { min = 0, max = 1e9, implies }: { min?: number; max?: number; implies?: Options } = {},
) {
  return { kind: 'number', default: value, min, max, about, ...(implies && { implies }) } as const;
}

/** The first value is the default. */
export function choice<const T extends readonly [string, ...string[]]>(values: T, about: string) {
  return { kind: 'choice', default: values[0] as T[number], values, about } as const;
}

export interface Entry {
  readonly name: string;
  readonly strategy: Strategy;
  readonly options: Options;
}

/** A name for a strategy with some of its options set. */
export function entry(name: string, strategy: Strategy, options: Options = {}): Entry {
  return { name, strategy, options };
}

/** Defaults filled in; a value that does not fit is refused with what was expected. */
export function completeOptions(strategy: Pick<Strategy, 'name' | 'options'>, given: Options): Options {
  const known = Object.keys(strategy.options);
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) {
      const list = known.length > 0 ? `its options are ${known.join(', ')}` : 'it takes no options';
      throw new RangeError(`${strategy.name} has no option "${key}": ${list}`);
    }
  }
  const implied = Object.keys(given).map((key) => (strategy.options[key] as Option & { implies?: Options }).implies);
  const wanted: Options = Object.assign({}, ...implied, given);
  const complete: Record<string, OptionValue> = {};
  for (const [key, option] of Object.entries(strategy.options)) {
    const value = wanted[key] ?? option.default;
    const problem = optionProblem(option, value);
    if (problem) throw new RangeError(`${strategy.name}: ${key} must be ${problem}, got ${JSON.stringify(value)}`);
    complete[key] = value;
  }
  return complete;
}

function optionProblem(option: Option, value: OptionValue): string | undefined {
  switch (option.kind) {
    case 'number': {
      const fits = typeof value === 'number' && value >= option.min && value <= option.max;
      return fits ? undefined : `a number from ${option.min} to ${option.max}`;
    }
    case 'choice':
      return option.values.includes(value as string) ? undefined : `one of ${option.values.join(', ')}`;
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'text':
      return typeof value === 'string' ? undefined : 'text';
    default:
      return option satisfies never;
  }
}

/** A strategy with its options, ready to sit down. */
export function makeScript(name: string, strategy: Strategy, given: Options = {}): Script {
  const options = completeOptions(strategy, given);
  const answer = strategy.believes?.(options);
  const { thinks } = strategy;
  const script: Script = {
    name,
    act: strategy.make(options),
    ...(answer && { answer }),
    ...(thinks && { thinks }),
  };
  return isTrusted(strategy) ? trust(script) : script;
}

/** What pins a script: its strategy, the version of its code and every option. */
export function strategyFingerprint(strategy: Strategy, given: Options = {}): string {
  return contentHash({
    strategy: strategy.name,
    domain: strategy.domain,
    version: strategy.version,
    options: completeOptions(strategy, given),
  });
}
