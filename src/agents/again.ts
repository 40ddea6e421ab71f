/**
 * again:SPEC, the same agent with other seeds: the second arm of an A/A test. Its fingerprint is that of SPEC, since it is the same
 * agent; what the two do otherwise is chance.
 */
import type { Agent, Context, Player, Question, View } from '../core/index.ts';

const AGAIN = 'again:';

export function againOf(spec: string): string {
  return `${AGAIN}${spec}`;
}

/** The spec that is played again; undefined for any other. */
export function playedAgain(spec: string): string | undefined {
  return spec.startsWith(AGAIN) ? spec.slice(AGAIN.length) : undefined;
}

/** A script stays one. */
export function withOtherSeeds<A extends Agent>({ agent, fingerprint, spec }: Player<A>): Player<A> {
  const { answer } = agent;
  const again = {
    ...agent,
    name: againOf(agent.name),
    act: (view: View, context: Context) => agent.act(view, otherSeeds(context)),
    ...(answer && {
      answer: (view: View, question: Question, context: Context) =>
        answer.call(agent, view, question, otherSeeds(context)),
    }),
  };
  return { spec: againOf(spec), agent: again, fingerprint };
}

/** Written out: the loop's own context is an object with a prototype, which a spread would lose. */
function otherSeeds(context: Context): Context {
  return {
    get rng() {
      return context.rng.split('again');
    },
    note: (note) => context.note(note),
    state: (question, belief) => context.state(question, belief),
    attempt: context.attempt,
    refused: context.refused,
    signal: context.signal,
  };
}
