/** --push: what was made goes to S3-compatible storage too. */
import { basename, join, posix } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Pushed, PushOptions } from '../data/s3/index.ts';
import { PART_FILE, type SetRequest } from '../data/simulate/index.ts';
import { UsageError } from './errors.ts';

export const pushOption = () =>
  new Option(
    '--push <s3-url>',
    'send what was made to s3://bucket/folder too (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL)',
  ).argParser(s3Address);

export function s3Address(text: string): string {
  if (text.split('/').some((one) => one === '.' || one === '..'))
    throw new InvalidArgumentError('"." and ".." are no folders of a bucket: name the folder itself.');
  if (/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?$/.test(text)) return text;
  throw new InvalidArgumentError('Expected an address such as s3://bucket/folder.');
}

/** Files are made here first, so that a stopped run can be gone on with. */
export function refuseS3(out: string | undefined): void {
  if (out?.startsWith('s3://'))
    throw new UsageError(
      `--out is a place of this machine, got "${out}": give one, and --push ${out} to have it there`,
    );
}

export interface Pusher {
  /** Refuses a place that holds another set than the one which is to have that manifest. */
  set(manifest: string, request: SetRequest): Promise<void>;
  file(path: string): Promise<Pushed>;
  /** A file with its manifest, or a folder. */
  all(path: string): Promise<PushedAll>;
}

export interface PushedAll {
  readonly files: readonly Pushed[];
  readonly leftOut: readonly string[];
}

export interface PusherOptions extends PushOptions {
  readonly endpoint?: string;
}

/** Says at once whether there are keys, a package and a bucket that may be written to, before anything is played. */
export async function openPusher(url: string, { endpoint, ...options }: PusherOptions = {}): Promise<Pusher> {
  const s3 = await import('../data/s3/index.ts');
  const { bucket: name, prefix } = s3.parsePlace(url);
  const bucket = await s3.openBucket(name, s3.storeOf(process.env, endpoint));
  const keyOf = (one: string) => (prefix === '' ? one : `${prefix}/${one}`);
  // One that may not be looked at may still be written to.
  await bucket.ask('HEAD', '', { expect: [403] });
  // An upload that is begun and given up leaves nothing there.
  const tried = keyOf('_tried');
  await s3.abortUpload(bucket, tried, await s3.openUpload(bucket, tried));
  return {
    set: (manifest, request) => s3.refuseOtherSet(bucket, prefix, manifest, request),
    file: (path) =>
      s3.pushFile(bucket, path, keyOf(basename(path)), { ...options, ofSet: PART_FILE.test(basename(path)) }),
    async all(path) {
      const { files, leftOut } = s3.filesIn(path);
      for (const one of files) {
        const folder = posix.dirname(keyOf(one.name));
        await s3.refuseOtherSet(bucket, folder === '.' ? '' : folder, one.file);
      }
      const pushed: Pushed[] = [];
      for (const { file, name: as, ...known } of files)
        pushed.push(await s3.pushFile(bucket, file, keyOf(as), { ...options, ...known }));
      return { files: pushed, leftOut };
    },
  };
}

/** Undefined where nothing is to be sent. */
export async function pusherFor(url: string | undefined): Promise<Pusher | undefined> {
  return url === undefined ? undefined : openPusher(url);
}

export function pushedText(url: string, { files: pushed, leftOut }: PushedAll): string {
  const sum = (key: 'bytes' | 'parts' | 'kept') => pushed.reduce((total, one) => total + one[key], 0);
  return `${join(url).replace(':/', '://')}: ${pushed.length} files, ${(sum('bytes') / 1e6).toFixed(1)} MB; ${sum('parts') - sum('kept')} parts sent, ${sum('kept')} were there${leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`}`;
}
