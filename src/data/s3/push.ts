/**
 * Files into a bucket, so that stopping at any moment costs at most the parts under way.
 *
 * The store itself is the record: an object that is there with the file's SHA-256 is left alone, and of an upload that was begun for
 * this very file the parts that hold its bytes are kept and the others sent. Nothing is noted here, so another machine may go on.
 *
 * Whose upload it is, a store does not tell: so the first that is sent is a last part which holds the file's SHA-256. It is not named
 * at the end, and so is no part of the object.
 */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Bucket, elementsIn, S3Error, TRIES, tagIn } from './client.ts';

export interface PushOptions {
  /** Bytes of a part; a file of one part is sent at once. */
  readonly partSize?: number;
  /** Parts under way. */
  readonly atOnce?: number;
  /** Reads back what was sent, or was there, and compares. */
  readonly check?: boolean;
  readonly onPart?: (sent: { readonly part: number; readonly of: number }) => void;
}

export interface PushFileOptions extends PushOptions {
  /** What its manifest says that it is. */
  readonly sha256?: string;
  /** Of a data set, whose parts are never others: an object that is there is not written over. */
  readonly ofSet?: boolean;
}

export interface Pushed {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly parts: number;
  /** Of them, those that were there already. */
  readonly kept: number;
}

const MEGABYTE = 1 << 20;
/** The least that S3 takes but for the last part, and the most parts. */
const LEAST_PART = 5 * MEGABYTE;
const MOST_PARTS = 9_999;
/** Beyond them: the part that says whose upload it is. */
const WHOSE = 10_000;
const PART = 16 * MEGABYTE;
const AT_ONCE = 4;
const SHA256 = 'x-amz-meta-sha256';

export async function pushFile(
  bucket: Bucket,
  file: string,
  key: string,
  options: PushFileOptions = {},
): Promise<Pushed> {
  const before = statSync(file);
  const bytes = before.size;
  const least = Math.max(options.partSize ?? PART, LEAST_PART);
  const size = Math.max(least, MEGABYTE * Math.ceil(bytes / MOST_PARTS / MEGABYTE));
  const { sha256, parts } = await hashesOf(file, size);
  if (options.sha256 !== undefined && options.sha256 !== sha256)
    throw new S3Error(
      `${file} has SHA-256 ${sha256} and its manifest says ${options.sha256}: bring back what was made, then push`,
    );
  const refuseChange = () => {
    const now = statSync(file);
    if (now.size !== bytes || now.mtimeMs !== before.mtimeMs)
      throw new S3Error(`${file} changed while it was being sent: push it when nobody writes it any more`);
  };
  const count = parts.length;
  const pushed = (kept: number): Pushed => ({ key, bytes, sha256, parts: count, kept });
  const tag = expectedTag(parts);
  /** Whether the file is there. Its label and its length may be those of another upload: the tag vouches, or the bytes themselves. */
  const isThere = async (): Promise<boolean> => {
    // Who may not list a bucket is told 403 of what is missing.
    const { ok, headers } = await bucket.ask('HEAD', key, { expect: [403, 404] });
    if (!ok) return false;
    if (headers.get(SHA256) === sha256 && Number(headers.get('content-length')) === bytes)
      if ((!options.check && bare(headers.get('etag')) === tag) || (await readBack(bucket, key)) === sha256)
        return true;
    if (options.ofSet && headers.get(SHA256) !== sha256)
      throw new S3Error(
        `s3://${bucket.name}/${key} is of another set (SHA-256 ${headers.get(SHA256) ?? 'unknown'}, ${file} has ${sha256}): choose another folder of the bucket`,
      );
    return false;
  };
  if (await isThere()) return pushed(count);
  let kept = 0;
  let etag: string;
  if (count === 1) {
    const body = await slice(file, 0, bytes);
    refuseChange();
    const answer = await bucket.ask('PUT', key, { body, headers: { [SHA256]: sha256 } });
    options.onPart?.({ part: 1, of: 1 });
    etag = bare(answer.headers.get('etag'));
  } else {
    try {
      const sent = await sendParts(bucket, file, key, { sha256, parts, size, bytes }, options);
      refuseChange();
      kept = sent.kept;
      etag = await complete(bucket, key, sent.upload, sent.etags);
    } catch (error) {
      // It was ended, by another who sends the same, or by a request whose answer was lost.
      if ((error as S3Error).code === 'NoSuchUpload' && (await isThere())) return pushed(kept);
      throw error;
    }
  }
  // A store that encrypts has tags of its own: then the bytes themselves are asked for.
  if (options.check || etag !== tag) {
    const found = await readBack(bucket, key);
    if (found !== sha256)
      throw new S3Error(`s3://${bucket.name}/${key} holds ${found} and the file is ${sha256}: push it again`);
  }
  return pushed(kept);
}

interface Hashed {
  readonly sha256: string;
  /** The MD5 of each part, which is the tag that S3 gives it. */
  readonly parts: readonly string[];
}

