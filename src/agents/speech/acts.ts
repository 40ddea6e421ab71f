/** Acts that come as data, at every door that takes them: the API, environments, forks and games in a tab. */
import type { Act, Domain, View } from '../../core/index.ts';
import type { Parsed } from '../parse/index.ts';
import { findSpeech } from './index.ts';

/** An act as the rules read it. */
export function completeAct(act: Act, view: View): Act {
  return findSpeech(view.domain)?.complete?.(act, view) ?? act;
}

/** Why the words of an act are said back, where its domain holds them against what is done. */
export function wordsSaidBack(act: Act, view: View): string | undefined {
  return act.words ? findSpeech(view.domain)?.beside?.(act, view) : undefined;
}

/** The act as the rules read it, or why they or its words refuse it. */
export function readAct(given: Act, view: View, domain: Domain): Parsed<Act> {
  const act = completeAct(given, view);
  const problem = domain.check(view, act) ?? wordsSaidBack(act, view);
  return problem === undefined ? { act } : { problem };
}
