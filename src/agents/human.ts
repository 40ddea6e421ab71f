/**
 * human: a person in a seat. Whoever seats one gives the way to ask: a prompt in the terminal, a page, a queue of answers in
 * a test. What the person types is read like a model's reply or, where the domain says so, as a plainer line, and what cannot be read is said back with its reason.
 */
import type { Agent, View } from '../core/index.ts';
import { speechOf } from './speech/index.ts';

/** Asks the person for a line; `refused` says why the last one was not taken. */
export type Ask = (view: View, refused: string | undefined, signal: AbortSignal | undefined) => Promise<string>;

export function humanAgent(ask: Ask): Agent {
  return {
    name: 'human',
    async act(view, context) {
      let refused = context.refused;
      for (;;) {
        const line = await ask(view, refused, context.signal as AbortSignal | undefined);
        const speech = speechOf(view.domain);
        const parsed = speech.readLine?.(line, view) ?? speech.read(line, view);
        if ('act' in parsed) return parsed.act;
        // A person is asked as often as it takes: a typing mistake is no forfeit.
        refused = parsed.problem;
      }
    },
  };
}
