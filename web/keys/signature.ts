/** A request signed as RFC 9421 has it, over the method, the host, the path and the digest of the body (src/server/identities). */
import { base64, type OwnKey } from './key.ts';

interface Signed {
  readonly method: string;
  readonly authority: string;
  readonly path: string;
  readonly body: string;
}

const PARTS = '("@method" "@authority" "@path" "content-digest")';

export async function signatureHeaders(
  { id, key }: OwnKey,
  { method, authority, path, body }: Signed,
): Promise<Record<string, string>> {
  const text = new TextEncoder();
  const digest = `sha-256=:${base64(new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(body))))}:`;
  const nonce = base64(crypto.getRandomValues(new Uint8Array(18)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const input = `${PARTS};created=${Math.floor(Date.now() / 1000)};nonce="${nonce}";keyid="${id}"`;
  const base = [
    `"@method": ${method}`,
    `"@authority": ${authority.toLowerCase()}`,
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${input}`,
  ].join('\n');
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, text.encode(base)));
  return {
    'content-digest': digest,
    'signature-input': `parley=${input}`,
    signature: `parley=:${base64(signature)}:`,
  };
}
