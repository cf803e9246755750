import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { drawDocument, type DrawDocumentRequest } from './draw-document.ts';
import type { PagesProgress } from './read-document.ts';
import { docx, docxBomb, drawing, pdf, photo, pixelBomb, png, video } from './samples.factory.ts';

const noOffice = { program: '/nowhere/soffice', network: false };

type Drawing = { name: string; content: Buffer } & Partial<DrawDocumentRequest>;
function workFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-pages-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
/** Draws a file; what came of it, and what was reported on the way. */
async function draw({ name, content, ...other }: Drawing) {
  const root = workFolder();
  const [file, folder] = [path.join(root, 'sent'), path.join(root, 'pages')];
  fs.mkdirSync(folder);
  fs.writeFileSync(file, content);
  const reports: PagesProgress[] = [];
  const trouble = await drawDocument({
    ...{ file, name, folder, mostPages: 200, turn: 'meeting', office: noOffice, signal: new AbortController().signal },
    onPages: (pages) => reports.push(pages),
    ...other,
  });
  const sizes = reports.flatMap((one) => one.drawn);
  return { trouble, reports, sizes, folder, made: fs.readdirSync(folder).toSorted() };
}
const textsIn = (folder: string): unknown => JSON.parse(fs.readFileSync(path.join(folder, 'text.json'), 'utf8'));

test('each page of a PDF becomes a large and a small picture and its text, the first page first', async () => {
  const texts = ['Photosynthesis', '', 'Light and water'];
  const { trouble, reports, sizes, folder, made } = await draw({
    name: 'biology.pdf',
    content: pdf({ pages: 3, width: 960, height: 540, texts }),
  });
  expect(trouble).toBeNull();
  expect(reports[0]).toEqual({ total: 3, drawn: [{ width: 1_920, height: 1_080 }] });
  expect(sizes).toHaveLength(3);
  expect(made).toEqual(['1-small.webp', '1.webp', '2-small.webp', '2.webp', '3-small.webp', '3.webp', 'text.json']);
  expect(await sharp(path.join(folder, '3.webp')).metadata()).toMatchObject({ format: 'webp', width: 1_920, height: 1_080 });
  expect(await sharp(path.join(folder, '3-small.webp')).metadata()).toMatchObject({ width: 240, height: 135 });
  expect(textsIn(folder)).toEqual(texts);
  const { isOpaque, channels } = await sharp(path.join(folder, '1.webp')).stats();
  // there is something on it
  expect([isOpaque, channels.some(({ stdev }) => stdev > 1)]).toEqual([true, true]);
});

test('a page that cannot be drawn leaves the others as they are', async () => {
  const { trouble, sizes, folder, made } = await draw({
    name: 'a.pdf',
    content: pdf({ pages: 3, texts: ['one', 'two', 'three'], bad: 1 }),
  });
  expect([trouble, sizes.map((size) => size !== null)]).toEqual([null, [true, false, true]]);
  expect(made).not.toContain('2.webp');
  expect(textsIn(folder)).toEqual(['one', '', 'three']);
});

test('pictures and drawings are one page each, recognized by their content and never transparent', async () => {
  const moving = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#a40' } })
    .gif()
    .toBuffer();
  const cases: [string, Buffer, { width: number; height: number }][] = [
    ['photo.pdf', await photo(3_000, 1_500), { width: 1_920, height: 960 }],
    ['small.png', await png(), { width: 40, height: 30 }],
    ['moving.gif', moving, { width: 30, height: 40 }],
    ['logo.svg', drawing(), { width: 1_920, height: 1_280 }],
  ];
  for (const [name, content, size] of cases) {
    const { trouble, reports, folder } = await draw({ name, content });
    expect([name, trouble, reports]).toEqual([name, null, [{ total: 1, drawn: [size] }]]);
    expect(textsIn(folder)).toEqual(['']);
    expect((await sharp(path.join(folder, '1.webp')).stats()).isOpaque).toBe(true);
  }
}, 60_000);

test('files of bad will, broken, locked and too long ones end with a word for it', async () => {
  const cases: [string, Buffer, string][] = [
    ['broken.pdf', Buffer.from('%PDF-1.7\nnothing else'), 'unreadable'],
    ['locked.pdf', pdf({ locked: true }), 'password'],
    ['long.pdf', pdf({ pages: 201 }), 'too-many-pages'],
    ['bomb.png', pixelBomb(), 'unreadable'],
    ['cut.jpg', (await photo()).subarray(0, 900), 'unreadable'],
    ['script.svg', drawing('<script>alert(1)</script>'), 'unsupported'],
    ['outside.svg', drawing('<image href="https://example.org/track.png"/>'), 'unsupported'],
    ['film.mp4', video(5_000), 'unsupported'],
    ['program.pdf', Buffer.from('MZ\x90 a program that says it is a PDF'), 'unsupported'],
    ['empty.pdf', Buffer.alloc(0), 'unsupported'],
    ['bomb.docx', docxBomb(), 'unreadable'],
    ['rules.docx', docx(), 'no-office'],
  ];
  for (const [name, content, trouble] of cases) {
    const drawn = await draw({ name, content });
    expect([name, drawn.trouble, drawn.reports]).toEqual([name, trouble, []]);
  }
}, 120_000);

test('an office file has the pages that LibreOffice makes of it, and the file stays as it was', async () => {
  const root = workFolder();
  const program = path.join(root, 'soffice');
  fs.writeFileSync(path.join(root, 'two.pdf'), pdf({ pages: 2 }));
  const script = (last: string) => fs.writeFileSync(program, `#!/bin/sh\n${last}\n`, { mode: 0o755 });
  script(`cp "${root}/two.pdf" "$7/pages.pdf" && rm "$8"`);
  const office = { program, network: true };
  const { trouble, sizes, made, folder } = await draw({ name: 'rules.docx', content: docx(), office });
  expect([trouble, sizes.length, made.includes('office')]).toEqual([null, 2, false]);
  expect(fs.readFileSync(path.join(folder, '../sent')).equals(docx())).toBe(true);
  script('exit 77');
  expect((await draw({ name: 'rules.docx', content: docx(), office })).trouble).toBe('office-failed');
}, 60_000);

test('a full disk has a reason of its own', async () => {
  const root = workFolder();
  // every write to it fails for want of room
  fs.symlinkSync('/dev/full', path.join(root, '1.webp.part'));
  expect((await draw({ name: 'a.pdf', content: pdf(), folder: root })).trouble).toBe('disk-full');
});

test('the signal ends the drawing of a long document', async () => {
  const stop = new AbortController();
  const heard: PagesProgress[] = [];
  const { trouble, made } = await draw({
    ...{ name: 'long.pdf', content: pdf({ pages: 200, width: 1_600, height: 1_600 }), signal: stop.signal },
    onPages: (pages) => {
      heard.push(pages);
      stop.abort();
    },
  });
  expect([trouble, heard]).toEqual([null, [{ total: 200, drawn: [{ width: 1_920, height: 1_920 }] }]]);
  expect(made.length).toBeLessThan(400);
}, 60_000);
