/**
 * Requests to S3 or to a store that speaks like it (MinIO, Ceph, R2, moto's server): signed, sent again where the network or the
 * store had a bad moment, refused in a sentence.
 *
 * aws4fetch signs; it is loaded by the first who asks. Each body is signed with its SHA-256, so a store takes no byte that was not sent.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export class S3Error extends Error {
  override readonly name = 'S3Error';

  /** As the store names it: NoSuchUpload. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** s3://bucket/prefix */
export interface Place {
  readonly bucket: string;
  /** Without a slash at either end; may be empty. */
  readonly prefix: string;
}

export function parsePlace(url: string): Place {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(url) ?? [];
  if (bucket === undefined) throw new S3Error(`expected an address such as s3://bucket/folder, got "${url}"`);
  // An address is put right before it is sent: a/../b would be b, and ../ another bucket.
  if (prefix.split('/').some((one) => one === '.' || one === '..'))
    throw new S3Error(`"." and ".." are no folders of a bucket, got "${url}": name the folder itself`);
  return { bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') };
}

export interface Store {
  /** Where it is, as in http://127.0.0.1:9000; Amazon's unless given. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** By the names that every tool of Amazon reads. */
export function storeOf(env: Readonly<Record<string, string | undefined>>, endpoint?: string): Store {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new S3Error('there is no key for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const at = endpoint ?? (env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined);
  // Without what was given, which may hold a password.
  if (at !== undefined && !(/^https?:\/\//.test(at) && URL.canParse(at)))
    throw new S3Error('the endpoint of S3 is an http:// or https:// address, as in http://127.0.0.1:9000');
  if (at !== undefined && /@|[?#]/.test(at))
    throw new S3Error(
      'the endpoint of S3 is an address without a user, a password or a query: the key is that of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  return {
    endpoint: at?.replace(/\/+$/, ''),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Answers beside success that the caller knows what to do with. */
  readonly expect?: readonly number[];
}

export interface Bucket {
  readonly name: string;
  ask(method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE', key: string, asked?: Asked): Promise<Response>;
}

/** Of a request, and of reading an object to its end. */
export const TRIES = 5;
const FIRST_WAIT = 200;
const LONGEST_REQUEST = 300_000;
const NOTHING = createHash('sha256').digest('hex');

export async function openBucket(name: string, store: Store, signal?: AbortSignal): Promise<Bucket> {
  const { AwsClient } = await import('aws4fetch').catch(() => {
    throw new S3Error('S3 needs the package aws4fetch, which is not installed: npm install aws4fetch');
  });
  const client = new AwsClient({ ...store, service: 's3' });
  const root = store.endpoint ? `${store.endpoint}/${name}` : `https://${name}.s3.${store.region}.amazonaws.com`;
  const once = async (method: string, url: URL, { headers, body }: Asked) => {
    const hash = body ? createHash('sha256').update(body).digest('hex') : NOTHING;
    const signed = await client.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const limit = AbortSignal.timeout(LONGEST_REQUEST);
    return fetch(signed, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
  };
  return {
    name,
    async ask(method, key, asked = {}) {
      const url = new URL(key === '' ? root : `${root}/${key.split('/').map(encodeURIComponent).join('/')}`);
      for (const [word, value] of Object.entries(asked.query ?? {})) url.searchParams.set(word, value);
      for (let tried = 1; ; tried++) {
        signal?.throwIfAborted();
        let why: string;
        let code: string | undefined;
        try {
          const answer = await once(method, url, asked);
          if (answer.ok || asked.expect?.includes(answer.status)) return answer;
          ({ why, code } = await reasonOf(answer));
          if (answer.status < 500 && answer.status !== 429) tried = TRIES;
        } catch (error) {
          signal?.throwIfAborted();
          const { message, cause } = error as Error;
          why = cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : message;
        }
        if (tried >= TRIES) throw new S3Error(`cannot ${method} s3://${name}/${key} at ${url.origin}: ${why}`, code);
        await sleep(FIRST_WAIT * 2 ** (tried - 1), undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

async function reasonOf(answer: Response): Promise<{ why: string; code: string | undefined }> {
  const text = await answer.text();
  const [code, message] = [tagIn(text, 'Code'), tagIn(text, 'Message')];
  const why = code === undefined ? `it answered ${answer.status}` : `${code}${message ? ` (${message})` : ''}`;
  return { why, code };
}

/** What stands in the first element of that name: the answers of S3 are flat lists. */
export function tagIn(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

export function elementsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner]) => inner as string);
}
