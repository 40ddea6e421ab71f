/** The OpenAPI 3.1 document of a list of routes; zod 4 writes its schemas in the very dialect that OpenAPI 3.1 reads. */
import { z } from 'zod';
import { type Answer, errorSchema, type Route, type Schema } from './routes.ts';

const jsonSchema = (schema: Schema, io: 'input' | 'output'): object => {
  if (!(schema instanceof z.ZodType)) return schema;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

export function openApiDocument(routes: readonly Route[], description: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Record<string, object>)[route.method] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    // OpenEnv's validator reads its profile from this number; it is the version of the wire, not of the package.
    info: { title: 'parley', version: '1.0.0', description },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: "The server's token, where it has one." },
        seat: { type: 'apiKey', in: 'header', name: 'x-seat-token', description: 'The token of a seat in a game.' },
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'signature',
          description: "An HTTP Message Signature (RFC 9421) by a device's own Ed25519 key: docs/LEADERBOARDS.md.",
        },
      },
    },
  };
}

function operationOf(route: Route): object {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  return {
    summary: route.about,
    tags: [route.tag],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
      },
    }),
    ...(route.needs && { security: route.needs === 'key' ? [{ key: [] }] : [{}, { [route.needs]: [] }] }),
    responses: Object.fromEntries(answersOf(route).map(([status, answer]) => [status, responseOf(answer)])),
  };
}

/** What every route may answer besides its own: limits, sizes, and bad input where it takes any. */
function answersOf(route: Route): [string, Answer][] {
  const refused = (about: string): Answer => ({ about, schema: errorSchema });
  const common: Record<string, Answer> = {
    ...((route.params || route.query || route.body) && !route.onInvalid && { 400: refused('The input does not fit.') }),
    ...(route.needs === 'token' && { 401: refused('This needs the token of the server.') }),
    ...(route.needs === 'key' && {
      401: refused('This needs the signature of a key, or the token of the server.'),
      403: refused('The key is not known here, or was revoked.'),
    }),
    ...(route.body && { 413: refused('The body is too large.') }),
    403: refused('Asked by a page of another origin, or by a name that is not this machine.'),
    429: refused('Too many requests; Retry-After says when to come back.'),
    503: refused('Not now: the server is full or stopping; Retry-After says when to come back.'),
  };
  return Object.entries({ ...common, ...route.answers });
}

function responseOf({ about, schema, type = 'application/json' }: Answer): object {
  return { description: about, ...(schema && { content: { [type]: { schema: jsonSchema(schema, 'output') } } }) };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}
