/** Who plays at this browser: the key it keeps, and what the server knows of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, ask, Problem } from '../api/client.ts';
import { canMakeKeys, newKey, type OwnKey } from './key.ts';
import { askSigned } from './signed.ts';
import { dropKey, loadKey, saveKey } from './store.ts';

export type Identity = Answer<'GET /v1/identities/{key}'>;

export type Me =
  | { readonly state: 'loading' }
  /** No answer from the server; it is asked again. */
  | { readonly state: 'lost' }
  /** This browser can make no key. */
  | { readonly state: 'unable' }
  /** No key, or one that took no name here yet. */
  | { readonly state: 'none'; readonly own: OwnKey | null }
  | { readonly state: 'known' | 'revoked'; readonly own: OwnKey; readonly identity: Identity };

const OWN = ['own key'];

export function useMe(): Me {
  const { data: own } = useQuery({
    queryKey: OWN,
    // Nothing of it comes over the line.
    networkMode: 'always',
    queryFn: async () => (await loadKey()) ?? ((await canMakeKeys()) ? null : 'unable'),
  });
  const key = own === undefined || own === null || own === 'unable' ? undefined : own;
  const { data: identity, failureCount } = useQuery({
    queryKey: ['identity', key?.id],
    enabled: key !== undefined,
    networkMode: 'always',
    retry: true,
    retryDelay: 2000,
    queryFn: () => identityOf(key?.id ?? ''),
  });
  if (own === undefined) return { state: 'loading' };
  if (own === 'unable') return { state: 'unable' };
  if (key === undefined) return { state: 'none', own: null };
  if (identity === undefined) return { state: failureCount > 0 ? 'lost' : 'loading' };
  if (identity === null) return { state: 'none', own: key };
  return { state: identity.revoked === null ? 'known' : 'revoked', own: key, identity };
}

/** What can be done with the key of this browser. */
export function useKeyring() {
  const queries = useQueryClient();
  /** Shown at once, with what is known of it: nothing flickers in between. */
  const show = (own: OwnKey, identity: Identity | null) => {
    queries.setQueryData(['identity', own.id], identity);
    queries.setQueryData(OWN, own);
  };
  return {
    /** Makes a key where there is none, and takes a name with it. */
    async take(own: OwnKey | null, name: string): Promise<void> {
      // One that was made before may have taken its name already, though no answer came: another would find it taken.
      const key = own ?? (await loadKey()) ?? (await newKey());
      await saveKey(key);
      show(key, await askSigned(key, 'POST /v1/identities', { body: { kind: 'person', name } }));
    },
    async keep(own: OwnKey): Promise<void> {
      const identity = await identityOf(own.id);
      await saveKey(own);
      show(own, identity);
    },
    async revoke(own: OwnKey): Promise<void> {
      show(own, await askSigned(own, 'DELETE /v1/identities/{key}', { path: { key: own.id } }));
    },
    async forget(): Promise<void> {
      await dropKey();
      queries.setQueryData(OWN, null);
    },
  };
}

/** Null where the server does not know the key. */
function identityOf(key: string): Promise<Identity | null> {
  return ask('GET /v1/identities/{key}', { path: { key } }).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });
}
