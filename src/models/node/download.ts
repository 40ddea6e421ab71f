/**
 * A file from an address to a part on the disk, resumed where a part of the same file is there.
 *
 * The caller gives the part its own name once it is checked, so that a file under its own name is whole. HF_TOKEN (or HUGGINGFACE_TOKEN) is sent to
 * huggingface.co alone. Models and corpora come this way.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
}

/** Nobody on the way can change what comes: encrypted, or from this very machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** The token of the hub, for the hub alone: under the name of today, or the one that older tools use. */
export function hubToken({ hostname }: URL): string | undefined {
  return hostname === 'huggingface.co' ? process.env.HF_TOKEN || process.env.HUGGINGFACE_TOKEN : undefined;
}

/**
 * A part is resumed only while its address still serves the same file: the tag of the first answer is kept beside the part
 * and sent as If-Range, so that a changed file comes whole.
 */
export async function download(url: URL, part: string, { signal, onProgress }: DownloadOptions = {}): Promise<void> {
  const tagFile = `${part}.tag`;
  const resuming = existsSync(part) && existsSync(tagFile);
  const have = resuming ? statSync(part).size : 0;
  // Bytes as they are, or a length and a range would be those of some compressed form.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (have > 0) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': readFileSync(tagFile, 'utf8') });
  const token = hubToken(url);
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(url, { headers, signal }).catch((error: Error) => {
    signal?.throwIfAborted();
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new DownloadError(`cannot reach ${url.host}: ${cause}; is there a connection to the network?`);
  });
  if (response.status === 416) {
    // Nothing after what is there: either the part is the whole file, or it is not a part of this file at all.
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    if (total === have) return;
    rmSync(part);
    return download(url, part, { signal, onProgress });
  }
  if (!response.ok || !response.body)
    throw new DownloadError(`${url.host} answered ${response.status} ${response.statusText} for ${url.pathname}`);
  const start = response.status === 206 ? have : 0;
  const length = response.headers.get('content-length');
  const total = length === null ? undefined : start + Number(length);
  const tag = response.headers.get('etag');
  if (tag && !tag.startsWith('W/')) writeFileSync(tagFile, tag);
  else rmSync(tagFile, { force: true });
  let bytes = start;
  const file = await openFile(part, start > 0 ? 'a' : 'w');
  try {
    // Each piece is on disk before the next is asked for, so that nothing that came is lost when the line breaks.
    for await (const chunk of response.body) {
      await file.write(chunk);
      bytes += chunk.length;
      onProgress?.(bytes, total);
    }
  } catch (error) {
    signal?.throwIfAborted();
    const again = existsSync(tagFile) ? 'the same command goes on from there' : 'it must be started again';
    throw new DownloadError(`the line broke after ${bytes} bytes; ${again}`, { cause: error });
  } finally {
    await file.close();
  }
  if (total !== undefined && bytes !== total) throw new DownloadError(`expected ${total} bytes, got ${bytes}`);
}

export async function sha256Of(path: string): Promise<string> {
  const made = createHash('sha256');
  await pipeline(createReadStream(path), made);
  return made.digest('hex');
}
