import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { buildLibrarian, type LibraryWorld, libraryWorld, type Librarian, upload } from './files.factory.ts';
import { docx, docxBomb, drawing, pdf, photo, pixelBomb, png, video } from './samples.factory.ts';

let world: LibraryWorld;
let who: Librarian;
beforeAll(async () => {
  world = await libraryWorld();
  who = await buildLibrarian(world);
});
afterAll(() => world.close());
const incoming = () => fs.readdirSync(world.folder, { recursive: true }).filter((name) => /incoming\/.*\/./.test(String(name)));
const load = async (url: string | null) => {
  const answer = await world.app.inject({ url: url ?? '/nowhere' });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};

test('a photograph is drawn again without what the camera wrote, with a thumbnail and a preview', async () => {
  const sent = await photo();
  expect((await sharp(sent).metadata()).exif).toBeDefined();
  const file = await upload(world, who, { name: 'Schulhof.JPG', content: sent });
  expect(file).toMatchObject({
    name: 'Schulhof.JPG',
    kind: 'picture',
    version: { state: 'ready', trouble: null, mime: 'image/jpeg', width: 600, height: 400, number: 1 },
  });
  const kept = await load(file.version.url);
  const facts = await sharp(kept.bytes).metadata();
  expect([facts.width, facts.format, facts.exif, kept.bytes.includes('secret-copyright')]).toEqual([
    600,
    'jpeg',
    undefined,
    false,
  ]);
  expect((await sharp((await load(file.version.thumbnail)).bytes).metadata()).width).toBe(320);
  expect(file.previews).toHaveLength(1);
  expect(incoming()).toEqual([]);
});

test('a PDF has a page count and a preview of each page; wide pages make it a presentation', async () => {
  const slides = await upload(world, who, { name: 'functions.pdf', content: pdf({ pages: 3, width: 960, height: 540 }) });
  expect(slides).toMatchObject({ kind: 'presentation', version: { state: 'ready', pages: 3, mime: 'application/pdf' } });
  expect(slides.previews).toHaveLength(3);
  const page = await load(slides.previews[2] ?? null);
  expect(await sharp(page.bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 900 });
  const sheet = await upload(world, who, { name: 'worksheet.pdf', content: pdf({ pages: 2 }) });
  expect(sheet).toMatchObject({ kind: 'document', version: { pages: 2 } });
  expect((await load(sheet.version.url)).bytes.equals(pdf({ pages: 2 }))).toBe(true);
});

test('the content decides what a file is, and the name follows it', async () => {
  const picture = await upload(world, who, { name: 'notes.pdf', content: await png() });
  expect(picture).toMatchObject({ name: 'notes.png', kind: 'picture', version: { state: 'ready', mime: 'image/png' } });
  const program = await upload(world, who, {
    name: 'slides.pdf',
    content: Buffer.from('MZ\x90 a program that says it is a PDF'),
  });
  expect(program).toMatchObject({ kind: null, version: { state: 'refused', trouble: 'unknown_kind', url: null, bytes: 0 } });
  const page = await upload(world, who, { name: 'a.svg', content: Buffer.from('<html><script>alert(1)</script></html>') });
  expect(page.version).toMatchObject({ state: 'refused', trouble: 'unknown_kind' });
  const clip = await upload(world, who, { name: 'clip.mp4', content: video(5_000) });
  expect(clip).toMatchObject({ kind: 'video', version: { state: 'ready', mime: 'video/mp4', thumbnail: null } });
});

test('a name leads nowhere and hides nothing', async () => {
  const names = ['../../etc/passwd.png', 'C:\\Users\\x\\a.png', 'cv\u202Egnp.exe.png', '...', ' \u200e '];
  const files: string[] = [];
  for (const name of names) files.push((await upload(world, who, { name, content: await png() })).name);
  expect(files).toEqual(['passwd.png', 'a.png', 'cvgnp.exe.png', 'file.png', 'file.png']);
});

test('a drawing is shown as a picture and saved as a file; one that could run something is refused', async () => {
  const clean = await upload(world, who, { name: 'logo.svg', content: drawing() });
  expect(clean).toMatchObject({ kind: 'picture', version: { state: 'ready', width: 90, height: 60 } });
  const saved = await load(clean.version.url);
  expect(saved.headers['content-disposition']).toMatch(/^attachment/);
  expect(saved.headers['content-security-policy']).toContain('sandbox;');
  const bad = [
    '<script>alert(1)</script>',
    '<g onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<foreignObject><iframe/></foreignObject>',
    '<image href="https://example.org/track.png"/>',
  ];
  for (const inside of bad) {
    const { version } = await upload(world, who, { name: 'x.svg', content: drawing(inside) });
    expect([inside, version.state, version.trouble]).toEqual([inside, 'refused', 'active_content']);
  }
});

test('bombs of pixels, archives and pages are refused, and what wants a password, and what is broken', async () => {
  const refusals = [
    ['bomb.png', pixelBomb(), 'too_many_pixels'],
    ['bomb.docx', docxBomb(), 'too_large_unpacked'],
    ['long.pdf', pdf({ pages: 5_000 }), 'too_many_pages'],
    ['locked.pdf', pdf({ locked: true }), 'password'],
    ['broken.pdf', Buffer.from('%PDF-1.7\nnothing else'), 'unreadable'],
    ['cut.jpg', (await photo()).subarray(0, 900), 'unreadable'],
  ] as const;
  for (const [name, content, trouble] of refusals) {
    const { version } = await upload(world, who, { name, content });
    expect([name, version.state, version.trouble]).toEqual([name, 'refused', trouble]);
  }
  expect(incoming()).toEqual([]);
}, 60_000);

test('without LibreOffice an office file is kept, and says that it has no pages', async () => {
  const file = await upload(world, who, { name: 'rules.docx', content: docx() });
  expect(file).toMatchObject({ kind: 'document', version: { state: 'ready', trouble: 'no_office', pages: null } });
  expect((await load(file.version.url)).headers['content-disposition']).toMatch(/^attachment/);
});

test('an office file has the pages that LibreOffice makes of it; where it fails, the file is kept and says so', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-office-'));
  const program = path.join(folder, 'soffice');
  fs.writeFileSync(path.join(folder, 'two.pdf'), pdf({ pages: 2 }));
  const script = (last: string) => fs.writeFileSync(program, `#!/bin/sh\n${last}\n`, { mode: 0o755 });
  // called as: -env:… --headless --norestore --convert-to pdf --outdir <folder> <file>
  script(`test "$5" = pdf && cp "${folder}/two.pdf" "$7/$(basename "$8" .docx).pdf"`);
  const office = await libraryWorld({ LIBREOFFICE: program });
  try {
    const writer = await buildLibrarian(office);
    const file = await upload(office, writer, { name: 'rules.docx', content: docx() });
    expect(file).toMatchObject({ kind: 'document', version: { state: 'ready', trouble: null, pages: 2 } });
    expect(file.previews).toHaveLength(2);
    script('exit 77');
    const failed = await upload(office, writer, { name: 'other.docx', content: docx() });
    expect(failed).toMatchObject({ kind: 'document', version: { state: 'ready', trouble: 'office_failed', pages: null } });
  } finally {
    await office.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
