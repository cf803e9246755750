/** Letters of people, over a real port and from a mailbox: nothing of them is lost. */
import { afterAll, expect, test } from 'vitest';
import { inboundLimits } from '../inbound.rules.ts';
import { type InboundLetter, letterFiles, letterLeftOut } from './inbound.events.ts';
import { readLetterFile } from './letter.service.ts';
import { openLetterWorld, support } from './letter-world.factory.ts';
import {
  alternativePart,
  attachedPart,
  calendarAnswer,
  htmlPart,
  letter,
  letterOfParts,
  letterWriter,
  type MailPart,
  pictureBytes,
  shownPicture,
  textPart,
} from './letters.factory.ts';
import { readMailbox } from './mailbox.service.ts';

const { world, mails, signed, send, take, heard, close } = await openLetterWorld();
afterAll(close);
async function filesIn(one: InboundLetter): Promise<{ name: string; content: Buffer }[]> {
  const found: { name: string; content: Buffer }[] = [];
  for (const { stored, name } of letterFiles(one.files)) {
    found.push({ name, content: (await readLetterFile(world.ctx(), stored)) ?? Buffer.from('gone') });
  }
  return found;
}

const latin = Buffer.from('Gr\u00FC\u00DFe\r\naus M\u00FCnchen', 'latin1');
const attached = [
  { name: 'shot.png', content: pictureBytes, type: 'image/png' },
  { name: 'plan.pdf', content: Buffer.concat([Buffer.from('%PDF-1.7\n'), pictureBytes]), type: 'application/pdf' },
  { name: 'words.txt', content: latin, type: 'text/plain; charset=iso-8859-1' },
];
const withFiles = () =>
  letterOfParts({
    ...{ to: support, form: 'mixed' },
    parts: [textPart('See the files.'), ...attached.map(({ type, name, content }) => attachedPart(type, name, content))],
  });

test('files keep their bytes, over a port and from a mailbox', async () => {
  expect(await send(withFiles())).toMatch(/^250/);
  mails.push(withFiles());
  await readMailbox(world.ctx());
  const letters = await heard();
  expect(letters).toHaveLength(2);
  for (const one of letters) {
    expect(one).toMatchObject({ text: 'See the files.', leftOut: '[]', from: letterWriter });
    expect(await filesIn(one)).toEqual(attached.map(({ name, content }) => ({ name, content })));
  }
});

test('a text without an encoding keeps its bytes, too', async () => {
  const part: MailPart = {
    headers: [
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Disposition: attachment; filename=a.txt',
      'Content-Transfer-Encoding: 8bit',
    ],
    body: latin.toString('latin1'),
  };
  const one = await take(letterOfParts({ to: support, form: 'mixed', parts: [textPart('Hi'), part] }));
  expect(await filesIn(one)).toEqual([{ name: 'a.txt', content: latin }]);
});

test.each([
  ['empty', ''],
  ['blank', '\n \n'],
  ['a hard blank', '\u00C2\u00A0'],
  ['a word about HTML', 'HTML only'],
])('a text part that is %s does not hide the words of the HTML', async (_name, plain) => {
  const parts = [textPart(plain), htmlPart('<div>Please raise our limit to 60 people before Monday.</div>')];
  const one = await take(letterOfParts({ to: support, form: 'alternative', parts }));
  expect(one.text).toBe('Please raise our limit to 60 people before Monday.');
});

test('a picture that the text shows is a file, and one that only a quotation shows is not', async () => {
  const html =
    '<p>This is the error I see:</p><p><img src="cid:shot@01DC0000"></p><p>On 2 Nov 2026, Atrium wrote:</p><blockquote><p>Hello</p><img src="cid:logo@01DC0000"></blockquote>';
  const plain = 'This is the error I see:\n\n[cid:shot@01DC0000]\n\nOn 2 Nov 2026, Atrium wrote:\n> Hello\n> [cid:logo@01DC0000]';
  const parts = [alternativePart(plain, html), shownPicture('shot'), shownPicture('logo', Buffer.from('logo'))];
  const to = signed();
  const one = await take(letterOfParts({ to, form: 'related', parts }), to);
  expect(one.text).toBe('This is the error I see:');
  expect(one.wholeText).toContain('> Hello');
  expect(await filesIn(one)).toEqual([{ name: 'shot.png', content: pictureBytes }]);
});

