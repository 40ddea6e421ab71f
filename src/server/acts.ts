/**
 * Acts as they come over a wire: one strict schema a domain, so that no field crosses the table that the rules do not know.
 * What fits a schema is still only a proposal; the rules refuse or take it. An accept that names no offer means the one that
 * stands.
 */
import { z } from 'zod';
import { type Act, intents, MAX_WORDS, type View } from '../core/index.ts';

const spoken = {
  words: z.string().max(MAX_WORDS).optional().describe('What is said; it never binds.'),
  intent: z.enum(intents).optional().describe('What the words are for.'),
};
const units = z.array(z.int().min(0)).max(100);
const answers = [
  z.strictObject({
    type: z.literal('accept'),
    offer: z.int().min(1).optional().describe('The turn of the offer accepted; the standing one when left out.'),
    ...spoken,
  }),
  z.strictObject({ type: z.literal('reject'), ...spoken }),
  z.strictObject({ type: z.literal('walk'), ...spoken }),
  z.strictObject({ type: z.literal('say'), ...spoken, words: z.string().min(1).max(MAX_WORDS) }),
] as const;

const signal = { signal: z.string().max(200).optional().describe('Cheap talk to all buyers.') };
const [accept, , walk, say] = answers;

/** One entry a domain. */
const actSchemas: Readonly<Record<string, z.ZodType<{ type: string }>>> = {
  price: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('offer'), price: z.number().describe('Within the public range.'), ...spoken }),
    ...answers,
  ]),
  items: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('offer'),
      split: z.strictObject({ a: units, b: units }).describe('Units of each item type to each seat.'),
      ...spoken,
    }),
    ...answers,
  ]),
  arena: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('offer'), price: z.number(), ...spoken, ...signal }),
    accept.extend(signal),
    walk.extend(signal),
    say.extend(signal),
  ]),
};

/** Any act of any domain, for documents. */
export const anyAct = z.union(Object.values(actSchemas) as [z.ZodType, ...z.ZodType[]]);

export function actSchemaOf(domain: string): z.ZodType<{ type: string }> {
  const schema = actSchemas[domain];
  if (!schema) throw new RangeError(`no acts of "${domain}" come over the wire yet`);
  return schema;
}

/** An act that fits its schema, as the rules read it. */
export function completeAct(act: Act, view: View): Act {
  const standing = (view as { theirs?: { turn: number } }).theirs;
  return act.type === 'accept' && !('offer' in act) && standing ? ({ ...act, offer: standing.turn } as Act) : act;
}

/** The acts of all domains as one flat object, which is what OpenEnv calls an action schema. */
export function flatActionSchema(): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const types = new Set<string>();
  for (const schema of Object.values(actSchemas)) {
    const { oneOf } = z.toJSONSchema(schema) as { oneOf: { properties: Record<string, { const?: string }> }[] };
    for (const { properties: fields } of oneOf) {
      for (const [name, field] of Object.entries(fields)) {
        if (name === 'type') types.add(field.const as string);
        else properties[name] ??= field;
      }
    }
  }
  return {
    title: 'Act',
    type: 'object',
    additionalProperties: false,
    required: ['type'],
    properties: {
      type: { type: 'string', enum: [...types], description: 'What is done; this binds.' },
      ...properties,
      metadata: { type: 'object', default: {}, description: 'Ignored.' },
    },
  };
}
