/**
 * How many tokens a request may use, before it is asked, and what tokens cost.
 *
 * Tokens are guessed from the text: UTF-8 bytes / 4, since a token is about four characters of English and a script whose
 * letters take three bytes, such as Devanagari, takes more tokens a letter. It is a guess to reserve by; what is kept
 * afterwards is the usage that the reply reports.
 */
import type { ModelReply, ModelRequest } from '../model.ts';

/** Money for a million tokens, in whatever currency the budget is in. */
export interface Prices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

type Usage = ModelReply['usage'];

export function approximateTokens(request: ModelRequest): number {
  const texts = request.messages.map((message) => message.content);
  if (request.schema) texts.push(JSON.stringify(request.schema));
  return Math.ceil(texts.reduce((bytes, text) => bytes + bytesOf(text), 0) / 4);
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** The most a request is expected to use: its prompt, and a reply as long as it allows. */
export function mostUsage(request: ModelRequest): Usage {
  return { inputTokens: approximateTokens(request), outputTokens: request.maxTokens };
}

export function totalTokens(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens;
}

export function costOf(usage: Usage, { inputPerMillion, outputPerMillion }: Prices): number {
  return roundMoney((usage.inputTokens * inputPerMillion + usage.outputTokens * outputPerMillion) / 1e6);
}

/** To a billionth, below any price of a token, so that sums of many small costs do not show the noise of binary fractions. */
export function roundMoney(money: number): number {
  return Math.round(money * 1e9) / 1e9;
}
