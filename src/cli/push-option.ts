/** --push: what was made goes to S3-compatible storage too. */
import { basename, join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Pushed, PushOptions } from '../data/s3/index.ts';
import { UsageError } from './errors.ts';

export const pushOption = () =>
  new Option(
    '--push <s3-url>',
    'send what was made to s3://bucket/folder too (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL)',
  ).argParser(s3Address);

export function s3Address(text: string): string {
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
  /** A file under its own name, or under the one it is given. */
  file(path: string, name?: string): Promise<Pushed>;
  /** A file with its manifest, or a folder. */
  all(path: string): Promise<Pushed[]>;
}

export interface PusherOptions extends PushOptions {
  readonly endpoint?: string;
}

/** Says at once whether there are keys, a package and a bucket, before anything is played. */
export async function openPusher(url: string, { endpoint, ...options }: PusherOptions = {}): Promise<Pusher> {
  const { filesIn, openBucket, parsePlace, pushFile, storeOf } = await import('../data/s3/index.ts');
  const { bucket: name, prefix } = parsePlace(url);
  const bucket = await openBucket(name, storeOf(process.env, endpoint));
  // One that may not be looked at may still be written to.
  await bucket.ask('HEAD', '', { expect: 403 });
  const keyOf = (one: string) => (prefix === '' ? one : `${prefix}/${one}`);
  const file = (path: string, as = basename(path)) => pushFile(bucket, path, keyOf(as), options);
  return {
    file,
    async all(path) {
      const pushed: Pushed[] = [];
      for (const one of filesIn(path)) pushed.push(await file(one.file, one.name));
      return pushed;
    },
  };
}

/** Undefined where nothing is to be sent. */
export async function pusherFor(url: string | undefined): Promise<Pusher | undefined> {
  return url === undefined ? undefined : openPusher(url);
}

export function pushedText(url: string, pushed: readonly Pushed[]): string {
  const sum = (key: 'bytes' | 'parts' | 'kept') => pushed.reduce((total, one) => total + one[key], 0);
  return `${join(url).replace(':/', '://')}: ${pushed.length} files, ${(sum('bytes') / 1e6).toFixed(1)} MB; ${sum('parts') - sum('kept')} parts sent, ${sum('kept')} were there`;
}
