/** Who signed a request: the key is known, its clock is right, and the request came once. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { isProxy, type ProxyTrust } from '../address.ts';
import { ApiError, type Env } from '../routes.ts';
import type { Identity, MatchStore } from '../storage/matches.ts';
import { readSignature } from './signature.ts';

/** Clocks of devices are off; nonces are kept for longer than this. */
const LONGEST_AWAY = 300;

export interface SignedOptions {
  readonly store: MatchStore;
  readonly trustProxy: ProxyTrust;
  /** What this server is called by its callers; any name, where there are none. */
  readonly names: readonly string[];
}

/** The key that signed this request. */
export async function signingKey(c: Context<Env>, { store, trustProxy, names }: SignedOptions): Promise<string> {
  const header = (name: string) => c.req.header(name);
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const proxied = isProxy(incoming?.socket.remoteAddress, trustProxy);
  const host = (proxied ? header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined) ?? header('host') ?? '';
  const request = {
    method: c.req.method,
    authority: host.toLowerCase().replace(/:(80|443)$/, ''),
    path: new URL(c.req.url).pathname,
    body: await c.req.text(),
  };
  const signature = readSignature(request, header);
  if (typeof signature === 'string') throw refused(signature);
  // Whoever this was signed for could have sent it on, with its own name as the Host.
  if (names.length > 0 && !names.includes(request.authority))
    throw refused(`the request was signed for ${request.authority}, and this is ${names.join(', ')}`);
  const away = Math.round(signature.created - Date.now() / 1000);
  if (Math.abs(away) > LONGEST_AWAY)
    throw refused(`the signature was made ${Math.abs(away)} s ${away > 0 ? 'ahead of' : 'behind'} this server's clock`);
  if (!(await store.useNonce(signature.key, signature.nonce, new Date().toISOString())))
    throw refused('this request came before: sign it again with another nonce');
  return signature.key;
}

/** Who signed it, of those who are known here. */
export async function signer(c: Context<Env>, options: SignedOptions): Promise<Identity> {
  const identity = await options.store.identity(await signingKey(c, options));
  if (!identity) throw new ApiError(403, 'unknown_key', 'this key is not known here: POST /v1/identities first');
  if (identity.revoked) throw new ApiError(403, 'revoked', 'this key was revoked; make another');
  return identity;
}

function refused(message: string): ApiError {
  return new ApiError(401, 'signature', message);
}
