import { deriveKey as withWebCrypto } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';
import { deriveKey } from './derive-key.ts';

test('without Web Crypto the same key is derived', async () => {
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1000, keyLength: 32, keyPrefix: '' };
  const salt = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
  const password = new Uint8Array([9, 8, 7, 0, 0, 0, 1]);
  const [ours, theirs] = await Promise.all([deriveKey(parameters, salt, password), withWebCrypto(parameters, salt, password)]);
  expect([...ours.derivedKey]).toEqual([...theirs.derivedKey]);
});
