/**
 * Beliefs in play: an agent that can be asked what it believes is asked before each of its acts, and what it answers is stated.
 *
 * One option for every agent, `beliefs=on`, read here and nowhere else. It plays as without it: its questions draw from streams
 * of their own. A statement is a private remark (Context.state) that no other seat's view contains.
 */
import {
  type Agent,
  andThen,
  type Belief,
  beliefProblem,
  type Context,
  contentHash,
  type Domain,
  findKit,
  isPromiseLike,
  type Player,
  type Question,
} from '../core/index.ts';
import { errorText } from '../core/plain.ts';
import { excerpt } from '../core/refused.ts';
import { SpecError } from './spec-options.ts';

/** Raised whenever the same agent could state something else. */
const BELIEFS_VERSION = 1;

/** A spec without `beliefs=on` or `beliefs=off` among its last options, and whether it was on. */
export function splitBeliefs(spec: string): { spec: string; beliefs: boolean } {
  const at = spec.lastIndexOf('?');
  const parts = at < 0 ? [] : spec.slice(at + 1).split('&');
  // What has an @ behind it is an option of the script that a worded agent speaks for.
  const [own, rest] = [true, false].map((wanted) => parts.filter((part) => /^beliefs(=[^@]*)?$/.test(part) === wanted));
  if (!own?.length) return { spec, beliefs: false };
  const [given] = own as [string];
  if (own.length > 1) throw new SpecError(`"${spec}": option "beliefs" is given twice`);
  if (given !== 'beliefs=on' && given !== 'beliefs=off')
    throw new SpecError(`"${spec}": beliefs must be one of on, off, got "${given.slice('beliefs='.length)}"`);
  const head = spec.slice(0, at);
  return { spec: rest?.length ? `${head}?${rest.join('&')}` : head, beliefs: given === 'beliefs=on' };
}

/** The player of the same spec who states what it believes. Refused for one that holds no beliefs, and in a game without questions. */
export function believing<A extends Agent>(player: Player<A>, spec: string, { name }: Pick<Domain, 'name'>): Player<A> {
  const questions = findKit(name)?.questions ?? [];
  if (questions.length === 0) throw new SpecError(`"${spec}": there is nothing to believe in a game of ${name}`);
  if (!player.agent.answer)
    throw new SpecError(
      `"${spec}": ${player.spec} holds no beliefs; those that do are llm:, sauda with steering=bayesian, and scripts with a model of the other side such as pareto_walking`,
    );
  return {
    spec,
    agent: { ...stating(player.agent, questions), name: spec } as A,
    fingerprint: contentHash({ beliefs: BELIEFS_VERSION, of: player.fingerprint }),
  };
}

/** Scripts stay scripts. */
function stating(agent: Agent, questions: readonly Question[]): Agent {
  const { answer } = agent;
  return {
    name: agent.name,
    ...(agent.thinks && { thinks: agent.thinks }),
    answer: answer?.bind(agent),
    act(view, context) {
      const act = () => agent.act(view, context);
      // Asked again after a refusal, it has said what it believes.
      if (context.attempt > 0) return act();
      const from = (next: number): ReturnType<Agent['act']> => {
        const question = questions[next];
        if (!question) return act();
        // A belief is a remark: what goes wrong with it is remarked too, and the act is as without it.
        const given = attempted(context, () => {
          const asked = question.ask(view);
          const belief = asked && answer?.call(agent, view, question, questioned(context, question));
          return andThen(belief, (one) =>
            !asked || one === undefined ? undefined : { belief: one, problem: beliefProblem(asked, one) },
          );
        });
        return andThen(given, (stated) => {
          if (stated?.problem) context.note({ question: question.name, problem: stated.problem });
          else if (stated) context.state(question.name, stated.belief as Belief);
          return from(next + 1);
        });
      };
      return from(0);
    },
  };
}

interface Given {
  readonly belief?: Belief;
  readonly problem: string | undefined;
}

/** What was thrown as a problem, unless the game is being broken off. */
function attempted(
  { signal }: Context,
  ask: () => Given | undefined | Promise<Given | undefined>,
): Given | undefined | Promise<Given | undefined> {
  const failed = (error: unknown): Given => {
    if (signal?.aborted) throw error;
    return { problem: excerpt(errorText(error)) };
  };
  try {
    const given = ask();
    return isPromiseLike(given) ? Promise.resolve(given).catch(failed) : given;
  } catch (error) {
    return failed(error);
  }
}

/** The context of an act as that of a question, which has draws of its own. */
function questioned(context: Context, question: Question): Context {
  return {
    rng: context.rng.split('beliefs').split(question.name),
    note: (note) => context.note(note),
    state: (name, belief) => context.state(name, belief),
    attempt: 0,
    refused: undefined,
    signal: context.signal,
  };
}
