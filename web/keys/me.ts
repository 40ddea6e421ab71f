/** Who plays at this browser: the key it keeps, and what the server knows of it. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, ask, Problem } from '../api/client.ts';
import { canMakeKeys, newKey, type OwnKey } from './key.ts';
import { askSigned } from './signed.ts';
import { dropKey, loadKey, saveKey } from './store.ts';

export type Identity = Answer<'GET /v1/identities/{key}'>;

export type Me =
  | { readonly state: 'loading' }
  /** This browser can make no key. */
  | { readonly state: 'unable' }
  /** No key, or one that took no name here yet. */
  | { readonly state: 'none'; readonly own: OwnKey | null }
  | { readonly state: 'known' | 'revoked'; readonly own: OwnKey; readonly identity: Identity };

const OWN = ['own key'];

export function useMe(): Me {
  const { data: own } = useQuery({
    queryKey: OWN,
    queryFn: async () => (await loadKey()) ?? ((await canMakeKeys()) ? null : 'unable'),
  });
  const key = own === undefined || own === null || own === 'unable' ? undefined : own;
  const { data: identity } = useQuery({
    queryKey: ['identity', key?.id],
    enabled: key !== undefined,
    queryFn: () =>
      ask('GET /v1/identities/{key}', { path: { key: key?.id ?? '' } }).catch((error: unknown) => {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }),
  });
  if (own === undefined) return { state: 'loading' };
  if (own === 'unable') return { state: 'unable' };
  if (key === undefined) return { state: 'none', own: null };
  if (identity === undefined) return { state: 'loading' };
  if (identity === null) return { state: 'none', own: key };
  return { state: identity.revoked === null ? 'known' : 'revoked', own: key, identity };
}

/** What can be done with the key of this browser. */
export function useKeyring() {
  const queries = useQueryClient();
  const keep = async (own: OwnKey) => {
    await saveKey(own);
    await renew(queries);
  };
  return {
    /** Makes a key where there is none, and takes a name with it. */
    async take(own: OwnKey | null, name: string): Promise<OwnKey> {
      const key = own ?? (await newKey());
      // Kept before it is known: a name without its key would be nobody's.
      if (!own) await saveKey(key);
      try {
        await askSigned(key, 'POST /v1/identities', { body: { kind: 'person', name } });
      } finally {
        await renew(queries);
      }
      return key;
    },
    keep,
    async revoke(own: OwnKey): Promise<void> {
      await askSigned(own, 'DELETE /v1/identities/{key}', { path: { key: own.id } });
      await renew(queries);
    },
    async forget(): Promise<void> {
      await dropKey();
      await renew(queries);
    },
  };
}

async function renew(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: OWN });
  await queries.invalidateQueries({ queryKey: ['identity'] });
}
