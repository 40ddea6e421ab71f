/** parley worker: plays what others have put in a queue. */
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { type Broker, openBroker, shownAddress, work, wrongClock } from '../lab/queue/index.ts';
import { whyNotWritable } from './calls-folder.ts';
import { FAILED } from './errors.ts';
import { jsonOption, wholeNumber } from './options.ts';
import { queueAddress } from './queue-options.ts';
import { whenStopped } from './until-stopped.ts';

export function worker(): Command {
  return new Command('worker')
    .requiredOption('--queue <url>', 'the postgres:// or redis:// database of the queue', queueAddress)
    .option('--threads <n>', 'shards at once', wholeNumber(1, 256), availableParallelism())
    .option('--calls <folder>', 'where calls of models are logged, a file a thread', 'worker-calls')
    .option(
      '--lock <seconds>',
      'the work of a worker that died is given to another after this long',
      wholeNumber(1, 3600),
      30,
    )
    .option('--idle <seconds>', 'end when there was nothing to do for this long', wholeNumber(1))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley worker --queue postgres://parley@db/parley
  parley worker --queue redis://cache:6379 --threads 8 --idle 60`,
    )
    .action(async (options) => {
      const say = (sentence: string) => process.stderr.write(`parley worker: ${sentence}\n`);
      const stop = new AbortController();
      setMaxListeners(0, stop.signal); // every thread that waits for the database listens
      const stopped = () => {
        say('ends the shards that it plays and begins no other; once more stops it at once');
        stop.abort(new Error('stopped'));
      };
      const ignoreStop = whenStopped(stopped);
      let broker: Broker | undefined;
      try {
        // To hear of work, to ask for it and to say that it lives; and for what the threads have played.
        const connections = 3 + Math.min(4, options.threads);
        broker = await openBroker(options.queue, { signal: stop.signal, say, connections });
        if (broker.warning) say(broker.warning);
        const unwritable = whyNotWritable(options.calls);
        if (unwritable) say(`${unwritable}; until then it refuses plans with models`);
        const wrong = await wrongClock(broker.board, 1000 * options.lock);
        if (wrong) say(`${wrong}; until then it refuses all plans`);
        say(`waits for plans at ${shownAddress(options.queue)}`);
        const source = import.meta.url.endsWith('.ts');
        const { played, refused } = await work({
          broker,
          concurrency: options.threads,
          lock: 1000 * options.lock,
          thread: new URL(source ? './worker-thread.ts' : './worker-thread.js', import.meta.url),
          told: { url: options.queue, calls: options.calls },
          ...(options.idle === undefined ? {} : { idle: 1000 * options.idle }),
          signal: stop.signal,
          say,
        });
        const line = { played, refused: Object.fromEntries(refused) };
        process.stdout.write(options.json ? `${JSON.stringify(line)}\n` : `${played} shards played\n`);
        if (played === 0 && refused.size > 0) process.exitCode = FAILED;
      } finally {
        ignoreStop();
        await broker?.close();
      }
    });
}