async function hashesOf(file: string, size: number): Promise<Hashed> {
  const whole = createHash('sha256');
  const parts: string[] = [];
  let part = createHash('md5');
  let left = size;
  for await (const chunk of createReadStream(file, { highWaterMark: MEGABYTE }) as AsyncIterable<Buffer>) {
    whole.update(chunk);
    for (let at = 0; at < chunk.length; ) {
      if (left === 0) {
        parts.push(part.digest('hex'));
        part = createHash('md5');
        left = size;
      }
      const some = chunk.subarray(at, at + left);
      part.update(some);
      left -= some.length;
      at += some.length;
    }
  }
  parts.push(part.digest('hex'));
  return { sha256: whole.digest('hex'), parts };
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const bare = (tag: string | null | undefined): string => (tag ?? '').replaceAll('"', '');
const expectedTag = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `${md5(Buffer.from(parts.join(''), 'hex'))}-${parts.length}`;

async function sendParts(
  bucket: Bucket,
  file: string,
  key: string,
  { sha256, parts, size, bytes }: Hashed & { readonly size: number; readonly bytes: number },
  { atOnce = AT_ONCE, onPart }: PushOptions,
) {
  const { begun, there } = await begunUpload(bucket, key, sha256);
  const etags: string[] = [];
  const missing = parts.flatMap((hash, i) => {
    const same = there?.get(i + 1) === hash;
    if (same) etags[i] = hash;
    return same ? [] : [i];
  });
  const kept = parts.length - missing.length;
  const upload = begun ?? (await beginUpload(bucket, key, sha256));
  const next = missing.values();
  let broken = false;
  const lane = async () => {
    for (const i of next) {
      if (broken) return;
      const body = await slice(file, i * size, Math.min(size, bytes - i * size));
      if (md5(body) !== parts[i]) throw new S3Error(`${file} changed while it was being sent: push it again`);
      const query = { partNumber: String(i + 1), uploadId: upload };
      const answer = await bucket.ask('PUT', key, { query, body });
      etags[i] = bare(answer.headers.get('etag'));
      onPart?.({ part: i + 1, of: parts.length });
    }
  };
  const lanes = Array.from({ length: Math.min(atOnce, missing.length) }, () =>
    lane().catch((error) => {
      broken = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return { upload, etags, kept };
}

/** The newest that was begun for this file and not ended; those of others are given up. */
async function begunUpload(bucket: Bucket, key: string, sha256: string) {
  const answer = await bucket.ask('GET', '', { query: { uploads: '', prefix: key }, expect: [403] });
  const uploads = elementsIn(answer.ok ? await answer.text() : '', 'Upload')
    .filter((one) => tagIn(one, 'Key') === key)
    .sort((a, b) => (tagIn(b, 'Initiated') ?? '').localeCompare(tagIn(a, 'Initiated') ?? ''));
  for (const one of uploads) {
    const begun = tagIn(one, 'UploadId') as string;
    const there = await partsOf(bucket, key, begun);
    if (there.get(WHOSE) === md5(Buffer.from(sha256))) return { begun, there };
    await abortUpload(bucket, key, begun);
  }
  return {};
}

/** Who may not, or comes too late, leaves it. */
export async function abortUpload(bucket: Bucket, key: string, upload: string): Promise<void> {
  await bucket.ask('DELETE', key, { query: { uploadId: upload }, expect: [403, 404] });
}

async function beginUpload(bucket: Bucket, key: string, sha256: string): Promise<string> {
  const upload = await openUpload(bucket, key, sha256);
  const query = { partNumber: String(WHOSE), uploadId: upload };
  await bucket.ask('PUT', key, { query, body: Buffer.from(sha256) });
  return upload;
}

export async function openUpload(bucket: Bucket, key: string, sha256?: string): Promise<string> {
  const headers: Record<string, string> = sha256 === undefined ? {} : { [SHA256]: sha256 };
  const answer = await bucket.ask('POST', key, { query: { uploads: '' }, headers });
  const upload = tagIn(await answer.text(), 'UploadId');
  if (upload === undefined) throw new S3Error(`s3://${bucket.name}/${key} began an upload without an id`);
  return upload;
}

/** Part number to tag. */
async function partsOf(bucket: Bucket, key: string, upload: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let marker = '0'; ; ) {
    const answer = await bucket.ask('GET', key, {
      query: { uploadId: upload, 'part-number-marker': marker },
      expect: [403, 404],
    });
    if (!answer.ok) return found;
    const text = await answer.text();
    for (const part of elementsIn(text, 'Part'))
      found.set(Number(tagIn(part, 'PartNumber')), bare(tagIn(part, 'ETag')));
    const next = tagIn(text, 'NextPartNumberMarker');
    if (tagIn(text, 'IsTruncated') !== 'true' || next === undefined || next === marker) return found;
    marker = next;
  }
}

async function complete(bucket: Bucket, key: string, upload: string, etags: readonly string[]): Promise<string> {
  const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>"${etag}"</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const text = await (await bucket.ask('POST', key, { query: { uploadId: upload }, body })).text();
  // S3 may say 200 and then fail.
  const code = tagIn(text, 'Code');
  if (code !== undefined)
    throw new S3Error(`cannot end the upload of s3://${bucket.name}/${key}: ${code}; push again`, code);
  return bare(tagIn(text, 'ETag'));
}

/** The SHA-256 of an object; begun again where the store breaks off. */
async function readBack(bucket: Bucket, key: string): Promise<string> {
  for (let tried = 1; ; tried++) {
    const answer = await bucket.ask('GET', key);
    const hash = createHash('sha256');
    try {
      for await (const chunk of answer.body ?? []) hash.update(chunk);
      return hash.digest('hex');
    } catch (error) {
      if (tried >= TRIES)
        throw new S3Error(`s3://${bucket.name}/${key} cannot be read back to its end: ${(error as Error).message}`);
    }
  }
}

async function slice(file: string, at: number, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await handle.read(bytes, done, length - done, at + done);
      if (bytesRead === 0) throw new S3Error(`${file} became shorter while it was being sent: push it again`);
      done += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
