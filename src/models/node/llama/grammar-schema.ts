/**
 * A JSON schema in the part of the language that node-llama-cpp turns into a grammar.
 *
 * Its translator reads `oneOf` but no `anyOf`, takes a list of types for plain values only (["object", "null"] becomes null
 * alone), and knows no bounds on numbers. Here alternatives become `oneOf`, and an integer between two near bounds becomes
 * the list of its values. What remains unsaid, the value reader checks afterwards.
 */
import type { JsonSchema } from '../../model.ts';

/** Integers with at most this many values are listed. */
const LISTED = 64;

export function grammarSchema(schema: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf, properties, items, $defs, additionalProperties, ...rest } = schema;
  const alternatives = oneOf ?? anyOf;
  if (Array.isArray(alternatives)) {
    return { ...defined({ $defs: mapped($defs) }), oneOf: alternatives.map((one) => grammarSchema(one)) };
  }
  if (Array.isArray(type)) {
    return { oneOf: type.map((one) => grammarSchema({ ...schema, type: one })) };
  }
  const { minimum, maximum } = rest;
  if (type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number') {
    const [low, high] = [Math.ceil(minimum), Math.floor(maximum)];
    if (high >= low && high - low < LISTED) return { enum: Array.from({ length: high - low + 1 }, (_, i) => low + i) };
  }
  return {
    ...rest,
    ...defined({
      type,
      properties: mapped(properties),
      items: isSchema(items) ? grammarSchema(items) : items,
      $defs: mapped($defs),
      additionalProperties: isSchema(additionalProperties) ? grammarSchema(additionalProperties) : additionalProperties,
    }),
  };
}

function mapped(schemas: unknown): Record<string, JsonSchema> | undefined {
  if (!isSchema(schemas)) return undefined;
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, grammarSchema(one as JsonSchema)]));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function defined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
