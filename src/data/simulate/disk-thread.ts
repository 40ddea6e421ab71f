/** The thread behind disk.ts: writes what it is given at the end of the file and feeds it to the hash. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, fsyncSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { bytesOf, type Written } from './bytes.ts';

const { handle, path, size } = workerData as { handle: number; path: string; size: number };
let at = size;
const hashing = hashOf(path, size);

parentPort?.on('message', (job: Written | 'finish') => {
  hashing
    .then((hash) => {
      if (job === 'finish') {
        fsyncSync(handle);
        parentPort?.postMessage({ sha256: hash.digest('hex') });
        parentPort?.close();
        return;
      }
      const bytes = bytesOf(job);
      for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done, bytes.length - done, at + done);
      hash.update(bytes);
      at += bytes.length;
      parentPort?.postMessage({ memory: job.memory }, [job.memory]);
    })
    .catch((error: Error) => parentPort?.postMessage({ error: error.message }));
});

/** The hash of what is there, to be fed with what comes. */
async function hashOf(file: string, end: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (end === 0) return hash;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, end: end - 1 }))
    hash.update(chunk as Buffer);
  return hash;
}
