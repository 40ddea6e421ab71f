/**
 * Requests signed by a device's own Ed25519 key, as HTTP Message Signatures have it (RFC 9421): no password, no e-mail, no session.
 *
 * One form of the many that the standard allows: the method, the host, the path and the digest of the body are signed, with the
 * time and a nonce, so that a request can be sent neither twice, nor elsewhere, nor with another body.
 *
 *   Content-Digest: sha-256=:BASE64:
 *   Signature-Input: parley=("@method" "@authority" "@path" "content-digest");created=SECONDS;nonce="NONCE";keyid="KEY"
 *   Signature: parley=:BASE64:
 *
 * KEY is the public key: its 32 bytes in base64url, as the `x` of a JSON Web Key.
 */
import { createHash, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

export interface Signed {
  readonly method: string;
  /** The host and, unless it is the usual one, the port. */
  readonly authority: string;
  readonly path: string;
  readonly body: string;
}

export interface Signature {
  readonly key: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly created: number;
}

export interface SignatureHeaders {
  readonly 'content-digest': string;
  readonly 'signature-input': string;
  readonly signature: string;
}

const PARTS = '("@method" "@authority" "@path" "content-digest")';
const INPUT =
  /^parley=(\("@method" "@authority" "@path" "content-digest"\);created=(\d{1,12});nonce="([\w-]{16,64})";keyid="([\w-]{43})")$/;

/** What a client sends; `key` is its private key. */
export function signatureHeaders(
  request: Signed,
  key: KeyObject,
  { created = Math.floor(Date.now() / 1000), nonce = randomBytes(18).toString('base64url') } = {},
): SignatureHeaders {
  const digest = digestOf(request.body);
  const input = `${PARTS};created=${created};nonce="${nonce}";keyid="${publicKeyOf(key)}"`;
  const signed = sign(null, Buffer.from(base(request, digest, input)), key);
  return {
    'content-digest': digest,
    'signature-input': `parley=${input}`,
    signature: `parley=:${signed.toString('base64')}:`,
  };
}

/** The public half in base64url. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x as string;
}

/** Who signed it; or, as a text, why nobody did. Time and nonce are for the caller to judge. */
export function readSignature(request: Signed, header: (name: string) => string | undefined): Signature | string {
  const [, input, created, nonce, key] = INPUT.exec(header('signature-input') ?? '') ?? [];
  const bytes = /^parley=:([A-Za-z0-9+/]{86}==):$/.exec(header('signature') ?? '')?.[1];
  if (input === undefined || key === undefined || nonce === undefined || bytes === undefined)
    return `this needs the signature of a key: send Content-Digest, Signature-Input: parley=${PARTS};created=...;nonce="...";keyid="..." and Signature: parley=:...:`;
  const digest = digestOf(request.body);
  if (header('content-digest') !== digest)
    return `the body has the Content-Digest ${digest}, not the one that was sent`;
  // The last character of 43 has two bits to spare: one key may not have four names.
  if (Buffer.from(key, 'base64url').toString('base64url') !== key) return 'keyid is not base64url as it is written';
  if (isWeak(Buffer.from(key, 'base64url'))) return 'keyid is no key that one device alone could have: make another';
  if (!holds(base(request, digest, input), key, bytes))
    return `the signature does not fit: it is over the method ${request.method}, the authority ${request.authority} and the path ${request.path}`;
  return { key, nonce, created: Number(created) };
}

/** Where y is one of these, anybody can sign: points of order 1, 2, 4 and 8. */
const SMALL_ORDER = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** Also a second spelling of a point, by a y of 2^255 - 19 or more. */
function isWeak(key: Buffer): boolean {
  const y = Buffer.from(key);
  y[31] = (y[31] as number) & 0x7f;
  const hex = y.toString('hex');
  return SMALL_ORDER.has(hex) || (hex.endsWith(`${'ff'.repeat(30)}7f`) && (y[0] as number) >= 0xed);
}

function holds(text: string, x: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false; // no point of the curve
  }
}

function base({ method, authority, path }: Signed, digest: string, input: string): string {
  return [
    `"@method": ${method}`,
    `"@authority": ${authority}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${input}`,
  ].join('\n');
}

function digestOf(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}
