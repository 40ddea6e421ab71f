/**
 * Which weights a hosted model has, as far as its server can say: the digest that fingerprints and caches are made from.
 *
 *   sha256:HASH                        the server told a hash of the weights; it is the same wherever they are served
 *   MODEL-DATE at ORIGIN               a dated model, which its provider does not change
 *   not known (MODEL at ORIGIN, HASH)  all that is left: the name, the server, and a hash of what it tells about the model
 * So two servers never share a digest unless they have the same weights. A question that is not answered in time, or with
 * a fault, is an error: a digest made without the answer would be another one when the server is back. A server that has
 * no page for the question says nothing, and always will. No key, user or query of an address is ever in a digest, and its
 * path, or a path of the server's disk, only as a part of the hash.
 */
import { contentHash } from '../../core/index.ts';
import { ModelError } from '../model.ts';
import { causeOf } from './line.ts';

export interface Question {
  /** The model that is asked about, for errors. */
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Milliseconds to wait for an answer. */
const PATIENCE = 10_000;

/** A page of JSON, or undefined where the server has none. */
export async function lookUp({ name, url, headers = {} }: Question): Promise<unknown> {
  const told = 'which weights it serves';
  const { host } = plain(url);
  for (const value of Object.values(headers)) checkKey(name, value);
  // A server that sends one elsewhere would have the key sent there too.
  const asked = { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) } as const;
  const response = await fetch(url, asked).catch((error: Error) => {
    if (error.name === 'TimeoutError')
      throw new ModelError('timeout', name, `${host} did not say in ${PATIENCE / 1000} s ${told}`);
    throw new ModelError('transport', name, `cannot reach ${host} to ask ${told}: ${causeOf(error)}`);
  });
  const { ok, status } = response;
  const refused = (kind: 'rejected' | 'limit' | 'transport') =>
    new ModelError(kind, name, `${host} was asked ${told} and answered HTTP ${status}`, { status });
  if (status === 401) throw refused('rejected');
  if (status === 429) throw refused('limit');
  if (status === 408 || (status >= 500 && status !== 501)) throw refused('transport');
  if (!ok) return undefined;
  const text = await response.text().catch((error: Error) => {
    throw new ModelError('transport', name, `${host} began to say ${told} and broke off: ${causeOf(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a page for people
  }
}

/** A hash of weights, as a server tells it; undefined for whatever else stands in its place. */
export function hashIn(told: unknown): string | undefined {
  const [, hash] = (typeof told === 'string' && /^(?:sha256:)?([0-9a-f]{64})$/.exec(told)) || [];
  return hash === undefined ? undefined : `sha256:${hash}`;
}

/** A header cannot carry a key with a line break in it, and the error that says so would carry the key. */
export function checkKey(name: string, key: string | undefined): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (key !== undefined && /[\u0000-\u001f\u007f]/.test(key))
    throw new ModelError(
      'rejected',
      name,
      'the key holds a line break or another control character: give the key alone',
    );
}

/** The digest of a model of which its server tells no hash. */
export function notKnown(model: string, url: string, says: unknown): string {
  const { origin, pathname } = plain(url);
  const path = pathname.replace(/\/+$/, '');
  return `not known (${model} at ${origin}, ${contentHash({ path, says: says ?? null }).slice(0, 12)})`;
}

/** The digest of a model whose name holds the date of its weights. One address may lead to several services by its path. */
export function dated(model: string, url: string): string {
  const { origin, pathname } = plain(url);
  return `${model} at ${origin}${pathname.replace(/\/+$/, '')}`;
}

/** An address that can stand in an error: fetch refuses one with a password, and quotes it. */
function plain(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RangeError('the address of a server begins with http:// or https://');
  if (url.username || url.password)
    throw new RangeError(`the address of ${url.host} holds a user or a password: leave it out and give a key`);
  if (url.search || url.hash) throw new RangeError(`the address of ${url.host} ends in a query: leave it out`);
  return url;
}

/** Those fields of an answer that tell of the weights: the others are clocks, rights and random ids. */
export function fieldsOf(answer: unknown, fields: readonly string[]): Record<string, unknown> {
  const object = isRecord(answer) ? answer : {};
  return Object.fromEntries(fields.filter((field) => object[field] != null).map((field) => [field, object[field]]));
}

/** The entries of a list in an answer, such as its `data`. */
export function entriesOf(answer: unknown, list: string): Record<string, unknown>[] {
  const entries = isRecord(answer) ? answer[list] : undefined;
  return Array.isArray(entries) ? entries.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
