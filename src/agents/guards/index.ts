/**
 * The guards: a literal list, innermost first, so that the last one has the last word.
 *
 * Any choice of them keeps all of its rules, because what each plays instead of an act is one counter that keeps every rule, and
 * carries no words. `leak` sits next to the agent, whose words it reads. The order of the rest decides where a game is taken
 * up in which a rule was already broken: holding on to an offer made gives way to the reservation, and not the reverse.
 * To add one, write its file and its test, put it in its place here, and its judges into the Speech of each domain it can judge.
 *
 * `all` are those that can judge the domain at hand, and one that is named and cannot is
 * refused: what a fingerprint lists is what was played.
 */
import type { Act, Agent, Script, View } from '../../core/index.ts';
import { didYouMean } from '../nearest.ts';
import { SpecError } from '../spec-options.ts';
import { findSpeech } from '../speech/index.ts';
import { aspiration } from './aspiration.ts';
import { guard, type Rule } from './guard.ts';
import { keepAgreement } from './keep-agreement.ts';
import { leak } from './leak.ts';
import { monotone } from './monotone.ts';
import { reservation } from './reservation.ts';
import { walkByRule } from './walk-by-rule.ts';

export { type Guard, type GuardNote, guard, type Rule } from './guard.ts';
export type { Judge, Objection } from './judge.ts';

export const guards = {
  leak,
  walkByRule,
  aspiration,
  monotone,
  keepAgreement,
  reservation,
} as const satisfies Record<string, Rule>;

export type GuardName = keyof typeof guards;
export const guardNames = Object.keys(guards) as readonly GuardName[];
/** Raised whenever the same raw act could become another; part of a guarded agent's fingerprint. */
export const GUARDS_VERSION = 4;

/** The agent behind the guards named, in the order of the list whatever the order of the names. */
export function withGuards<V extends View, A extends Act>(
  agent: Script<V, A>,
  names: readonly GuardName[],
): Script<V, A>;
export function withGuards<V extends View, A extends Act>(agent: Agent<V, A>, names: readonly GuardName[]): Agent<V, A>;
export function withGuards<V extends View, A extends Act>(
  agent: Agent<V, A>,
  names: readonly GuardName[],
): Agent<V, A> {
  for (const name of names) known(name);
  return guardNames
    .filter((name) => names.includes(name))
    .reduce<Agent<V, A>>((inner, name) => guard(guards[name])(inner), agent);
}

/** Those that can judge a domain. */
export function guardsFor(domain: string): readonly GuardName[] {
  const judges = findSpeech(domain)?.judges;
  return guardNames.filter((name) => judges?.[name] !== undefined);
}

/** As in a spec for a domain: `all`, `off`, or names with commas between them. */
export function guardsNamed(text: string, domain: string): readonly GuardName[] {
  const able = guardsFor(domain);
  if (text === 'all') return able;
  if (text === 'off') return [];
  const names = text.split(',').map(known);
  const unable = names.find((name) => !able.includes(name));
  if (unable !== undefined) {
    const list = able.length > 0 ? `those that can are ${able.join(', ')}` : 'no guard can';
    throw new SpecError(`the guard ${unable} cannot judge ${domain}: ${list}`);
  }
  return guardNames.filter((name) => names.includes(name));
}

function known(name: string): GuardName {
  if ((guardNames as readonly string[]).includes(name)) return name as GuardName;
  const all = `guards are all, off, or a list of ${guardNames.join(', ')}`;
  const hint = didYouMean(name, guardNames, '', 1);
  throw new SpecError(`there is no guard "${name}": ${hint === '' ? all : `${hint} (${all})`}`);
}
