/** Agents by spec: a script with its options, spoken or silent, put together and taken apart again. */
import { bazaarOptions } from '../../src/agents/bazaar-agents.ts';
import { scriptNames } from '../../src/agents/script.ts';
import { findSpeech, playedAs } from '../../src/agents/speech/index.ts';
import type { Option, OptionValue } from '../../src/core/index.ts';
import type { Words } from '../words/index.ts';
import { canSit } from './sides.ts';
import { unworded, worded } from './worded.ts';

export interface AgentChoice {
  /** REGISTRY:NAME, or a name of the bazaar. */
  readonly name: string;
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly preset: Readonly<Record<string, OptionValue>>;
}

export function agentsFor(domain: string, seat: string, words: Words): AgentChoice[] {
  const scripts = scriptNames(playedAs({ name: domain }).name).map(
    ({ registry, entry: { name, strategy, options } }) => ({
      name: `${registry}:${name}`,
      about: words.does(strategy.about),
      options: toldIn(words, strategy.options),
      preset: options,
    }),
  );
  const fitting = scripts.filter(({ name }) => canSit(name, seat));
  if (!findSpeech(domain)?.bazaar) return fitting;
  const bazaar = Object.entries(bazaarOptions).map(([name, options]) => ({
    name,
    about: words.agents[name as 'sauda' | 'shopkeeper'],
    options: toldIn(words, options),
    preset: {},
  }));
  return [...bazaar.filter(({ name }) => canSit(name, seat)), ...fitting];
}

function toldIn(words: Words, options: Readonly<Record<string, Option>>): Readonly<Record<string, Option>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, about: words.does(option.about) }]),
  );
}

/** Whether scripts can be given words in this domain. */
export function canSpeak(domain: string): boolean {
  return findSpeech(domain)?.templates !== undefined;
}

export interface Parts {
  readonly name: string;
  readonly spoken: boolean;
  /** How it speaks, as in language=hinglish; whatever the templates take where it is left out. */
  readonly tongue?: string | undefined;
  /** Those that differ from the preset. */
  readonly options: Readonly<Record<string, string>>;
}

const SPEAKS_BY_ITSELF = Object.keys(bazaarOptions);

export function specOf({ name, spoken, tongue, options }: Parts): string {
  const query = new URLSearchParams(options).toString();
  const script = query ? `${name}?${query}` : name;
  if (!spoken || SPEAKS_BY_ITSELF.includes(name)) return script;
  return worded(script, tongue);
}

/** The parts of a spec that this can put together; undefined for any other, which is kept as it was written. */
export function partsOf(spec: string): Parts | undefined {
  const { script, tongue } = unworded(spec) ?? {};
  const [head = '', query = ''] = (script ?? spec).split('?', 2);
  const name = head.replace(/@templates$/, '');
  const known = /^[\w-]+:[\w+-]+$/.test(name)
    ? !/^(llm|janus)$/.test(name.split(':')[0] ?? '')
    : SPEAKS_BY_ITSELF.includes(name);
  if (!known) return undefined;
  return {
    name,
    spoken: script !== undefined || SPEAKS_BY_ITSELF.includes(name),
    tongue,
    options: Object.fromEntries(new URLSearchParams(query)),
  };
}
