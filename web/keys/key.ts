/**
 * A key of one's own: an Ed25519 pair that WebCrypto makes in this browser.
 *
 * It can be taken out again, since an export is all that brings it to another device or back after a loss; so whoever runs a script of
 * this origin could take it too, which the content security policy leaves to this server alone.
 */
type PrivateKey = Parameters<typeof crypto.subtle.sign>[1];
/** Of a JSON Web Key what an Ed25519 pair has. */
type Jwk = Readonly<Partial<Record<'kty' | 'crv' | 'x' | 'd', string>>>;

export interface OwnKey {
  /** The public half: 32 bytes in base64url, as the server knows it. */
  readonly id: string;
  readonly key: PrivateKey;
}

/** What an exported file holds: the key itself, or the same under a passphrase. */
interface KeyFile {
  readonly parley: 'key';
  readonly name?: string;
  readonly key?: Jwk;
  readonly sealed?: { readonly salt: string; readonly iv: string; readonly rounds: number; readonly data: string };
}

export class WrongPassphrase extends Error {}
export class NoKeyFile extends Error {}

/** Rounds of PBKDF2 that OWASP asks for with SHA-256 (2023). */
const ROUNDS = 600_000;
/** A file may not keep the browser busy for an hour. */
const MOST_ROUNDS = 10_000_000;

/** Whether this browser can make one: an older one has no Ed25519, and a page without https none of WebCrypto. */
export async function canMakeKeys(): Promise<boolean> {
  try {
    await newKey();
    return true;
  } catch {
    return false;
  }
}

export async function newKey(): Promise<OwnKey> {
  const made = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as { privateKey: PrivateKey };
  return ownKey(made.privateKey);
}

async function ownKey(key: PrivateKey): Promise<OwnKey> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  return { id: x, key };
}

/** The text of a file; without a passphrase whoever has the file has the key. */
export async function exportKey({ key }: OwnKey, name: string, passphrase: string): Promise<string> {
  const { kty, crv, x, d } = await crypto.subtle.exportKey('jwk', key);
  const own = { kty, crv, x, d } as Jwk;
  const file: KeyFile = {
    parley: 'key',
    name,
    ...(passphrase === '' ? { key: own } : { sealed: await seal(own, passphrase) }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Whether a file asks for a passphrase. */
export function isSealed(text: string): boolean {
  return fileOf(text)?.sealed !== undefined;
}

/** A file as this page exports it, a JSON Web Key, or PKCS#8 in PEM. */
export async function importKey(text: string, passphrase: string): Promise<OwnKey> {
  const pem = /-----BEGIN PRIVATE KEY-----([\s\S]*?)-----END/.exec(text)?.[1];
  const file = fileOf(text);
  const jwk = file?.sealed ? await unseal(file.sealed, passphrase) : (file?.key ?? file);
  try {
    const key =
      pem === undefined
        ? await crypto.subtle.importKey('jwk', { ...(jwk as Jwk), key_ops: ['sign'], ext: true }, 'Ed25519', true, [
            'sign',
          ])
        : await crypto.subtle.importKey('pkcs8', bytesOf(pem.replace(/\s/g, '')), 'Ed25519', true, ['sign']);
    return await ownKey(key);
  } catch (cause) {
    throw new NoKeyFile('', { cause });
  }
}

function fileOf(text: string): KeyFile | undefined {
  try {
    return JSON.parse(text) as KeyFile;
  } catch {
    return undefined;
  }
}

async function seal(key: Jwk, passphrase: string): Promise<KeyFile['sealed']> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(key));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await lock(passphrase, salt, ROUNDS, 'encrypt'),
    text,
  );
  return { salt: base64(salt), iv: base64(iv), rounds: ROUNDS, data: base64(new Uint8Array(data)) };
}

async function unseal(sealed: NonNullable<KeyFile['sealed']>, passphrase: string): Promise<Jwk> {
  const rounds = Math.min(Number(sealed.rounds), MOST_ROUNDS);
  try {
    const key = await lock(passphrase, bytesOf(sealed.salt), rounds, 'decrypt');
    const data = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(sealed.iv) }, key, bytesOf(sealed.data));
    return JSON.parse(new TextDecoder().decode(data)) as Jwk;
  } catch (cause) {
    throw new WrongPassphrase('', { cause });
  }
}

async function lock(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  use: 'encrypt' | 'decrypt',
): Promise<PrivateKey> {
  const words = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(how, words, { name: 'AES-GCM', length: 256 }, false, [use]);
}

export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
