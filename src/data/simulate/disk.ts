/**
 * A file that is appended to and hashed by a thread of its own, so that the next block is played while the last is written:
 * the kernel's copy and SHA-256 take about as long as playing does.
 */

import type { Written } from './bytes.ts';
import { SimulationError } from './play.ts';
import { startThread } from './thread.ts';

type Answer = { readonly memory: ArrayBuffer } | { readonly sha256: string } | { readonly error: string };

export class Disk {
  private readonly thread;
  private readonly waiting: { resolve(answer: Answer): void; reject(error: Error): void }[] = [];
  private broken: Error | undefined;

  /** `handle` is open for writing at `path`, of which the first `size` bytes are kept. */
  constructor(handle: number, path: string, size: number) {
    this.thread = startThread(import.meta.url, './disk-thread', { handle, path, size });
    this.thread.on('message', (answer: Answer) => {
      if ('error' in answer) this.fail(new SimulationError(`cannot write ${path}: ${answer.error}`));
      else this.waiting.shift()?.resolve(answer);
    });
    this.thread.on('error', (error) => this.fail(error as Error));
  }

  /** Gives the memory back once its bytes are in the file. Blocks are written in the order given. */
  async append({ memory, length }: Written): Promise<ArrayBuffer> {
    const answer = await this.ask({ memory, length }, [memory]);
    return (answer as { memory: ArrayBuffer }).memory;
  }

  /** Everything on the disk; the hash of the whole file. */
  async finish(): Promise<string> {
    return ((await this.ask('finish', [])) as { sha256: string }).sha256;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }

  private ask(job: Written | 'finish', memory: ArrayBuffer[]): Promise<Answer> {
    if (this.broken) return Promise.reject(this.broken);
    const answered = new Promise<Answer>((resolve, reject) => this.waiting.push({ resolve, reject }));
    this.thread.postMessage(job, memory);
    return answered;
  }

  private fail(error: Error): void {
    this.broken ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.broken);
  }
}
