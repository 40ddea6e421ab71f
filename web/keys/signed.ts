/** The API, asked with a key: signed as RFC 9421 has it, over the method, the host, the path and the digest of the body. */
import { type Answer, type Asked, addressOf, ask, type Route } from '../api/client.ts';
import { base64, type OwnKey } from './key.ts';

interface Signed {
  readonly method: string;
  readonly authority: string;
  readonly path: string;
  readonly body: string;
}

export async function askSigned<R extends Route>(own: OwnKey, route: R, asked: Asked<R> = {}): Promise<Answer<R>> {
  const [method = 'GET', template = '/'] = route.split(' ');
  const [path = '/'] = addressOf(template, asked).split('?');
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const headers = await signatureHeaders(own, { method, authority: location.host, path, body });
  return ask(route, { ...asked, headers: { ...asked.headers, ...headers } });
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
