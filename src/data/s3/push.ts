/**
 * Files into a bucket, so that stopping at any moment costs at most the parts under way.
 *
 * The store itself is the record: an object that is there with the file's SHA-256 is left alone, and of an upload that was begun the
 * parts that hold the file's bytes are kept and the others sent. Nothing is noted here, so another machine may go on.
 */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Bucket, elementsIn, S3Error, tagIn } from './client.ts';

export interface PushOptions {
  /** Bytes of a part; a file of one part is sent at once. */
  readonly partSize?: number;
  /** Parts under way. */
  readonly atOnce?: number;
  /** Reads back what was sent, or was there, and compares. */
  readonly check?: boolean;
  readonly onPart?: (sent: { readonly part: number; readonly of: number }) => void;
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
const MOST_PARTS = 10_000;
const PART = 16 * MEGABYTE;
const AT_ONCE = 4;
const SHA256 = 'x-amz-meta-sha256';

export async function pushFile(bucket: Bucket, file: string, key: string, options: PushOptions = {}): Promise<Pushed> {
  const before = statSync(file);
  const bytes = before.size;
  const least = Math.max(options.partSize ?? PART, LEAST_PART);
  const size = Math.max(least, MEGABYTE * Math.ceil(bytes / MOST_PARTS / MEGABYTE));
  const { sha256, parts } = await hashesOf(file, size);
  const refuseChange = () => {
    const now = statSync(file);
    if (now.size !== bytes || now.mtimeMs !== before.mtimeMs)
      throw new S3Error(`${file} changed while it was being sent: push it when nobody writes it any more`);
  };
  const count = parts.length;
  const pushed = (kept: number): Pushed => ({ key, bytes, sha256, parts: count, kept });
  const there = await bucket.ask('HEAD', key, { expect: 404 });
  if (there.ok && there.headers.get(SHA256) === sha256 && Number(there.headers.get('content-length')) === bytes) {
    if (options.check) await compare(bucket, key, sha256);
    return pushed(count);
  }
  let kept = 0;
  let etag: string;
  if (count === 1) {
    const body = await slice(file, 0, bytes);
    refuseChange();
    const answer = await bucket.ask('PUT', key, { body, headers: { [SHA256]: sha256 } });
    options.onPart?.({ part: 1, of: 1 });
    etag = bare(answer.headers.get('etag'));
  } else {
    const sent = await sendParts(bucket, file, key, { sha256, parts, size, bytes }, options);
    refuseChange();
    kept = sent.kept;
    etag = await complete(bucket, key, sent.upload, sent.etags);
    // Begun for a file that was another by its end: it bears that one's hash.
    const made = kept > 0 ? await bucket.ask('HEAD', key) : undefined;
    if (made && made.headers.get(SHA256) !== sha256) return pushFile(bucket, file, key, options);
  }
  // A store that encrypts has tags of its own: then the bytes themselves are asked for.
  if (options.check || etag !== expectedTag(parts)) await compare(bucket, key, sha256);
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
  const begun = await begunUpload(bucket, key);
  const there = begun === undefined ? undefined : await partsOf(bucket, key, begun);
  const etags: string[] = [];
  const missing = parts.flatMap((hash, i) => {
    const same = there?.get(i + 1) === hash;
    if (same) etags[i] = hash;
    return same ? [] : [i];
  });
  const kept = parts.length - missing.length;
  const upload = begun === undefined || kept === 0 ? await beginUpload(bucket, key, sha256) : begun;
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

/** The newest that was begun and not ended. */
async function begunUpload(bucket: Bucket, key: string): Promise<string | undefined> {
  const answer = await bucket.ask('GET', '', { query: { uploads: '', prefix: key } });
  const uploads = elementsIn(await answer.text(), 'Upload')
    .filter((one) => tagIn(one, 'Key') === key)
    .sort((a, b) => (tagIn(a, 'Initiated') ?? '').localeCompare(tagIn(b, 'Initiated') ?? ''));
  const last = uploads.at(-1);
  return last === undefined ? undefined : tagIn(last, 'UploadId');
}

async function beginUpload(bucket: Bucket, key: string, sha256: string): Promise<string> {
  const answer = await bucket.ask('POST', key, { query: { uploads: '' }, headers: { [SHA256]: sha256 } });
  const upload = tagIn(await answer.text(), 'UploadId');
  if (upload === undefined) throw new S3Error(`s3://${bucket.name}/${key} began an upload without an id`);
  return upload;
}

/** Part number to tag. */
async function partsOf(bucket: Bucket, key: string, upload: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let marker = '0'; ; ) {
    const answer = await bucket.ask('GET', key, { query: { uploadId: upload, 'part-number-marker': marker } });
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
  if (code !== undefined) throw new S3Error(`cannot end the upload of s3://${bucket.name}/${key}: ${code}; push again`);
  return bare(tagIn(text, 'ETag'));
}

async function compare(bucket: Bucket, key: string, wanted: string): Promise<void> {
  const answer = await bucket.ask('GET', key);
  const hash = createHash('sha256');
  for await (const chunk of answer.body ?? []) hash.update(chunk);
  const found = hash.digest('hex');
  if (found !== wanted)
    throw new S3Error(`s3://${bucket.name}/${key} holds ${found} and the file is ${wanted}: remove it and push again`);
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
