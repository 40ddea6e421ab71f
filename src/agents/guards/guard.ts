/**
 * A guard: a wrapper that looks at each act of an agent, lets it pass, asks again with a reason, or plays another in its place.
 *
 * It works through the public `act` alone and keeps no memory but the view. Whenever it steps in it leaves a note with the raw
 * act, so that what the guard did is never credited to the agent. What it plays instead carries no words: those of the raw
 * act were meant for another move. Legality is no guard: an illegal act passes through, for the rules to refuse.
 * What it judges is a copy of the answer, and that copy is handed on: an act with two faces has one from here on.
 *
 * A guard has one judge for each domain it knows, in the Speech of that domain, and never sits at another table in silence: there
 * it breaks the game with a sentence, since a seat whose fingerprint names a guard must have it.
 */
import {
  type Act,
  type Agent,
  andThen,
  type Context,
  type Domain,
  findDomain,
  type NoAct,
  type Script,
  type View,
} from '../../core/index.ts';
import { errorText, MOST_OF_AN_ACT, plainCopy } from '../../core/plain.ts';
import { holding } from '../holding.ts';
import { findSpeech, speechOf } from '../speech/index.ts';
import type { GuardName } from './index.ts';
import { type Judge, plain } from './judge.ts';

export interface Rule {
  readonly name: string;
  readonly about: string;
  /** That of an agent which has this rule for itself; the guards of the list are judged by the Speech of the domain. */
  readonly judge?: Judge;
}

/** Left in the transcript each time a guard steps in. */
export interface GuardNote {
  readonly guard: string;
  readonly raw: Act;
  readonly became: Act | 'asked again';
  readonly reason: string;
}

/** Scripts stay scripts: a guarded game between them runs without promises. */
export interface Guard {
  <V extends View, A extends Act>(agent: Script<V, A>): Script<V, A>;
  <V extends View, A extends Act>(agent: Agent<V, A>): Agent<V, A>;
}

export function guard(rule: Rule): Guard {
  const wrap = (agent: Agent): Agent => ({
    ...holding(agent),
    name: agent.name,
    act(view, context) {
      const judge = judgeOf(rule, view);
      const settle = (answer: Act | NoAct, asked: number): Act | NoAct | Promise<Act | NoAct> => {
        const raw = copied(answer);
        const objection = raw?.type === 'none' ? undefined : judge(view, raw);
        if (!objection) return raw;
        const { reason, asks = 0, instead } = objection;
        const again = asked < asks;
        const note: GuardNote = {
          guard: rule.name,
          raw: plain(speechOf(view.domain).fields, raw),
          became: again ? 'asked again' : instead,
          reason,
        };
        context.note(note);
        if (!again) return instead;
        return andThen(agent.act(view, refusing(context, reason, asked + 1)), (next) => settle(next, asked + 1));
      };
      return andThen(agent.act(view, context), (raw) => settle(raw, 0));
    },
  });
  return wrap as Guard;
}

/** The answer as it will be played, each field read once. What is no plain data is no act, and is not looked at again. */
function copied(answer: Act | NoAct): Act | NoAct {
  try {
    return plainCopy(answer, MOST_OF_AN_ACT) as Act | NoAct;
  } catch (error) {
    return { type: 'none', reason: `an act is plain data: ${errorText(error).replace('TypeError: ', '')}`, got: '' };
  }
}

/** The rule for the game at hand, asked about legal acts only. */
function judgeOf(rule: Rule, { domain: played }: View): Judge {
  const { name, judge = findSpeech(played)?.judges[name as GuardName] } = rule;
  const domain = findDomain(played) as Domain | undefined;
  if (!judge || !domain)
    throw new RangeError(`the guard ${name} cannot judge ${played}, so nobody plays that behind it`);
  return (seen, act) => (domain.check(seen, act) === undefined ? judge(seen, act) : undefined);
}

/** The same context with a refusal. Written out: the loop's own is an object with a prototype, which a spread would lose. */
function refusing(context: Context, refused: string, times: number): Context {
  return {
    get rng() {
      return context.rng;
    },
    note: (note) => context.note(note),
    state: (question, belief) => context.state(question, belief),
    attempt: context.attempt + times,
    refused,
    signal: context.signal,
  };
}
