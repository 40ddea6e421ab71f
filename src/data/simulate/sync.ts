/** Sends a file to the disk in the background while more is written to it, so that little is left to wait for at the end. */
import { fsync } from 'node:fs';
import { promisify } from 'node:util';

const syncFile = promisify(fsync);

export class BackgroundSync {
  private readonly handle: number;
  /** Ends with what went wrong, which is thrown by whoever waits next and not before. */
  private last: Promise<Error | undefined> = Promise.resolve(undefined);

  constructor(handle: number) {
    this.handle = handle;
  }

  /** Begins once the one before is done. */
  async next(): Promise<void> {
    await this.done();
    this.last = syncFile(this.handle).then(
      () => undefined,
      (error: Error) => error,
    );
  }

  async done(): Promise<void> {
    const problem = await this.last;
    if (problem) throw problem;
  }

  /** Waits without a word, for whoever is about to close the file. */
  async settled(): Promise<void> {
    await this.last;
  }
}
