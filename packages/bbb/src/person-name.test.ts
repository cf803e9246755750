import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personName, personNameLength } from '#person-name.ts';

const family = '👩‍👩‍👧';

test.each([
  ['blanks around and between', '  Ada \t\n  Lovelace\u00A0', 'Ada Lovelace'],
  ['letters and accents apart', 'Mu\u0308ller', 'Müller'],
  ['control characters', 'A\u0000d\u0007a\u007F\u0085', 'Ada'],
  ['marks of direction', '\u202EAda\u202C \u2066Ben\u2069\u200F\u061C', 'Ada Ben'],
  ['zero-width spaces', 'A\u200Bd\uFEFFa', 'Ada'],
  ['half of a pair', 'Ada\uD83D', 'Ada'],
  ['a word that an accent continues after a mark', 'e\u200B\u0301', 'é'],
  ['right to left', ' ليلى  حسن ', 'ليلى حسن'],
  ['Persian with a joiner', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['Hindi', 'क्ष\u200Dमा', 'क्ष\u200Dमा'],
  ['emoji', `Gül ${family} 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️`, `Gül ${family} 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️`],
  ['markup', '<b>A & B</b>', '<b>A & B</b>'],
])('%s', (_what, given, name) => {
  expect(personName(given)).toBe(name);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \u3000\t\n'],
  ['joiners alone', '\u200D\u200C\uFE0F'],
  ['fillers', '\u3164\u115F\u2800'],
  ['accents alone', '\u0301\u0302'],
  ['direction alone', '\u202E\u200F'],
])('a name of %s is none', (_what, given) => {
  expect(personName(given)).toBe('');
});

test('what is too long is cut between visible characters', () => {
  const letters = 'a'.repeat(personNameLength);
  expect(personName(letters)).toBe(letters);
  expect(personName(`${letters}b`)).toBe(letters);
  expect(personName('🌷'.repeat(200))).toBe('🌷'.repeat(personNameLength));
  // five code points each, the last of which would be cut in two
  expect(personName(family.repeat(40))).toBe(family.repeat(25));
  expect(personName(`a${'\u0301'.repeat(500)}`)).toHaveLength(personNameLength);
  expect(personName(`${'a'.repeat(personNameLength - 1)} b`)).toBe('a'.repeat(personNameLength - 1));
});

test('read twice it is the same, and never too long', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 })),
      (text) => {
        const name = personName(text);
        expect(personName(name)).toBe(name);
        expect([...name].length).toBeLessThanOrEqual(personNameLength);
        expect(name).toBe(name.trim());
      },
    ),
    { numRuns: 2_000 },
  );
});
