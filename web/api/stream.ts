/** Server-sent events over fetch: an EventSource can send no token. */
import { serverToken } from './token.ts';

export interface Told {
  readonly event: string;
  readonly data: unknown;
}

export async function* streamOf(address: string, signal: AbortSignal): AsyncGenerator<Told> {
  const token = serverToken.get();
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  const reply = await fetch(address, { headers, signal });
  if (!reply.ok || !reply.body) return;
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
      const data = field('data');
      if (data !== undefined) yield { event: field('event') ?? 'message', data: JSON.parse(data) };
    }
  }
}
