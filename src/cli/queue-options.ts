/** --queue and what goes with it, the same in every verb that plays a plan over many machines. */
import type { Command } from 'commander';
import { UsageError } from './errors.ts';
import type { ModelLimits } from './model-options.ts';
import { wholeNumber } from './options.ts';
import type { OpenQueue } from './queue-open.ts';

export interface QueueFlags {
  readonly queue?: string;
  readonly priority?: number;
  readonly shardSize?: number;
  readonly ahead?: number;
  readonly places?: number;
  /** Games at once in this process: workers have threads. */
  readonly concurrency?: number;
}

export function addQueueOptions(command: Command): Command {
  return command
    .option('--queue <url>', 'let parley workers play it, over a postgres:// or redis:// database', queueAddress)
    .option('--priority <n>', 'with --queue: plans with a higher number go first', wholeNumber(0, 1000))
    .option(
      '--shard-size <n>',
      'with --queue: games in a shard (default: 1000 of scripts, 4 of models)',
      wholeNumber(1),
    )
    .option('--ahead <n>', 'with --queue: shards that are out at a time (default: 64)', wholeNumber(1, 100_000));
}

export function queueAddress(text: string): string {
  if (/^(postgres(ql)?|rediss?):\/\/./.test(text)) return text;
  // Without what was given, which may hold a password.
  throw new UsageError('--queue is a postgres:// or redis:// address, as in postgres://parley@db/parley');
}

/** Undefined where no queue was asked for. */
export async function openQueue(flags: QueueFlags & ModelLimits, signal?: AbortSignal): Promise<OpenQueue | undefined> {
  const { queue, priority, shardSize, ahead, places } = flags;
  if (queue !== undefined) return (await import('./queue-open.ts')).openQueueAt(queue, flags, signal);
  const alone = { '--priority': priority, '--shard-size': shardSize, '--ahead': ahead, '--places': places };
  const [given] = Object.entries(alone).find(([, value]) => value !== undefined) ?? [];
  if (given) throw new UsageError(`${given} is for a queue: give --queue URL too, or leave it out`);
  return undefined;
}
