/**
 * Scripts by spec: a name from a registry (`boulware_hard`, which is clean, or `janus-b:boulware_hard`) or a strategy's own, and
 * options after a question mark. The part of spec.ts that simulations need: without words and models a worker thread starts sooner.
 */
import {
  type Domain,
  defineStrategy,
  type Entry,
  faithfulRegistries,
  findDomain,
  findKit,
  type Options,
  registries,
  type Strategy,
  type View,
} from '../core/index.ts';
import { didYouMean, nearest } from './nearest.ts';
import { readOptions, SpecError, splitAt } from './spec-options.ts';

/** The strategy and the complete options that a script's spec names. */
export function resolveScript(spec: string, domain: Pick<Domain, 'name'>): { strategy: Strategy; options: Options } {
  const [name, query] = splitAt(spec, '?');
  const found = findEntry(name, domain.name);
  return { strategy: found.strategy, options: readOptions(found.strategy, query, found.options) };
}

interface Named {
  readonly registry: string;
  readonly entry: Entry;
}

/** Every name that a spec for this domain can begin with, with its registry. */
export function scriptNames(domain: string): Named[] {
  const own = (findKit(domain)?.scripts ?? []).map((entry) => ({ registry: domain, entry }));
  const house = Object.entries(registries).flatMap(([registry, entries]) =>
    (entries as readonly Entry[]).filter((e) => e.strategy.domain === domain).map((entry) => ({ registry, entry })),
  );
  return [...own, ...house, ...atRandom(domain, [...own, ...house])];
}

/** A domain of one's own has the weakest control without writing it. */
function atRandom(domain: string, known: readonly Named[]): Named[] {
  const rules = findDomain(domain);
  if (!rules || known.some(({ entry }) => entry.name === 'random')) return [];
  const strategy = defineStrategy({
    name: 'random',
    domain,
    version: rules.version,
    about: 'control: any legal act at random',
    options: {},
    make:
      () =>
      (view: View, { rng }) =>
        rules.randomAct(view, rng),
  });
  return [{ registry: domain, entry: { name: strategy.name, strategy, options: {} } }];
}

/** A bare name means the first open list that has it, or a strategy's own name; what only a faithful list has is refused. */
function findEntry(name: string, domain: string): Entry {
  const names = scriptNames(domain);
  const open = names.filter((n) => !faithfulRegistries.includes(n.registry));
  const [registry, bare] = name.includes(':') ? (splitAt(name, ':') as [string, string]) : [undefined, name];
  const candidates = registry === undefined ? open : names.filter((n) => n.registry === registry);
  const found = candidates.find((n) => n.entry.name === bare);
  if (found) return found.entry;
  if (registry === undefined) {
    const strategy = open.find((n) => n.entry.strategy.name === bare)?.entry.strategy;
    const faithful =
      names.find((n) => n.entry.name === bare) ??
      (strategy ? undefined : names.find((n) => n.entry.strategy.name === bare));
    if (faithful) throw new SpecError(onlyFaithful(bare, faithful, open));
    if (strategy) return { name: strategy.name, strategy, options: {} };
  } else if (candidates.length === 0) {
    const known = [...new Set(names.map((n) => n.registry))];
    throw new SpecError(`"${name}": there is no registry "${registry}" for ${domain}; there are ${known.join(', ')}`);
  }
  // BACKEND/MODEL, and no file.
  if (/^[a-z]+\/(?!.*\.[jt]s$)/.test(name))
    throw new SpecError(`there is no ${domain} agent "${name}"; a model plays as llm:${name}`);
  const hint = didYouMean(
    bare,
    candidates.map((n) => n.entry.name),
    `parley list agents --domain ${domain} names them, and one of your own plays in parley run, from the modules of an experiment`,
  );
  throw new SpecError(`there is no ${domain} agent "${name}"; ${hint}`);
}

function onlyFaithful(bare: string, { registry, entry }: Named, open: readonly Named[]): string {
  const clean = open.find((n) => n.entry.strategy === entry.strategy)?.entry.name;
  const near =
    clean ??
    nearest(
      bare,
      open.map((n) => n.entry.name),
      1,
    )[0];
  const instead = near === undefined ? '' : `, or ${near} for the nearest clean one`;
  return `"${bare}" is a script of the Janus lab, which may know more than its side should: say ${registry}:${entry.name} for that one${instead}`;
}
