/**
 * Scripts by spec: a name from a registry (`boulware_hard`, `janus-b:boulware_hard`) or a strategy's own, and options after a
 * question mark. The part of spec.ts that simulations need: without words and models a worker thread starts sooner.
 */
import { type Domain, type Entry, type Options, registries, type Strategy } from '../core/index.ts';
import { nearest } from './nearest.ts';
import { readOptions, SpecError, splitAt } from './spec-options.ts';

/** The strategy and the complete options that a script's spec names. */
export function resolveScript(spec: string, domain: Pick<Domain, 'name'>): { strategy: Strategy; options: Options } {
  const [name, query] = splitAt(spec, '?');
  const found = findEntry(name, domain.name);
  return { strategy: found.strategy, options: readOptions(found.strategy, query, found.options) };
}

/** Every name that a spec for this domain can begin with, with its registry. */
export function scriptNames(domain: string): { registry: string; entry: Entry }[] {
  return Object.entries(registries).flatMap(([registry, entries]) =>
    (entries as readonly Entry[]).filter((e) => e.strategy.domain === domain).map((entry) => ({ registry, entry })),
  );
}

function findEntry(name: string, domain: string): Entry {
  const names = scriptNames(domain);
  const [registry, bare] = name.includes(':') ? (splitAt(name, ':') as [string, string]) : [undefined, name];
  const found = names.find((n) => n.entry.name === bare && (registry === undefined || n.registry === registry));
  if (found) return found.entry;
  // A strategy by its own name, with its defaults.
  const strategy =
    registry === undefined ? names.find((n) => n.entry.strategy.name === bare)?.entry.strategy : undefined;
  if (strategy) return { name: strategy.name, strategy, options: {} };
  if (registry !== undefined && !names.some((n) => n.registry === registry)) {
    const known = [...new Set(names.map((n) => n.registry))];
    throw new SpecError(`"${name}": there is no registry "${registry}" for ${domain}; there are ${known.join(', ')}`);
  }
  const candidates = names.filter((n) => registry === undefined || n.registry === registry);
  throw new SpecError(
    `there is no ${domain} agent "${name}"; did you mean ${nearest(
      bare,
      candidates.map((n) => n.entry.name),
    ).join(' or ')}?`,
  );
}
