/**
 * Specs: one string names an agent, the same on the command line, in files and over the wire.
 *
 *   boulware_hard                        a name of a script (the first list that has it: clean, classic, searched, controls, bazaar, terms)
 *   janus-b:boulware_hard                a name from that registry
 *   boulware?exponent=4&margin=300       options after a question mark
 *   worded:boulware_hard@templates       a script whose acts are put into words
 *   worded:micro@templates?language=hinglish
 *   sauda@templates?steering=head        the buyer and the seller of the bazaar, without a model
 *   pareto_walking?beliefs=on            the same agent, who states what it believes of the other side (believing.ts)
 *
 * A spec that does not fit is refused with the nearest name or the list of options.
 */
import {
  contentHash,
  type Domain,
  type Entry,
  findKit,
  makeScript,
  type Player,
  registries,
  type Script,
  type Sitter,
  strategyFingerprint,
} from '../core/index.ts';
import { playedAgain, withOtherSeeds } from './again.ts';
import { withoutAlias } from './aliases.ts';
import { resolveBazaar } from './bazaar-agents.ts';
import { believing, splitBeliefs } from './believing.ts';
import type { Language } from './phrases.ts';
import { resolveScript, scriptNames } from './script.ts';
import { languageOption, readOptions, SpecError, splitAt } from './spec-options.ts';
import { domainsWith, findSpeech, playedAs } from './speech/index.ts';

export { resolveScript, scriptNames } from './script.ts';
export { languageOption, readOptions, SpecError, splitAt } from './spec-options.ts';

/** The player that a spec names, for one domain. Agents are functions of their view, so one player can sit at many tables. */
export function resolvePlayer(given: string, table: Pick<Domain, 'name'>): Player<Script> {
  const again = playedAgain(given);
  if (again !== undefined) return withOtherSeeds(resolvePlayer(again, table));
  const asked = splitBeliefs(given);
  if (asked.spec !== given) {
    const player = resolvePlayer(asked.spec, table);
    return asked.beliefs ? believing(player, given, table) : player;
  }
  return pinned(resolveHere(given, table), table);
}

/** The rules of a domain of one's own are part of what pins whoever plays it. */
export function pinned<P extends Sitter>(player: P, { name }: Pick<Domain, 'name'>): P {
  const hash = findKit(name)?.hash;
  return hash === undefined
    ? player
    : { ...player, fingerprint: contentHash({ domain: hash, of: player.fingerprint }) };
}

function resolveHere(given: string, table: Pick<Domain, 'name'>): Player<Script> {
  const domain = playedAs(table);
  const spec = specOf(given, domain);
  if (spec.startsWith('worded:')) return resolveWorded(spec, table);
  const keeper = resolveBazaar(spec, table);
  if (keeper) return keeper;
  const { strategy, options } = resolveScript(spec, domain);
  return {
    spec,
    agent: makeScript(spec, strategy, options),
    fingerprint: strategyFingerprint(strategy, options),
  };
}

/** A spec with the Janus lab's names replaced by ours. */
export function specOf(given: string, { name }: Pick<Domain, 'name'>): string {
  return withoutAlias(given, findSpeech(name)?.aliases ?? {}, (script) =>
    scriptNames(name).some(({ entry }) => entry.name === script || entry.strategy.name === script),
  );
}

/** Whether two specs name one script, whatever words are put to it: by their name, or by strategy and complete options. */
export function isSameScript(one: string, other: string): boolean {
  const [a, b] = [scriptIn(one), scriptIn(other)];
  if (bareName(a) === bareName(b)) return true;
  const [mine, theirs] = [a, b].map((spec) => {
    try {
      const { strategy, options } = resolveScript(spec, { name: 'price' });
      return contentHash({ strategy: strategy.name, options });
    } catch {
      return undefined; // no script of this domain: told apart by name alone
    }
  });
  return mine !== undefined && mine === theirs;
}

function scriptIn(spec: string): string {
  const at = spec.lastIndexOf('@');
  return spec.startsWith('worded:') && at > 0 ? spec.slice('worded:'.length, at) : spec;
}

/** Without its registry; options, which make it another script, stay. */
function bareName(spec: string): string {
  const [head, query] = splitAt(spec, '?');
  return `${head.slice(head.lastIndexOf(':') + 1)}?${query ?? ''}`;
}

/** All the players of a registry, each under its own short name. */
export function registryPlayers(registry: string): Player<Script>[] {
  const entries: readonly Entry[] | undefined = (registries as Record<string, readonly Entry[]>)[registry];
  if (!entries)
    throw new SpecError(`there is no registry "${registry}"; there are ${Object.keys(registries).join(', ')}`);
  return entries.map(({ name, strategy, options }) => {
    const player = resolvePlayer(`${registry}:${name}`, { name: strategy.domain });
    return { ...player, agent: makeScript(name, strategy, options) };
  });
}

/** Who speaks for a script thinks as long as it does. */
function thinkingOf({ thinks }: Script): Pick<Script, 'thinks'> {
  return thinks ? { thinks } : {};
}

function resolveWorded(spec: string, table: Pick<Domain, 'name'>): Player<Script> {
  const at = spec.lastIndexOf('@');
  if (at < 0) throw new SpecError(`"${spec}" needs a backend for its words: worded:SCRIPT@templates`);
  const templates = findSpeech(table.name)?.templates;
  if (!templates) {
    const able = domainsWith((speech) => speech.templates);
    throw new SpecError(`"${spec}": templates have words for ${able} only, not for ${table.name}`);
  }
  const [backend, query] = splitAt(spec.slice(at + 1), '?');
  if (backend !== 'templates')
    throw new SpecError(`"${spec}": there is no backend "${backend}" for words; there is templates`);
  const { language } = readOptions({ name: 'templates', options: { language: languageOption } }, query);
  const script = resolvePlayer(spec.slice('worded:'.length, at), playedAs(table));
  return {
    spec,
    agent: { ...templates.words(script.agent, language as Language), name: spec, ...thinkingOf(script.agent) },
    fingerprint: contentHash({ worded: script.fingerprint, templates: templates.version, language }),
  };
}
