/**
 * The names by which the Janus lab's agents went, as our specs: NAME, or NAME@MODEL.
 *
 * Without a model a name that decides by one asks the embedded model, and one that only puts words to a script takes the
 * templates. A name that a script of ours has is that script, unless a model is named.
 */
import { splitAt } from './spec-options.ts';

/** MODEL stands for the model. */
const aliases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  price: {
    basic: 'llm:MODEL',
    basic_price: 'llm:MODEL',
    default: 'llm:MODEL',
    charming: 'llm:MODEL?persona=charming',
    rude: 'llm:MODEL?persona=rude',
    boulware: 'worded:boulware_conceding@MODEL',
    price_boulware: 'worded:boulware_conceding@MODEL',
    price_strategy: 'worded:boulware_conceding@MODEL',
    fixed_price: 'worded:price_fixed_strict@MODEL',
    price_fixed: 'worded:price_fixed_strict@MODEL',
  },
  items: {
    basic: 'llm:MODEL',
    default: 'llm:MODEL',
    charming: 'llm:MODEL?persona=charming',
    rude: 'llm:MODEL?persona=rude',
    fixed_price: 'fixed',
  },
};

/** The spec that an alias stands for; any other spec as it is. `isScript` says which names are taken by scripts. */
export function withoutAlias(spec: string, domain: string, isScript: (name: string) => boolean): string {
  const [head, query] = splitAt(spec, '?');
  const [name, model] = splitAt(head, '@');
  const known = aliases[domain];
  if (!known || !Object.hasOwn(known, name) || (model === undefined && isScript(name))) return spec;
  const meant = known[name] as string;
  const full = meant.replace('MODEL', model ?? (meant.startsWith('llm:') ? 'embedded' : 'templates'));
  if (query === undefined) return full;
  return `${full}${full.includes('?') ? '&' : '?'}${query}`;
}
