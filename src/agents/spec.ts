/**
 * Specs: one string names an agent, the same on the command line, in files and over the wire.
 *
 *   boulware_hard                        a name from a registry (the first that has it)
 *   janus-b:boulware_hard                a name from that registry
 *   boulware?exponent=4&margin=300       options after a question mark
 *   worded:boulware_hard@templates       a script whose acts are put into words
 *   worded:fair@templates?language=hinglish
 *   sauda@templates?steering=head        the buyer and the seller of the bazaar, without a model
 *
 * A spec that does not fit is refused with the nearest name or the list of options.
 */
import {
  contentHash,
  type Domain,
  type Entry,
  type Player,
  type PriceScript,
  registries,
  type Script,
  strategyFingerprint,
} from '../core/index.ts';
import { withoutAlias } from './aliases.ts';
import { resolveBazaar } from './bazaar-agents.ts';
import type { Language } from './phrases.ts';
import { resolveScript, scriptNames } from './script.ts';
import { languageOption, readOptions, SpecError, splitAt } from './spec-options.ts';
import { wordedByTemplates } from './worded.ts';

export { resolveScript, scriptNames } from './script.ts';
export { languageOption, readOptions, SpecError, splitAt } from './spec-options.ts';

/** Raised whenever the templates could say something else. */
const TEMPLATES_VERSION = 1;

/** The player that a spec names, for one domain. Agents are functions of their view, so one player can sit at many tables. */
export function resolvePlayer(given: string, domain: Pick<Domain, 'name'>): Player<Script> {
  const spec = specOf(given, domain);
  if (spec.startsWith('worded:')) return resolveWorded(spec, domain);
  const keeper = resolveBazaar(spec, domain);
  if (keeper) return keeper;
  const { strategy, options } = resolveScript(spec, domain);
  return {
    spec,
    agent: { name: spec, act: strategy.make(options) },
    fingerprint: strategyFingerprint(strategy, options),
  };
}

/** A spec with the Janus lab's names replaced by ours. */
export function specOf(given: string, { name }: Pick<Domain, 'name'>): string {
  return withoutAlias(given, name, (script) =>
    scriptNames(name).some(({ entry }) => entry.name === script || entry.strategy.name === script),
  );
}

/** All the players of a registry, each under its own short name. */
export function registryPlayers(registry: string): Player<Script>[] {
  const entries: readonly Entry[] | undefined = (registries as Record<string, readonly Entry[]>)[registry];
  if (!entries)
    throw new SpecError(`there is no registry "${registry}"; there are ${Object.keys(registries).join(', ')}`);
  return entries.map(({ name, strategy }) => {
    const player = resolvePlayer(`${registry}:${name}`, { name: strategy.domain });
    return { ...player, agent: { ...player.agent, name } };
  });
}

function resolveWorded(spec: string, domain: Pick<Domain, 'name'>): Player<Script> {
  const at = spec.lastIndexOf('@');
  if (at < 0) throw new SpecError(`"${spec}" needs a backend for its words: worded:SCRIPT@templates`);
  if (domain.name !== 'price')
    throw new SpecError(`"${spec}": templates have words for price only, not for ${domain.name}`);
  const [backend, query] = splitAt(spec.slice(at + 1), '?');
  if (backend !== 'templates')
    throw new SpecError(`"${spec}": there is no backend "${backend}" for words; there is templates`);
  const { language } = readOptions({ name: 'templates', options: { language: languageOption } }, query);
  const script = resolvePlayer(spec.slice('worded:'.length, at), domain);
  return {
    spec,
    agent: { ...wordedByTemplates(script.agent as PriceScript, language as Language), name: spec } as Script,
    fingerprint: contentHash({ worded: script.fingerprint, templates: TEMPLATES_VERSION, language }),
  };
}
