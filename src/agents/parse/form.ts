/** The one form of a reply: what is thought before it is not read, and what stands beside it may take it back, so there is nothing beside it. */
import { type Fields, objectsIn, type Value } from './json.ts';
import { spoken } from './spoken.ts';
import type { Problem } from './structure.ts';

/** What may stand before a form and after it and says nothing: a code fence, or the quotes of a form that is written as a text. */
const BEFORE = /^\s*(?:(?:```|~~~)(?:json[5cl]?|js|javascript)?|[`"'])?\s*$/i;
const AFTER = /^\s*(?:```|~~~|[`"'])?\s*$/;

/** Marks of a chat format, or words that were taken back. */
function strikesOut(reply: string): boolean {
  const text = reply.toLowerCase();
  const from = text.indexOf('<s>');
  return from >= 0 && text.includes('</s>', from);
}

/** `text`: what was said aloud, where there is no form in it. */
export function formIn(reply: string): { readonly form: Fields | undefined; readonly text: string } | Problem {
  if (strikesOut(reply))
    return { problem: 'the reply has words that are struck out, <s>...</s>; give the words alone' };
  const text = spoken(reply);
  const { objects, broken, comments, around } = objectsIn(text);
  if (broken) return { problem: 'the reply has an object that is broken or cut off; give one complete JSON object' };
  if (comments) return { problem: 'the form has a comment, which may take it back; give the form without it' };
  if (objects.length > 1) return { problem: 'the reply has several objects; give one' };
  const [form] = objects;
  if (form && !around.every((one, i) => (i === 0 ? BEFORE : AFTER).test(one)))
    return { problem: 'the reply has words outside its form; give the form alone' };
  return { form, text };
}

/** The one form of a reply that was to be JSON, its names as they stand. */
export function jsonIn(reply: { readonly value?: unknown; readonly text: string }): { json: unknown } | Problem {
  if (reply.value !== undefined) return { json: reply.value };
  const found = formIn(reply.text);
  if ('problem' in found) return found;
  try {
    return { json: JSON.parse(found.text.slice(found.text.indexOf('{'), found.text.lastIndexOf('}') + 1)) };
  } catch {
    return { problem: 'the reply is no JSON object in the form asked for' };
  }
}

/** What is thought and read by nobody. */
export const THOUGHTS = ['reasoning', 'thought', 'thoughts', 'thinking', 'analysis', 'rationale'];
/** What the form of an act may have besides. */
const OF_ACTS: readonly string[] = ['act', 'words', ...THOUGHTS];

/** Why a form is asked for again: it fills in a field that its act does not take, so what was meant is not what would bind. */
export function strayProblem(
  form: Fields,
  act: string,
  taken: readonly string[],
  besides = OF_ACTS,
): string | undefined {
  for (const [name, value] of form)
    if (!besides.includes(name) && !taken.includes(name) && !isNone(value) && !(name === 'type' && value === act))
      return `${act} has no ${name}; leave it null, or name the act that has it`;
  return undefined;
}

const isNone = (value: Value): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) ? value.length === 0 : value instanceof Map && value.size === 0);
