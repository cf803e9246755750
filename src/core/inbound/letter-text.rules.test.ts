import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableText, textOfHtml, withoutQuotes } from './letter-text.rules.ts';

test.each([
  ['Works now.\n\nOn Mon, 2 Nov 2026 at 10:00, Ravi wrote:\n> Did it?\n> Ravi', 'Works now.'],
  ['Danke!\n\nAm 02.11.2026 um 10:00 schrieb Ravi\n<support@example.org>:\n\n> Geht es?', 'Danke!'],
  ['Merci\n\n________________________________\nDe : Ravi\nObjet : x', 'Merci'],
  ['Yes\n\n-----Original Message-----\nFrom: Ravi', 'Yes'],
  ['Yes\n\nFrom: Ravi <ravi@example.org>\nSent: Monday\nTo: Ana\nSubject: Echo\n\nOld words', 'Yes'],
  ['Ja\n\nVon: Ravi\nGesendet: Montag, 2. November 2026\nAn: Ana\nBetreff: Echo\n\nAlt', 'Ja'],
  [
    'My values:\n\nRoom: Biology\nServer: bbb1@rack\nCodec: opus\nYear: 2026',
    'My values:\n\nRoom: Biology\nServer: bbb1@rack\nCodec: opus\nYear: 2026',
  ],
  ['Here:\n--- error log ---\nboom\n____________\nend', 'Here:\n--- error log ---\nboom\n____________\nend'],
  ['> Is it on?\nNo.\n> Why?\nNo power.', 'No.\nNo power.'],
  ['Two things:\n- one\n- two', 'Two things:\n- one\n- two'],
  ['Bye\n-- \nAna, School', 'Bye'],
  ['> only a quote', '> only a quote'],
])('%j is %j', (text, own) => expect(withoutQuotes(text)).toBe(own));

test('of HTML only words are left', () => {
  expect(textOfHtml('<style>p{}</style><p>A &amp; B<br>&lt;script&gt;</p><script>alert(1)</script><p>&#228;</p>')).toBe(
    'A & B\n<script>\nä',
  );
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (html) => void withoutQuotes(textOfHtml(html))));
});

test('what a database refuses is left out, and no letter is cut in half', () => {
  expect(storableText('a\0b\uD800c', 10)).toBe('ab\uFFFDc');
  expect(storableText('ab😀', 3)).toBe('ab');
});

test('a megabyte is read in no time', () => {
  const began = performance.now();
  withoutQuotes(textOfHtml('<'.repeat(1_000_000)));
  withoutQuotes('> \n'.repeat(300_000));
  textOfHtml('<style>'.repeat(140_000));
  expect(performance.now() - began).toBeLessThan(3_000);
});
