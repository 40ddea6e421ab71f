/** The API, asked with a key. */
import { type Answer, type Asked, addressOf, ask, type Route } from '../api/client.ts';
import type { OwnKey } from './key.ts';
import { signatureHeaders } from './signature.ts';

export async function askSigned<R extends Route>(own: OwnKey, route: R, asked: Asked<R> = {}): Promise<Answer<R>> {
  const [method = 'GET', template = '/'] = route.split(' ');
  const [path = '/'] = addressOf(template, asked).split('?');
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const headers = await signatureHeaders(own, { method, authority: location.host, path, body });
  return ask(route, { ...asked, headers: { ...asked.headers, ...headers } });
}
