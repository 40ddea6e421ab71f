/**
 * A guard: a wrapper that looks at each act of an agent, lets it pass, asks again with a reason, or plays another in its place.
 *
 * It works through the public `act` alone and keeps no memory but the view. Whenever it steps in it leaves a note with the raw
 * act, so that what the guard did is never credited to the agent. What it plays instead carries no words: those of the raw
 * act were meant for another move. Legality is no guard: an illegal act passes through, for the rules to refuse.
 */
import {
  type Act,
  type Agent,
  type Context,
  type Domain,
  domains,
  type ItemsAct,
  type ItemsView,
  type NoAct,
  type PriceAct,
  type PriceView,
  type Script,
  type View,
} from '../../core/index.ts';

/** What a guard has against a legal act. */
export interface Objection<A extends Act> {
  /** Told to the agent when it is asked again, and noted. */
  readonly reason: string;
  /** How often to ask again before `instead` is played; 0 when left out. */
  readonly asks?: number;
  readonly instead: A;
}

type Judge<V extends View, A extends Act> = (view: V, act: A) => Objection<A> | undefined;

export interface Rule {
  readonly name: string;
  readonly about: string;
  readonly price: Judge<PriceView, PriceAct>;
  /** Where the rule makes sense for items too. */
  readonly items?: Judge<ItemsView, ItemsAct>;
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
    name: agent.name,
    act(view, context) {
      const judge = judgeOf(rule, view);
      if (!judge) return agent.act(view, context);
      const settle = (raw: Act | NoAct, asked: number): Act | NoAct | Promise<Act | NoAct> => {
        const objection = raw?.type === 'none' ? undefined : judge(view, raw);
        if (!objection) return raw;
        const { reason, asks = 0, instead } = objection;
        const again = asked < asks;
        const note: GuardNote = {
          guard: rule.name,
          raw: plain(view, raw),
          became: again ? 'asked again' : instead,
          reason,
        };
        context.note(note);
        if (!again) return instead;
        return after(agent.act(view, refusing(context, reason, asked + 1)), (next) => settle(next, asked + 1));
      };
      return after(agent.act(view, context), (raw) => settle(raw, 0));
    },
  });
  return wrap as Guard;
}

/** The rule for the game at hand, asked about legal acts only. */
function judgeOf(rule: Rule, view: View): Judge<View, Act> | undefined {
  const judge = rule[view.domain as keyof typeof domains] as Judge<View, Act> | undefined;
  const domain = domains[view.domain as keyof typeof domains] as Domain | undefined;
  return judge && domain && ((seen, act) => (domain.check(seen, act) === undefined ? judge(seen, act) : undefined));
}

function after<T>(answer: T | Promise<T>, next: (value: T) => T | Promise<T>): T | Promise<T> {
  return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** The same context with a refusal. Written out: the loop's own is an object with a prototype, which a spread would lose. */
function refusing(context: Context, refused: string, times: number): Context {
  return {
    get rng() {
      return context.rng;
    },
    note: (note) => context.note(note),
    attempt: context.attempt + times,
    refused,
    signal: context.signal,
  };
}

/** What the rules ask of an act; the other side sees whatever else rides along. */
function fieldsOf(view: View, { type }: Act): readonly string[] {
  const terms = view.domain === 'items' ? 'split' : 'price';
  return ['type', ...(type === 'offer' ? [terms] : type === 'accept' ? ['offer'] : []), 'words', 'intent'];
}

/** An act with the fields that the rules ask for, and no others. */
export function plain<A extends Act>(view: View, act: A): A {
  return Object.fromEntries(
    fieldsOf(view, act).flatMap((key) => (key in act ? [[key, act[key as keyof A]]] : [])),
  ) as unknown as A;
}

/** The first field of an act that no rule asks for. */
export function strangeField(view: View, act: Act): string | undefined {
  const fields = fieldsOf(view, act);
  return Object.keys(act).find((key) => !fields.includes(key));
}
