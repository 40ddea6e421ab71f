/**
 * Starting the trainer and hearing it: one process, JSON lines on its stdout, one event each (trainer/parley_trainer).
 *
 * Launchers: `local` runs it here, `accelerate` on several GPUs of this machine with a process each. The trainer's last event
 * is `done`, `dry_run`, `stopped` or `failed`; a process that ends without one died, and what it last wrote to stderr says why.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { lastLine, TrainingError, trainerFolder } from './environment.ts';

export const recipes = ['sft', 'janus', 'dpo', 'grpo', 'openai', 'probe', 'export', 'serve', 'pairs'] as const;
type Recipe = (typeof recipes)[number];
export const launchers = ['local', 'accelerate', 'hf-jobs'] as const;
type Launcher = (typeof launchers)[number];

export interface TrainerEvent {
  readonly event: string;
  readonly [key: string]: unknown;
}

export interface TrainerRequest {
  readonly python: string;
  readonly recipe: Recipe;
  /** Further words, such as "bake", and options of the trainer's own command line. */
  readonly args: readonly string[];
  readonly launcher?: Launcher;
  readonly processes?: number;
  readonly onEvent?: (event: TrainerEvent) => void;
  readonly signal?: AbortSignal;
}

/** The trainer's last event. Throws its sentence when it failed, with the exit code that it means. */
export async function runTrainer(request: TrainerRequest): Promise<TrainerEvent> {
  const { python, signal, onEvent = () => undefined } = request;
  const child = spawn(python, commandOf(request), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONPATH: trainerFolder, PYTHONUNBUFFERED: '1' },
  });
  // The first stop lets the step finish and a checkpoint be written; the trainer says so itself.
  const stop = () => child.kill('SIGINT');
  signal?.addEventListener('abort', stop);
  let [last, errors]: [TrainerEvent | undefined, string] = [undefined, ''];
  child.stderr.on('data', (data) => {
    errors = (errors + data).slice(-4000);
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', (fault) => reject(new TrainingError(`the trainer did not start: ${fault.message}`)));
    child.on('close', (code) => resolve(code ?? 1));
  });
  ended.catch(() => undefined);
  for await (const line of createInterface({ input: child.stdout })) {
    const event = parsed(line);
    if (!event) continue;
    last = event;
    onEvent(event);
  }
  const code = await ended.finally(() => signal?.removeEventListener('abort', stop));
  if (last && ['done', 'dry_run'].includes(last.event) && code === 0) return last;
  if (last && ['failed', 'stopped'].includes(last.event)) throw new TrainingError(String(last.says), code);
  if (signal?.aborted && last === undefined) throw new TrainingError('stopped before it began', code);
  throw new TrainingError(
    `the trainer ended with code ${code}: ${lastLine(errors) || 'it wrote no reason'}; --resume goes on`,
  );
}

function commandOf({ recipe, args, launcher = 'local', processes = 1 }: TrainerRequest): string[] {
  const own = [recipe, ...args];
  if (launcher === 'accelerate') {
    const many = ['--num_processes', `${processes}`, ...(processes > 1 ? ['--multi_gpu'] : [])];
    return ['-m', 'accelerate.commands.launch', ...many, '--module', 'parley_trainer', ...own];
  }
  return ['-m', 'parley_trainer', ...own, ...(launcher === 'hf-jobs' ? ['--launcher', 'hf-jobs'] : [])];
}

function parsed(line: string): TrainerEvent | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value?.event === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
