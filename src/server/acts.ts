/**
 * Acts as they come over a wire: one strict schema a domain, made from what its Speech says of its acts, so that no field crosses
 * the table that the rules do not know. What fits a schema is still only a proposal; the rules refuse or take it.
 */
import { z } from 'zod';
import { type ActForm, allSpeeches, findSpeech, type Speech } from '../agents/index.ts';
import { intents, kits, MAX_WORDS } from '../core/index.ts';

type JsonObject = { readonly properties: Readonly<Record<string, object>>; readonly [key: string]: unknown };

const spoken = {
  words: { type: 'string', maxLength: MAX_WORDS, description: 'What is said; it never binds.' },
  intent: { type: 'string', enum: intents, description: 'What the words are for.' },
} as const;

/** The forms of the acts of a domain, as JSON Schemas. */
function formsOf({ acts = {} }: Speech): JsonObject[] {
  return Object.entries<ActForm>(acts).map(([type, { fields, optional = [] }]) => ({
    type: 'object',
    properties: { type: { type: 'string', const: type }, ...spoken, ...fields },
    required: ['type', ...Object.keys(fields).filter((field) => !optional.includes(field))],
    additionalProperties: false,
  }));
}

type ActSchema = z.ZodType<{ type: string }>;
const known = new WeakMap<Speech, ActSchema>();

/** What an act of this domain must look like. A domain without a Speech takes any act, and its rules say what is wrong with it. */
export function actSchemaOf(domain: string): ActSchema {
  const speech = findSpeech(domain);
  if (!speech) return anyForm;
  let schema = known.get(speech);
  if (!schema) {
    schema = speech.acts ? strictSchema(speech) : namedFields(speech);
    known.set(speech, schema);
  }
  return schema;
}

const anyForm: ActSchema = z.looseObject({
  type: z.string().min(1).max(100),
  words: z.string().max(MAX_WORDS).optional(),
  intent: z.enum(intents).optional(),
});

function strictSchema(speech: Speech): ActSchema {
  const forms = formsOf(speech).map((form) => z.fromJSONSchema(form as never) as z.ZodObject<{ type: z.ZodLiteral }>);
  return z.discriminatedUnion('type', forms as [(typeof forms)[0], ...typeof forms]) as ActSchema;
}

function namedFields({ fields }: Speech): ActSchema {
  return anyForm.superRefine((act, context) => {
    const names = fields(act.type);
    const keys = Object.keys(act).filter((key) => key !== 'intent' && !names.includes(key));
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: act });
  });
}

/** Any act of any domain; a table holds it to the acts of its own. Documents show them all. */
export function anyAct(): z.ZodType<{ type: string }> {
  return anyForm.meta({ anyOf: allSpeeches().flatMap(formsOf) });
}

/** The acts of all domains as one flat object, which is what OpenEnv calls an action schema. */
export function flatActionSchema(): Record<string, unknown> {
  const types = new Set<string>();
  const fields: Record<string, object> = { ...spoken };
  for (const [type, form] of allSpeeches().flatMap(({ acts = {} }) => Object.entries<ActForm>(acts))) {
    types.add(type);
    for (const [name, field] of Object.entries(form.fields))
      if (!(name in spoken)) fields[name] = either(fields[name], field);
  }
  // A domain that does not say what its acts look like may have any.
  const open = kits().some(({ rules }) => !findSpeech(rules.name)?.acts);
  return {
    title: 'Act',
    type: 'object',
    additionalProperties: open,
    required: ['type'],
    properties: {
      type: { type: 'string', ...(!open && { enum: [...types] }), description: 'What is done; this binds.' },
      ...fields,
      metadata: { type: 'object', default: {}, description: 'Ignored.' },
    },
  };
}

/** Two domains may mean different things by one name. */
function either(one: object | undefined, other: object): object {
  if (one === undefined || JSON.stringify(one) === JSON.stringify(other)) return other;
  const { anyOf = [one] } = one as { anyOf?: object[] };
  return anyOf.some((form) => JSON.stringify(form) === JSON.stringify(other)) ? one : { anyOf: [...anyOf, other] };
}
