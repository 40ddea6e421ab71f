/** A signature holds for one method, host, path and body, and for one spelling of one key. */
import { createPrivateKey, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicKeyOf, readSignature, signatureHeaders } from './signature.ts';

/** The test key of RFC 9421, B.1.4. */
const key = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  },
  format: 'jwk',
});
const request = { method: 'POST', authority: 'parley.example', path: '/v1/matches', body: '{}' };
const nonce = 'abcdefghijklmnop';
const headers = signatureHeaders(request, key, { created: 1_700_000_000, nonce });
const reader =
  (more: Partial<Record<string, string>> = {}) =>
  (name: string) =>
    ({ ...headers, ...more })[name];

test('what was signed is read back', () => {
  expect(readSignature(request, reader())).toEqual({ key: publicKeyOf(key), nonce, created: 1_700_000_000 });
});

test('the base is the one of RFC 9421, so that any library of it can sign', () => {
  // sha-256 of {} as in `printf '{}' | openssl dgst -sha256 -binary | base64`
  const base = `"@method": POST
"@authority": parley.example
"@path": /v1/matches
"content-digest": sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:
"@signature-params": ("@method" "@authority" "@path" "content-digest");created=1700000000;nonce="abcdefghijklmnop";keyid="JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"`;
  expect(headers.signature).toBe(`parley=:${sign(null, Buffer.from(base), key).toString('base64')}:`);
});

test.each([
  [{ method: 'DELETE' }, 'does not fit'],
  [{ authority: 'elsewhere.example' }, 'does not fit'],
  [{ path: '/v1/identities' }, 'does not fit'],
  [{ body: '{"patience":0}' }, 'Content-Digest'],
])('with %j it is refused', (other, says) => {
  expect(readSignature({ ...request, ...other }, reader())).toContain(says);
});

test('a time, a nonce or a key that was changed afterwards does not fit, nor does another spelling of the key', () => {
  const input = headers['signature-input'];
  const changed = (from: string, to: string) => {
    expect(input).toContain(from);
    return readSignature(request, reader({ 'signature-input': input.replace(from, to) }));
  };
  expect(changed('created=17', 'created=18')).toContain('does not fit');
  expect(changed('abcdefgh', 'hgfedcba')).toContain('does not fit');
  expect(changed('JrQLj5P', 'JrQLj5Q')).toContain('does not fit');
  // s and t differ in the two bits that 43 characters have too many.
  expect(Buffer.from(publicKeyOf(key).replace(/s$/, 't'), 'base64url')).toEqual(
    Buffer.from(publicKeyOf(key), 'base64url'),
  );
  const spelled = signatureHeaders(request, key, { created: 1_700_000_000, nonce });
  const other = spelled['signature-input'].replace(/s"$/, 't"');
  expect(readSignature(request, reader({ 'signature-input': other }))).toContain('base64url');
});

test.each([
  ['01', '00', '00'],
  ['01', '00', '80'],
  ['00', '00', '00'],
  ['ec', 'ff', '7f'],
  ['ee', 'ff', '7f'],
])('a key with which anybody can sign is refused: %s %s %s', (first, middle, last) => {
  const weak = Buffer.from(`${first}${middle.repeat(30)}${last}`, 'hex').toString('base64url');
  const input = headers['signature-input'].replace(publicKeyOf(key), weak);
  // R is the neutral point and s is 0.
  const signature = `parley=:${Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64')}:`;
  expect(readSignature(request, reader({ 'signature-input': input, signature }))).toContain('no key that one device');
});

test.each([{}, { signature: 'parley=:AAAA:' }, { 'signature-input': 'sig=("@method");keyid="x"' }])(
  'without one, or with %j, it says what to send',
  (more) => {
    const given = Object.keys(more).length === 0 ? () => undefined : reader(more);
    expect(readSignature(request, given)).toContain('Signature-Input: parley=');
  },
);
