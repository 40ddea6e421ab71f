/**
 * A reply as data: JSON that fits the schema that was asked for, or nothing.
 *
 * A backend constrains its output as well as it can, and none is to be believed: a grammar lets an integer be 7e3043, a
 * service may ignore the schema, and a reply that was cut is half a value. What does not fit is left out of the reply; its
 * text remains, and whoever asked decides whether to ask again.
 */
import { fromJSONSchema } from 'zod';
import type { JsonSchema } from './model.ts';

/** Reads a reply's text as a value of the schema; undefined where it is none. */
export type ValueReader = (text: string) => unknown;

export function valueReader(schema: JsonSchema): ValueReader {
  const type = fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0]);
  return (text) => {
    try {
      const parsed = type.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  };
}
