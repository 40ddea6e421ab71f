/** Where the browser keeps its key: IndexedDB, which takes a key as it is. Without storage it lasts as long as the page. */
import type { OwnKey } from './key.ts';

const [NAME, STORE, PLACE] = ['parley', 'keys', 'own'] as const;

let held: OwnKey | undefined;

export async function loadKey(): Promise<OwnKey | null> {
  try {
    return ((await inStore('readonly', (store) => store.get(PLACE))) as OwnKey | undefined) ?? held ?? null;
  } catch {
    return held ?? null;
  }
}

export async function saveKey(own: OwnKey): Promise<void> {
  held = own;
  // The browser may clear what it keeps when room is short, unless it was asked not to.
  await navigator.storage?.persist?.().catch(() => false);
  await inStore('readwrite', (store) => store.put(own, PLACE)).catch(() => undefined);
}

export async function dropKey(): Promise<void> {
  held = undefined;
  await inStore('readwrite', (store) => store.delete(PLACE)).catch(() => undefined);
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
