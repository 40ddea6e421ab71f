/** A device with a key of its own, and a way to ask a server with it. */
import { generateKeyPairSync } from 'node:crypto';
import { type Answer, askAt } from '../server.fixture.ts';
import { publicKeyOf, signatureHeaders } from './signature.ts';

export interface Device {
  readonly key: string;
  /** Method and path, and a body; signed. */
  ask(what: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
}

/** `address` is where a proxy says that it is. */
export function newDevice(url: string, address: string): Device {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    key: publicKeyOf(privateKey),
    ask(what, body, headers = {}) {
      const [method = '', path = ''] = what.split(' ');
      const text = body === undefined ? '' : JSON.stringify(body);
      const signed = signatureHeaders({ method, authority: new URL(url).host, path, body: text }, privateKey);
      return askAt(url, what, body, { 'x-forwarded-for': address, ...signed, ...headers });
    },
  };
}
