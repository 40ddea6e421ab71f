/** What a wrapper hands on of the agent within: its beliefs, which no change of its acts changes. Nothing where it holds none. */
import type { Act, Agent, Script, View } from '../core/index.ts';

export function holding<V extends View, A extends Act>(agent: Script<V, A>): Pick<Script<V, A>, 'answer'>;
export function holding<V extends View, A extends Act>(agent: Agent<V, A>): Pick<Agent<V, A>, 'answer'>;
export function holding<V extends View, A extends Act>(agent: Agent<V, A>): Pick<Agent<V, A>, 'answer'> {
  return agent.answer ? { answer: (view, question, context) => agent.answer?.(view, question, context) } : {};
}
