/**
 * The names by which the Janus lab's agents went, as our specs: NAME, or NAME@MODEL. The Speech of a domain lists them;
 * MODEL stands there for the model.
 *
 * Without a model a name that decides by one asks the embedded model, and one that only puts words to a script takes the
 * templates. A name that a script of ours has is that script, unless a model is named.
 */
import { splitAt } from './spec-options.ts';

/** The spec that an alias stands for; any other spec as it is. `isScript` says which names are taken by scripts. */
export function withoutAlias(
  spec: string,
  aliases: Readonly<Record<string, string>>,
  isScript: (name: string) => boolean,
): string {
  const [head, query] = splitAt(spec, '?');
  const [name, model] = splitAt(head, '@');
  if (!Object.hasOwn(aliases, name) || (model === undefined && isScript(name))) return spec;
  const meant = aliases[name] as string;
  const full = meant.replace('MODEL', () => model ?? (meant.startsWith('llm:') ? 'embedded' : 'templates'));
  if (query === undefined) return full;
  return `${full}${full.includes('?') ? '&' : '?'}${query}`;
}
