/**
 * The types that the web app knows the API by, made from the document that the server makes from its route literals.
 *
 *   npx tsx scripts/api-types.ts
 *
 * Writes web/api/routes.ts; a test holds the file against /openapi.json.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testServer } from '../src/server/server.fixture.ts';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly parameters?: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: Json }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { schema: Json }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Json }>> }>>;
}

export const API_TYPES = join(import.meta.dirname, '../web/api/routes.ts');

/** What the app uses: the REST API, not OpenEnv's wire. */
export function apiTypes(document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }) {
  const routes = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  return `/** Made by scripts/api-types.ts from the server's route literals: do not edit. */
export interface Routes {
${routes.map(([name, operation]) => `  '${name}': ${routeType(operation)};`).join('\n')}
}
`;
}

function routeType({ parameters = [], requestBody, responses }: Operation): string {
  const part = (place: 'path' | 'query') => {
    const some = parameters.filter((one) => one.in === place);
    return some.length === 0
      ? 'undefined'
      : `{ ${some.map(({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`;
  };
  const body = requestBody?.content['application/json']?.schema;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = answers.map(([, { content }]) => typeOf(content?.['application/json']?.schema ?? {}));
  return `{ path: ${part('path')}; query: ${part('query')}; body: ${body ? typeOf(body) : 'undefined'}; answer: ${[...new Set(types)].join(' | ') || 'unknown'} }`;
}

function typeOf(schema: Json): string {
  const { type, properties, required, additionalProperties, items, prefixItems } = schema as {
    type?: string | string[];
    properties?: Record<string, Json>;
    required?: string[];
    additionalProperties?: boolean | Json;
    items?: Json;
    prefixItems?: Json[];
  };
  const { enum: values, const: only } = schema as { enum?: unknown[]; const?: unknown };
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (only !== undefined) return literal(only);
  if (values) return values.map(literal).join(' | ');
  if (either && type === undefined) return either.map((one) => bracket(typeOf(one))).join(' | ');
  if (Array.isArray(type)) return type.map((one) => bracket(typeOf({ ...schema, type: one }))).join(' | ');
  if (type === 'array') {
    if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
    return `${bracket(typeOf(items ?? {}))}[]`;
  }
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(
      ([name, one]) => `${key(name)}${required?.includes(name) ? '' : '?'}: ${typeOf(one)}`,
    );
    const open = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
    if (fields.length === 0) return `Record<string, ${open ? typeOf(additionalProperties as Json) : 'unknown'}>`;
    return `{ ${fields.join('; ')} }`;
  }
  return (
    { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[type ?? ''] ?? 'unknown'
  );
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function bracket(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

if (process.argv[1] === import.meta.filename) {
  const server = await testServer();
  const { json } = await server.ask('GET /openapi.json');
  writeFileSync(API_TYPES, apiTypes(json));
  await server.stop();
}
