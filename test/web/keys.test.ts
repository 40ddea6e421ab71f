/** Keys as the browser makes them, against the server's own reading of signatures, and the files they travel in. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignature } from '../../src/server/identities/signature.ts';
import { exportKey, importKey, isSealed, NoKeyFile, newKey, WrongPassphrase } from '../../web/keys/key.ts';
import { signatureHeaders } from '../../web/keys/signature.ts';

const request = { method: 'POST', authority: 'Parley.example:8000', path: '/v1/matches', body: '{"patience":0}' };

test('what the browser signs, the server reads', async () => {
  const own = await newKey();
  const headers = await signatureHeaders(own, request);
  const at = { ...request, authority: 'parley.example:8000' };
  expect(readSignature(at, (name) => headers[name])).toMatchObject({ key: own.id });
  expect(readSignature({ ...at, body: '{}' }, (name) => headers[name])).toContain('Content-Digest');
  expect(readSignature({ ...at, path: '/v1/identities' }, (name) => headers[name])).toContain('does not fit');
});

test('a file brings the key back, under a passphrase or without one', async () => {
  const own = await newKey();
  const bare = await exportKey(own, 'Ada', '');
  expect([isSealed(bare), (await importKey(bare, '')).id]).toEqual([false, own.id]);
  const sealed = await exportKey(own, 'Ada', 'öffne dich');
  expect(isSealed(sealed)).toBe(true);
  expect(sealed).not.toContain(JSON.parse(bare).key.d);
  const again = await importKey(sealed, 'öffne dich');
  expect(again.id).toBe(own.id);
  const headers = await signatureHeaders(again, { ...request, authority: 'x' });
  expect(readSignature({ ...request, authority: 'x' }, (name) => headers[name])).toMatchObject({ key: own.id });
  await expect(importKey(sealed, 'close')).rejects.toThrow(WrongPassphrase);
});

test('a JSON Web Key and PKCS#8 are taken too, and nothing else', async () => {
  const own = await newKey();
  const jwk = JSON.parse(await exportKey(own, 'Ada', '')).key;
  expect((await importKey(JSON.stringify(jwk), '')).id).toBe(own.id);
  const pem = createPrivateKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'pkcs8' }) as string;
  expect((await importKey(pem, '')).id).toBe(own.id);
  for (const text of ['', '{}', 'null', '[1]', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])
    await expect(importKey(text, '')).rejects.toThrow(NoKeyFile);
});
