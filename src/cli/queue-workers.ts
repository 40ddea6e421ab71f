/** What a command says of those who play its plan: that nobody does, that it is paused, or why one refuses it. */
import type { WorkerNotes } from '../lab/queue/index.ts';

/** Without a worker for so long, in milliseconds, it is said, once each time. */
const NOBODY = 20_000;

interface WatchOptions {
  /** Of the queue, without its password. */
  readonly address: string;
  readonly say: (sentence: string) => void;
  readonly now?: () => number;
}

/** Told now and then who is there, the plan where it is paused, and the one that workers play meanwhile. */
export function watchWorkers({ address, say, now = () => performance.now() }: WatchOptions) {
  const said = new Map<string, string | undefined>();
  /** Since when; before the first look nobody could play it. */
  let alone: number | undefined;
  let behind: string | undefined;
  let why: string | undefined;
  let told: string | undefined;
  return (workers: WorkerNotes, paused?: string, first?: string): void => {
    if (paused !== told && paused !== undefined)
      say(`plan ${paused} is paused: parley queue resume ${paused} --queue ${address} lets workers go on`);
    told = paused;
    // Those who played another need a moment to come over.
    if (behind !== undefined && first === undefined) alone = now();
    behind = first;
    alone ??= now();
    if (paused !== undefined || Object.values(workers).some(({ refused }) => refused === undefined)) {
      alone = now();
      why = undefined;
    } else if (now() - alone > NOBODY) {
      const sentence =
        first === undefined
          ? `no worker plays this plan: start parley worker --queue ${address}`
          : `this plan waits, since all workers play plan ${first}: another parley worker --queue ${address} plays it sooner`;
      if (sentence !== why) say(sentence);
      why = sentence;
    }
    for (const [name, { refused }] of Object.entries(workers)) {
      if (refused !== undefined && refused !== said.get(name)) say(`the worker ${name} refuses this plan: ${refused}`);
      said.set(name, refused);
    }
  };
}
