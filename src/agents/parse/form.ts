/** The one form of a reply: what is thought before it is not read, and what stands beside it may take it back, so there is nothing beside it. */
import { type Fields, objectsIn } from './json.ts';
import { spoken } from './spoken.ts';
import type { Problem } from './structure.ts';

/** What may stand around a form and says nothing: a code fence, or the quotes of a form that is written as a text. */
const AROUND = /^\s*(?:```[a-z]*|~~~[a-z]*|[`"'])?\s*$/i;

/** `text`: what was said aloud, where there is no form in it. */
export function formIn(reply: string): { readonly form: Fields | undefined; readonly text: string } | Problem {
  const text = spoken(reply);
  const { objects, broken, around } = objectsIn(text);
  if (broken) return { problem: 'the reply has an object that is broken or cut off; give one complete JSON object' };
  if (objects.length > 1) return { problem: 'the reply has several objects; give one' };
  const [form] = objects;
  if (form && !around.every((one) => AROUND.test(one)))
    return { problem: 'the reply has words outside its form; give the form alone' };
  return { form, text };
}
