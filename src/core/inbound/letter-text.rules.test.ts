import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableText, withoutQuotes } from './letter-text.rules.ts';

const context = { subject: 'Re: [#1010] Echo', ours: ['replies.example.com'] };
const own = (text: string) => withoutQuotes(text, context);

test.each([
  ['Works now.\n\nOn Mon, 2 Nov 2026 at 10:00, Ravi wrote:\n> Did it?\n> Ravi', 'Works now.'],
  ['Danke!\n\nAm 02.11.2026 um 10:00 schrieb Ravi\n<support@example.org>:\n\n> Geht es?', 'Danke!'],
  ['Merci\n\n________________________________\nDe : Ravi\nObjet : RE: Echo', 'Merci'],
  ['Yes\n\n-----Original Message-----\nFrom: Ravi', 'Yes'],
  ['Yes\n\nFrom: Ravi <ravi@example.org>\nSent: Monday\nTo: Ana\nSubject: Echo\n\nOld words', 'Yes'],
  ['Ja\n\nVon: Ravi\nGesendet: Montag, 2. November 2026\nAn: Ana\nBetreff: AW: Echo\n\nAlt', 'Ja'],
  ['Sì\n\nDa: Ravi\nInviato: lunedì 2 novembre 2026\nA: Ana\nOggetto: R: Echo\n\nPrima', 'Sì'],
  ['Ja\n\nVan: Ravi\nVerzonden: maandag 2 november 2026\nAan: Ana\nOnderwerp: Antw: Echo\n\nEerder', 'Ja'],
  ['Tak\nOd: Ravi <mail+abc@replies.example.com>\nWysłano: poniedziałek\nDo: Ana\n\nStare', 'Tak'],
  [
    'My values:\n\nRoom: Biology\nServer: bbb1@rack\nCodec: opus\nYear: 2026',
    'My values:\n\nRoom: Biology\nServer: bbb1@rack\nCodec: opus\nYear: 2026',
  ],
  ['Here:\n--- error log ---\nboom\n____________\nend', 'Here:\n--- error log ---\nboom\n____________\nend'],
  ['> Is it on?\nNo.\n> Why?\nNo power.', 'No.\nNo power.'],
  ['It says:\n> room not found\nWhat now?', 'It says:\nWhat now?'],
  ['Two things:\n- one\n- two', 'Two things:\n- one\n- two'],
  ['Bye\n-- \nAna, School', 'Bye'],
  [
    'Please see:\n\n-- \nOwner\nSchool\n\nP.S. The second problem is the sound.',
    'Please see:\n\n\nP.S. The second problem is the sound.',
  ],
  ['> only a quote', '> only a quote'],
  ['شكرا\n\nبتاريخ الاثنين، ٢ نوفمبر ٢٠٢٦ كتب Ravi <\nmail+abc@replies.example.com>:\n\n> قديم', 'شكرا'],
  ['धन्यवाद\n\nसोम, २ नव॰ २०२६ को Ravi ने लिखा:\n\n> पुराना', 'धन्यवाद'],
  ['Thanks\n\nOn Mon, Nov 2, 2026 at 10:00 AM\nSupport of the School\n<mail@x.example> wrote:\n\n> old', 'Thanks'],
  ['Thanks\n\nRavi <ravi@example.org> wrote:\n> old', 'Thanks'],
  ['It fails with code 500:\n\n> room not found\n\nWhat now?', 'It fails with code 500:\n\nWhat now?'],
  ['On 2 Nov 2026 Ravi wrote:\n> Which one?\n\nThe one of 2026:\n> Since when?\n2 Nov', 'The one of 2026:\n2 Nov'],
  ['First the sound.\n--\nSecond the video.', 'First the sound.\n--\nSecond the video.'],
])('%j is %j', (text, expected) => expect(own(text)).toBe(expected));

test('headers of another mail that somebody shows are their words', () => {
  const shown =
    'Here are the headers of the mail that never arrived:\n\nFrom: no-reply@example.com\nTo: parent@example.net\nDate: Sat, 28 Nov 2026 09:00:00 +0100\nSubject: You are invited\nX-Reason: blocked\n\nThe parent says our firewall refused it. What shall we do?';
  expect(own(shown)).toBe(shown);
  const passedOn =
    'See what a parent wrote:\n\n---------- Forwarded message ---------\nFrom: Parent\nDate: Monday\nSubject: I cannot get in\nTo: us\n\nIt says room not found.';
  expect(own(passedOn)).toBe(passedOn);
});

test('what a database refuses is left out, and no letter is cut in half', () => {
  expect(storableText('a\0b\uD800c', 10)).toBe('ab\uFFFDc');
  expect(storableText('ab😀', 3)).toBe('ab');
});

test.each([
  ['quoted lines', '> \n'.repeat(300_000)],
  ['dashes and blanks', `---${' '.repeat(500_000)}x`],
  ['colons and blanks', `${': '.repeat(200_000)}x\n> q`],
  ['heads', 'From: a\nTo: b\nSubject: Echo2\n'.repeat(60_000)],
  ['signatures', '-- \n'.repeat(200_000)],
  ['underscores', `${'_'.repeat(500_000)} x`],
  ['subjects', `From: a\nTo: b\nSubject: ${'re: '.repeat(200_000)}`],
])('a megabyte of %s is read in seconds, not hours', (_name, text) => {
  const began = performance.now();
  own(`x\n${text}`);
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('nothing of a text is too strange', () => {
  fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => void own(text)));
});
