import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksumHashes, checksumMatches, checksumOf, cutChecksum, hashForLength, signQuery } from '#checksum.ts';
import { checksumVector, checksumVectors, vectorSecret } from '#checksum-vectors.factory.ts';

describe('vectors', () => {
  test('there are 26 of them', () => {
    expect(checksumVectors).toHaveLength(26);
  });

  test.each(checksumVectors)('$id has its published checksum', (vector) => {
    expect(checksumOf(vector)).toBe(vector.checksum);
  });

  test.each(checksumVectors)(
    '$id verifies with the checksum last, first and as the only thing changed nowhere else',
    ({ secret, call, query, checksum }) => {
      const given = checksum;
      const appended = query === '' ? `checksum=${given}` : `${query}&checksum=${given}`;
      expect(checksumMatches({ call, rawQuery: appended, given, secrets: [secret] })).toBe(true);
      expect(checksumMatches({ call, rawQuery: `checksum=${given}&${query}`, given, secrets: [secret] })).toBe(true);
      expect(checksumMatches({ call, rawQuery: `${appended}x`, given, secrets: [secret] })).toBe(false);
    },
  );

  test('V01 and V05, V01 and V06, V10 and V11, V18 and V19, V25 and V26 differ', () => {
    for (const [one, other] of [
      ['V01', 'V05'],
      ['V01', 'V06'],
      ['V10', 'V11'],
      ['V18', 'V19'],
      ['V25', 'V26'],
    ] as const) {
      expect(checksumVector(one).checksum).not.toBe(checksumVector(other).checksum);
    }
  });
});

describe('cutting', () => {
  test.each([
    ['checksum=X', ''],
    ['&checksum=X', ''],
    ['checksum=X&', ''],
    ['checksum=X&a=1', 'a=1'],
    ['a=1&checksum=X', 'a=1'],
    ['a=1&checksum=X&b=2', 'a=1&b=2'],
    ['&checksum=X&a=1', '&a=1'],
    ['&a=1&checksum=X', '&a=1'],
    ['a=1&checksum=Y', 'a=1&checksum=Y'],
    ['a=1&checksum=X&', 'a=1&'],
  ])('%s leaves "%s"', (raw, left) => {
    expect(cutChecksum(raw, 'X')).toBe(left);
  });

  test('text inside a value is not cut, so a signed value cannot be made longer', () => {
    const signed = signQuery({ call: 'join', query: 'meetingID=abc&fullName=Ann', secret: vectorSecret, hash: 'sha256' });
    const given = signed.slice(signed.lastIndexOf('=') + 1);
    const forged = `meetingID=abc&fullName=Annchecksum=${given}&checksum=${given}`;
    expect(checksumMatches({ call: 'join', rawQuery: forged, given, secrets: [vectorSecret] })).toBe(false);
  });

  const piece = fc.stringMatching(/^[A-Za-z0-9%+'._~-]{0,12}$/);
  const parameter = fc.tuple(piece, piece).map(([name, value]) => `x${name}=${value}`);

  test('for every well-formed request it equals the three replacements that servers make', () => {
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 6 }), fc.nat(6), (parameters, position) => {
        const value = 'da9185f7f333cfdfcd6eeac32dca3777510c4c436020d8b887ba5515bd1d189e';
        const raw = parameters.toSpliced(position, 0, `checksum=${value}`).join('&');
        const replaced = raw
          .replaceAll(`&checksum=${value}`, '')
          .replaceAll(`checksum=${value}&`, '')
          .replaceAll(`checksum=${value}`, '');
        expect(cutChecksum(raw, value)).toBe(replaced);
        expect(cutChecksum(raw, value)).toBe(parameters.join('&'));
      }),
    );
  });

  test('whatever is signed verifies wherever the checksum stands, and not when one character changes', () => {
    fc.assert(
      fc.property(
        fc.array(parameter, { minLength: 1, maxLength: 5 }),
        fc.nat(5),
        fc.constantFrom(...checksumHashes),
        (parameters, position, hash) => {
          const query = parameters.join('&');
          const given = checksumOf({ call: 'create', query, secret: vectorSecret, hash });
          const rawQuery = parameters.toSpliced(position, 0, `checksum=${given}`).join('&');
          expect(checksumMatches({ call: 'create', rawQuery, given, secrets: [vectorSecret] })).toBe(true);
          expect(checksumMatches({ call: 'create', rawQuery: `${rawQuery}&`, given, secrets: [vectorSecret] })).toBe(false);
          expect(checksumMatches({ call: 'join', rawQuery, given, secrets: [vectorSecret] })).toBe(false);
        },
      ),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (rawQuery, given) => {
        expect(checksumMatches({ call: 'create', rawQuery, given, secrets: [vectorSecret] })).toBe(false);
      }),
    );
  });
});

test('only the four lengths belong to a hash', () => {
  expect([40, 64, 96, 128].map(hashForLength)).toEqual(['sha1', 'sha256', 'sha384', 'sha512']);
  expect([0, 39, 41, 65, 95, 127, 129].map(hashForLength)).toEqual(Array(7).fill(undefined));
});

test('an empty secret is refused, on both sides', () => {
  expect(() => signQuery({ call: 'create', query: '', secret: '', hash: 'sha1' })).toThrow(RangeError);
  expect(() => checksumMatches({ call: 'create', rawQuery: '', given: 'a'.repeat(40), secrets: [''] })).toThrow(RangeError);
});
