/** Identities: a key that a device keeps, and the name it took. Loss, export and revocation: docs/LEADERBOARDS.md. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { requireToken } from '../front-door.ts';
import { type SignedOptions, signer, signingKey } from '../identities/signed.ts';
import type { Matchmaker } from '../matches/matchmaker.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import { type Identity, kinds } from '../storage/matches.ts';

const TAG = 'identities';

/** Short enough to compare by eye. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

const identitySchema = z.object({
  key: z.string().describe('The public key: 32 bytes in base64url.'),
  fingerprint: z.string().describe('Of the key: what tells two names apart that look alike.'),
  kind: z.enum(kinds).describe('As its owner says; nobody can check it.'),
  name: z.string(),
  created: z.string(),
  revoked: z.string().nullable(),
});

function shown({ key, kind, name, created, revoked }: Identity): z.infer<typeof identitySchema> {
  return { key, fingerprint: fingerprintOf(key), kind, name, created, revoked };
}

const keyParam = z.object({ key: z.string().regex(/^[\w-]{43}$/, 'a key is 32 bytes in base64url: 43 characters') });
const missing = { 404: { about: 'There is no such key.', schema: errorSchema } };

export interface IdentitiesOptions extends SignedOptions {
  readonly matchmaker: Matchmaker;
  /** Whether the server has a token: who holds it may revoke any key. */
  readonly guarded: boolean;
}

export function identityRoutes({ matchmaker, guarded, ...signed }: IdentitiesOptions): Route[] {
  const { store } = signed;
  return [
    route({
      method: 'post',
      path: '/v1/identities',
      about: 'Makes the key that signs this request known, under a name of its own. Asked again, it answers the same.',
      tag: TAG,
      needs: 'key',
      body: z.strictObject({
        kind: z.enum(kinds),
        name: z
          .string()
          .min(1)
          .max(40)
          .regex(
            /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} ._-]*[\p{L}\p{N}\p{M}])?$/u,
            'letters, digits, spaces, and . _ - between them',
          ),
      }),
      answers: {
        201: { about: 'The identity.', schema: identitySchema },
        409: { about: 'The name is taken.', schema: errorSchema },
      },
      handle: async ({ body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        const key = await signingKey(c, signed);
        return c.json(shown(await matchmaker.welcome({ key, ...body }, caller.address)), 201);
      },
    }),
    route({
      method: 'get',
      path: '/v1/identities/{key}',
      about: 'What is known of a key.',
      tag: TAG,
      params: keyParam,
      answers: { 200: { about: 'The identity.', schema: identitySchema }, ...missing },
      handle: async ({ params, c }) => {
        const found = await store.identity(params.key);
        if (!found) throw new ApiError(404, 'no_identity', 'there is no such key here');
        return c.json(shown(found));
      },
    }),
    route({
      method: 'delete',
      path: '/v1/identities/{key}',
      about:
        "Revokes a key for good: by its own signature, or with the server's token. What it played stays, its name stays taken, and a match under way is given up.",
      tag: TAG,
      needs: 'key',
      params: keyParam,
      answers: { 200: { about: 'It is revoked.', schema: identitySchema }, ...missing },
      handle: async ({ params, c }) => {
        // The operator may: a name can be an insult, and who lost a key cannot sign.
        const operator = guarded && c.get('caller').mayWrite;
        if (!operator && (await signer(c, signed)).key !== params.key)
          throw new ApiError(403, 'other_key', 'a key is revoked by its own signature, not by that of another');
        const found = await store.identity(params.key);
        if (!found) throw new ApiError(404, 'no_identity', 'there is no such key here');
        await matchmaker.revoke(found);
        return c.json(shown((await store.identity(params.key)) ?? found));
      },
    }),
  ];
}
