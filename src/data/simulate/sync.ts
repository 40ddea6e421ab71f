/** Sends a file to the disk in the background while more is written to it, so that little is left to wait for at the end. */
import { fsync } from 'node:fs';
import { promisify } from 'node:util';

const syncFile = promisify(fsync);

export class BackgroundSync {
  private readonly handle: number;
  private running: Promise<void> | undefined;
  private problem: unknown;

  constructor(handle: number) {
    this.handle = handle;
  }

  /** Begins, unless the last one still runs. What goes wrong is told at the end: the disk reports an error once. */
  begin(): void {
    this.running ??= syncFile(this.handle)
      .catch((error: unknown) => {
        this.problem ??= error;
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Waits, for whoever is about to close the file. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Everything written so far is on the disk, or this throws. */
  async finish(): Promise<void> {
    await this.settled();
    this.begin();
    await this.settled();
    if (this.problem) throw this.problem;
  }
}
