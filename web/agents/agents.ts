/** Agents by spec: a script with its options, spoken or silent, put together and taken apart again. */
import { scriptNames } from '../../src/agents/script.ts';
import { findSpeech, playedAs } from '../../src/agents/speech/index.ts';
import type { Option, OptionValue } from '../../src/core/index.ts';

export interface AgentChoice {
  /** REGISTRY:NAME. */
  readonly name: string;
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly preset: Readonly<Record<string, OptionValue>>;
}

export function agentsFor(domain: string): AgentChoice[] {
  return scriptNames(playedAs({ name: domain }).name).map(({ registry, entry: { name, strategy, options } }) => ({
    name: `${registry}:${name}`,
    about: strategy.about,
    options: strategy.options,
    preset: options,
  }));
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

export function specOf({ name, spoken, tongue, options }: Parts): string {
  const query = new URLSearchParams(options).toString();
  const script = query ? `${name}?${query}` : name;
  return spoken ? `worded:${script}@templates${tongue ? `?${tongue}` : ''}` : script;
}

/** The parts of a spec that this can put together; undefined for any other, which is kept as it was written. */
export function partsOf(spec: string): Parts | undefined {
  const [, worded, tongue] = /^worded:(.*)@templates(?:\?(.*))?$/.exec(spec) ?? [];
  const [name = '', query = ''] = (worded ?? spec).split('?', 2);
  if (!/^[\w-]+:[\w-]+$/.test(name) || /^(llm|sauda|janus)\b/.test(name)) return undefined;
  return { name, spoken: worded !== undefined, tongue, options: Object.fromEntries(new URLSearchParams(query)) };
}
