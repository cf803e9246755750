import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets, hashToken, newMasterKey, newToken, SealBroken, sameText } from './secrets.ts';

const [old, next, stranger] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64url'));
const before = createSecrets(`${old}`);
const after = createSecrets(`${next},${old}`);

test('whatever is sealed opens again under the same purpose, and never shows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 40 }), (text, purpose) => {
      const sealed = before.seal(purpose, text);
      expect(before.open(purpose, sealed)).toBe(Buffer.from(text, 'utf8').toString('utf8'));
      if (text.length > 8) expect(sealed).not.toContain(text);
    }),
  );
});

test('the same text sealed twice looks different each time', () => {
  const sealed = Array.from({ length: 200 }, () => before.seal('a', 'same'));
  expect(new Set(sealed).size).toBe(200);
});

test('a sealed text that was moved to another purpose stays closed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (mine, other) => {
      fc.pre(mine !== other);
      expect(() => before.open(other, before.seal(mine, 'text'))).toThrow(SealBroken);
    }),
  );
});

test('every changed byte is noticed', () => {
  const sealed = before.seal('a', 'a text that nobody may change');
  const [version, id, packed = ''] = sealed.split('.');
  const bytes = Buffer.from(packed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => before.open('a', `${version}.${id}.${changed.toString('base64url')}`)).toThrow(SealBroken);
  }
});

test('rubbish and shortened texts are refused as broken seals, whatever they are', () => {
  const sealed = before.seal('a', 'text');
  for (const short of ['', 'v1', 'v1.', 'v2.a.b', sealed.slice(0, 14), sealed.slice(0, 30), sealed.replace('v1', 'v2')])
    expect(() => before.open('a', short), short).toThrow(SealBroken);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => before.open('a', text)).toThrow(SealBroken);
    }),
  );
});

test('after a rotation the old texts open, are told to be stale, and new ones carry the new key', () => {
  const sealed = before.seal('a', 'text');
  expect(before.stale(sealed)).toBe(false);
  expect(after.open('a', sealed)).toBe('text');
  expect(after.stale(sealed)).toBe(true);
  const again = after.seal('a', after.open('a', sealed));
  expect(after.stale(again)).toBe(false);
  expect(createSecrets(`${next}`).open('a', again)).toBe('text');
  expect(() => before.open('a', again)).toThrow(SealBroken);
});

test('a lost key loses the sealed texts and says which key is missing, without a word of the text', () => {
  const sealed = before.seal('a', 'a text worth hiding');
  const told = (() => {
    try {
      createSecrets(`${stranger}`).open('a', sealed);
    } catch (error) {
      return error;
    }
    return null;
  })();
  expect(told).toBeInstanceOf(SealBroken);
  expect(String(told)).toContain(sealed.split('.')[1]);
  expect(String(told)).not.toContain('worth');
});

test('derived keys differ by purpose and by master key, and follow the newest', () => {
  const hex = (key: Uint8Array) => Buffer.from(key).toString('hex');
  expect(hex(after.derive('a'))).not.toBe(hex(after.derive('b')));
  expect(hex(after.derive('a'))).not.toBe(hex(before.derive('a')));
  expect(hex(after.derive('a'))).toBe(hex(createSecrets(`${next}`).derive('a')));
  expect(after.deriveAll('a').map((one) => hex(one.key))).toEqual([hex(after.derive('a')), hex(before.derive('a'))]);
  // a key for signing must not open what is sealed under the same word
  expect(hex(after.derive('seal:a'))).not.toBe(hex(after.derive('a')));
});

test('a master key must be 32 bytes, and at least one is needed', () => {
  for (const bad of ['short', 'A'.repeat(44), `${old},short`]) expect(() => createSecrets(bad), bad).toThrow(/32 bytes/);
  for (const none of ['', ' , ']) expect(() => createSecrets(none)).toThrow(/no master key/);
  expect(() => createSecrets(newMasterKey())).not.toThrow();
  expect(newMasterKey()).not.toBe(newMasterKey());
});

test('tokens are long, of letters that an address takes, and never twice the same', () => {
  const tokens = Array.from({ length: 1000 }, () => newToken());
  expect(new Set(tokens).size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(hashToken('a')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken('a')).not.toBe(hashToken('b'));
});

test('texts are the same only when every letter is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(sameText(a, b)).toBe(a === b);
      expect(sameText(a, a)).toBe(true);
    }),
  );
});