test('a mail that is passed on and a date are files', async () => {
  const inner = 'From: parent@example.net\nSubject: I cannot get in\n\nIt says room not found.\n';
  const forwarded: MailPart = { headers: ['Content-Type: message/rfc822'], body: inner };
  const date = attachedPart('text/calendar; method=REQUEST', 'lesson.ics', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'));
  const one = await take(
    letterOfParts({ to: support, subject: 'Mail', form: 'mixed', parts: [textPart('Attached.'), forwarded, date] }),
  );
  const files = await filesIn(one);
  expect(files.map(({ name }) => name)).toEqual(['Mail.eml', 'lesson.ics']);
  expect(files[0]?.content.toString()).toContain('It says room not found.');
});

test('what are too many files, and a text that is too long, is said or kept as a file', async () => {
  const many = Array.from({ length: inboundLimits.files + 2 }, (_, at) => attachedPart('image/png', `${at}.png`, pictureBytes));
  const one = await take(letterOfParts({ to: support, form: 'mixed', parts: [textPart('Many'), ...many] }));
  expect(letterFiles(one.files)).toHaveLength(inboundLimits.files);
  expect(letterLeftOut(one.leftOut)).toEqual([
    { name: '10.png', why: 'too_many' },
    { name: '11.png', why: 'too_many' },
  ]);
  const long = 'A line of the log. '.repeat(6_000);
  const logged = await take(letter({ to: support, body: long }));
  expect(logged.text).toHaveLength(inboundLimits.text);
  const [whole] = await filesIn(logged);
  expect(whole?.name).toBe('text.txt');
  expect(whole?.content.toString()).toContain(long.trim());
});

test('an answer to an invitation is read whatever wrote it, and the letter says that a program did', async () => {
  const to = signed();
  const calendar: MailPart = { headers: ['Content-Type: text/calendar; charset="UTF-8"; method=REPLY'], body: calendarAnswer };
  const raw = letterOfParts({
    ...{ to, form: 'alternative', headers: ['Auto-Submitted: auto-generated'] },
    parts: [textPart('x has accepted this invitation.'), calendar],
  });
  const one = await take(raw, to);
  expect(one).toMatchObject({ automatic: true, files: '[]', text: 'x has accepted this invitation.' });
  expect(one.calendar).toContain('PARTSTAT=ACCEPTED');
  const away = await take(letter({ to, headers: ['X-Autoreply: yes'], body: 'I am away.' }), to);
  expect(away.automatic).toBe(true);
  const human = await take(letter({ to, headers: ['X-Auto-Response-Suppress: All'], body: 'Hello.' }), to);
  expect(human).toMatchObject({ automatic: false, verified: false });
});

test('two mails of a program that gives all the same Message-ID are two', async () => {
  const same = (subject: string) =>
    Buffer.from(
      letter({ to: support, subject, body: subject })
        .toString()
        .replace(/<[^>]+@mail\.example\.org>/, '<1@program>'),
    );
  for (const subject of ['One', 'Two', 'One']) expect(await send(same(subject))).toMatch(/^250/);
  expect((await heard()).map(({ text }) => text)).toEqual(['One', 'Two']);
});

const plainPart = (body: string): MailPart => ({ headers: ['Content-Type: text/plain'], body });
test.each([
  [
    'a mailing list writes below HTML',
    [htmlPart('<p>Yes please.</p>'), plainPart('A long footer of the list, longer than the mail')],
  ],
  ['HTML stands below a text', [plainPart('Yes please. '.repeat(9)), htmlPart('<p>A long footer of the list</p>')]],
])('no words are lost when %s', async (_name, parts) => {
  const { text } = await take(letterOfParts({ to: support, form: 'mixed', parts }));
  expect(text).toContain('Yes please.');
  expect(text).toContain('A long footer of the list');
});

test('a picture inside of the HTML is a file, and the words around it are read', async () => {
  const picture = `<img src="data:image/png;base64,${pictureBytes.toString('base64')}">`;
  const body = `<p>See ${picture} there</p><table><tr><td>Room</td><td>Biology</td></tr></table><img alt="\u00F0\u009F\u0091\u008D">`;
  const one = await take(letter({ to: support, type: 'text/html; charset=utf-8', body }));
  expect(one.text.split(/\s+/)).toEqual(['See', 'there', 'Room', 'Biology', '👍']);
  expect(await filesIn(one)).toEqual([{ name: 'picture-1.png', content: pictureBytes }]);
});

test.each([
  ['no part', 'multipart/mixed; boundary=q', 'Hello'],
  ['no boundary', 'multipart/mixed', '--x\n\nHello\n--x--'],
  ['another encoding than it says', 'text/plain; charset=utf-8', 'Gr\u00FC\u00DFe'],
])('staff hears of a mail with %s', async (_name, type, body) => {
  const one = await take(letter({ to: support, type, body }));
  expect(letterLeftOut(one.leftOut)).toEqual([{ name: 'message.eml', why: 'unreadable' }]);
});

test.each([
  ['From: School: ana@school.example, b@school.example;', 'ana@school.example'],
  ['From: undisclosed:;\nReply-To: r@school.example', 'r@school.example'],
  ['X-From: nobody', 'nobody@unnamed.invalid'],
])('a mail with %s is heard of, under a name that nobody vouches for', async (line, from) => {
  const raw = letter({ to: support, body: 'Help' })
    .toString()
    .replace(/^From: .*/, line);
  expect(await take(Buffer.from(raw))).toMatchObject({ from, text: 'Help', verified: false });
});

test('an answer whose method stands beside it alone is one', async () => {
  const to = signed();
  const calendar: MailPart = {
    headers: ['Content-Type: text/calendar; charset=utf-8; method=REPLY'],
    body: calendarAnswer.replace('METHOD:REPLY\n', ''),
  };
  const one = await take(letterOfParts({ to, form: 'alternative', parts: [textPart('Accepted'), calendar] }), to);
  expect(one).toMatchObject({ files: '[]', calendar: expect.stringContaining('METHOD:REPLY') });
});

test('an answer that goes to everybody’s address, too, is one, and that address may have a tag', async () => {
  const to = signed();
  expect(await send(letter({ to: `${to}, ${support}`, body: 'Once' }), { to: [to, support] })).toMatch(/^250/);
  expect(await send(letter({ to: support, body: 'Tagged' }), { to: support.replace('@', '+room@') })).toMatch(/^250/);
  expect((await heard()).map(({ text }) => text).sort()).toEqual(['Once', 'Tagged']);
});

test('a blind copy in the mailbox is taken by what the servers noted', async () => {
  const noted = `Received: from mx.example.org by mx.example.com for <${support}>; Sun, 29 Nov 2026 10:00:00 +0100\r\n`;
  mails.push(Buffer.concat([Buffer.from(noted), letter({ to: 'friends@example.org', body: 'Blind' })]));
  await readMailbox(world.ctx());
  expect((await heard()).map(({ text }) => text)).toEqual(['Blind']);
});
