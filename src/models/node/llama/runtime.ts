/**
 * llama.cpp in this process, by the optional package node-llama-cpp: loaded when the first model is, once for all of them.
 *
 * Threads: its own default is at least 4, and threads that spin on fewer cores starve each other (4 tokens a second where one
 * thread makes 1,370, measured on 2 cores), so the number is always said: one for each core, and one alone on a machine that has more
 * to do than its cores can. Nothing is ever downloaded or compiled.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { Llama } from 'node-llama-cpp';
import { ModelError } from '../../model.ts';

export type Binding = typeof import('node-llama-cpp');

export interface LlamaRuntime {
  readonly binding: Binding;
  readonly llama: Llama;
  /** What llama.cpp complained of since this was last asked; it throws only "failed". */
  complaint(): string;
}

export interface RuntimeOptions {
  /** `auto`: the best processor for which the package has a binary here. */
  readonly gpu: 'auto' | false;
  readonly threads: number;
}

/** `load`: how many threads wanted to run in the last minute; a run before this one brings it to the number of cores. */
export function defaultThreads(cores = availableParallelism(), load = loadavg()[0] as number): number {
  return load < 1.5 * cores ? cores : 1;
}

// One runtime for each pair of options: contexts of one runtime share its threads and do not starve each other.
const runtimes = new Map<string, Promise<LlamaRuntime>>();

export function llamaRuntime(model: string, options: RuntimeOptions): Promise<LlamaRuntime> {
  const key = JSON.stringify([options.gpu, options.threads]);
  let runtime = runtimes.get(key);
  if (!runtime) {
    runtime = start(model, options);
    runtimes.set(key, runtime);
    runtime.catch(() => runtimes.delete(key));
  }
  return runtime;
}

async function start(model: string, { gpu, threads }: RuntimeOptions): Promise<LlamaRuntime> {
  const binding = await import('node-llama-cpp').catch(() => {
    const advice = 'the optional package node-llama-cpp cannot be loaded; install it with "npm install node-llama-cpp"';
    throw new ModelError('missing', model, advice);
  });
  let complaint = '';
  try {
    const llama = await binding.getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: threads,
      logLevel: binding.LlamaLogLevel.error,
      logger: (_, message) => {
        complaint = message.trim() || complaint;
      },
    });
    const take = () => {
      const said = complaint;
      complaint = '';
      return said;
    };
    return { binding, llama, complaint: take };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ModelError('missing', model, `node-llama-cpp has no binary that runs here: ${reason}`);
  }
}
