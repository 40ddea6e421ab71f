/**
 * Scripts that think long, each act worked out in a thread. A view is data and so is the key of a stream, so what comes back is what
 * the server's own thread would have come to, remarks included. An act that takes too long is none: the game fails and says why.
 */
import { resolvePlayer } from '../../agents/spec.ts';
import { type Act, type Agent, type Belief, type Domain, findKit, type Player, type View } from '../../core/index.ts';
import { keyOf, type RngKey, rngFromState } from '../../core/rng.ts';
import { isTrusted, trust } from '../../core/trust.ts';
import type { Jobs } from './jobs.ts';

export interface ActJob {
  readonly kind: 'act';
  readonly domain: string;
  /** Of the rules, where they are somebody's own. */
  readonly hash: string | undefined;
  readonly spec: string;
  readonly view: View;
  readonly key: RngKey;
  readonly attempt: number;
  readonly refused: string | undefined;
}

type Remark = { readonly note: unknown } | { readonly question: string; readonly belief: Belief };

interface Thought {
  readonly act: Act;
  readonly remarks: readonly Remark[];
}

/** In the thread. */
export function think({ domain, spec, view, key, attempt, refused }: ActJob): Thought {
  const remarks: Remark[] = [];
  const act = resolvePlayer(spec, { name: domain }).agent.act(view, {
    rng: rngFromState(...key),
    note: (note) => void remarks.push({ note }),
    state: (question, belief) => void remarks.push({ question, belief }),
    attempt,
    refused,
    signal: undefined,
  });
  return { act, remarks };
}

/** The script as it sits at this server; `whose` game it plays. */
export function thinkingElsewhere(
  { agent, spec }: Player,
  { name: domain }: Pick<Domain, 'name'>,
  jobs: Pick<Jobs, 'run'>,
  whose: string,
): Agent {
  const made: Agent = {
    ...agent,
    async act(view, context) {
      const { attempt, refused, rng, signal } = context;
      const key = keyOf(rng);
      const hash = findKit(domain)?.hash;
      const job = key && ({ kind: 'act', domain, hash, spec, view, key, attempt, refused } as const);
      const thought: Thought | null = job && JSON.parse(await jobs.run(job, { address: whose, known: false }, signal));
      // Rules that only this thread has.
      if (!thought) return agent.act(view, context);
      for (const remark of thought.remarks)
        if ('note' in remark) context.note(remark.note);
        else context.state(remark.question, remark.belief);
      return thought.act;
    },
  };
  return isTrusted(agent) ? trust(made) : made;
}
