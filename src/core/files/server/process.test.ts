import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import sharp from 'sharp';
import { buildLibrarian, type LibraryWorld, libraryWorld, type Librarian, upload } from './files.factory.ts';
import { officeHint, pagesOfOffice } from '@atrium/pages/office';
import { docx, docxBomb, drawing, pdf, photo, pixelBomb, png, video } from '@atrium/pages/samples.factory';

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
  const rdf = (inside: string) =>
    `<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</r:RDF></metadata>`;
  const bad = [
    '<script>alert(1)</script>',
    '<g onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<foreignObject><iframe/></foreignObject>',
    '<image href="https://example.org/track.png"/>',
    '<rect fill="u&#114;l(https://example.org/x.svg#y)"/>',
    '<style>@import "https://example.org/x.css";</style>',
    '<style>rect { fill: \\75 rl(//example.org) }</style>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<unheardOf/>',
    rdf('<script xmlns="http://www.w3.org/2000/svg">alert(1)</script>'),
    rdf('<r:li><g xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/></r:li>'),
    rdf('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>'),
    rdf('<r:li onload="alert(1)"/>'),
    rdf('<r:li href="javascript:alert(1)"/>'),
    rdf('<r:li xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://example.org/"/>'),
  ];
  for (const inside of bad) {
    const { version } = await upload(world, who, { name: 'x.svg', content: drawing(inside) });
    expect([inside, version.state, version.trouble]).toEqual([inside, 'refused', 'active_content']);
  }
}, 60_000);

test('a drawing as drawing programs write it is taken', async () => {
  const content = drawing(
    `<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:li resource="https://example.org"/></r:RDF></metadata>
    <defs><linearGradient id="g"><stop offset="1" style="stop-color:#fff"/></linearGradient></defs>
    <style><![CDATA[.a { fill: url(#g); font: url("data:font/woff2;base64,AA==") }]]></style>
    <image href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"/><use xlink:href="#g" xmlns:xlink="http://www.w3.org/1999/xlink"/>
    <text aria-label="on call: url">x</text>`,
  );
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  const exported = content.toString().replace('?>', `?>\n<!-- Generator: a program -->\n${doctype}\n<!-- -->`);
  const file = await upload(world, who, { name: 'plan.svg', content: Buffer.from(exported) });
  expect(file).toMatchObject({ kind: 'picture', version: { state: 'ready', mime: 'image/svg+xml', width: 90 } });
});

test('comments, declarations and blanks before a drawing are passed over at once, however many there are', async () => {
  const many = { '<!---->': 26, '<?a?>': 8_000, '<!x>': 8_000, ' ': 60_000, '<!--': 15_000, '<!x[': 15_000 };
  for (const [piece, count] of Object.entries(many)) {
    const began = performance.now();
    const { version } = await upload(world, who, { name: 'x.svg', content: Buffer.from(`${piece.repeat(count)}<svx`) });
    expect([piece, version.state, version.trouble]).toEqual([piece, 'refused', 'unknown_kind']);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
}, 60_000);

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

test('LibreOffice has no network, little memory, and a profile that runs and loads nothing', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-office-'));
  const asked: string[] = [];
  const listener = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // cast: a TCP server's address is never a pipe's name
  const { port } = listener.address() as AddressInfo;
  const program = path.join(folder, 'soffice');
  const ask = `fetch("http://127.0.0.1:${port}/picture").then(() => process.exit(), () => process.exit(9))`;
  fs.writeFileSync(path.join(folder, 'ask.mjs'), ask);
  fs.writeFileSync(
    program,
    `#!/bin/sh
    ulimit -v > "${folder}/memory"
    cp "$(echo "$1" | cut -d/ -f3- | sed 's|^|/|')/user/registrymodifications.xcu" "${folder}/profile"
    ulimit -v unlimited 2> /dev/null
    (ulimit -v; cat /proc/net/dev) > "${folder}/network"
    "${process.execPath}" "${folder}/ask.mjs"
    exit 1`,
    { mode: 0o755 },
  );
  const office = await libraryWorld({ LIBREOFFICE: program, LIBREOFFICE_NETWORK: 'on' });
  onTestFinished(async () => {
    listener.close();
    await office.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const writer = await buildLibrarian(office);
  const file = await upload(office, writer, { name: 'rules.docx', content: docx() });
  expect(file.version).toMatchObject({ state: 'ready', trouble: 'office_failed' });
  const written = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  expect(Number(written('memory'))).toBeLessThan(5_000_000);
  expect(written('profile')).toMatch(/"DisableMacrosExecution"[^/]*<value>true/);
  expect(written('profile')).toMatch(/"BlockUntrustedRefererLinks"[^/]*<value>true/);
  // a system may refuse networks of one's own; the operator reads so then
  const hint = await officeHint({ program, network: true });
  expect(hint === null ? [written('network').match(/\w+:/g), asked] : hint).toEqual(
    hint === null ? [['lo:'], []] : expect.stringContaining('LibreOffice runs with the network'),
  );
}, 60_000);

test('where the system gives LibreOffice no network of its own, it does not start unless the operator allows that', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-office-'));
  const program = path.join(folder, 'soffice');
  fs.writeFileSync(path.join(folder, 'one.pdf'), pdf({ pages: 1 }));
  const started = path.join(folder, 'started');
  fs.writeFileSync(program, `#!/bin/sh\ntouch "${started}"; cp "${folder}/one.pdf" "$7/pages.pdf"\n`, { mode: 0o755 });
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'rules.docx');
  fs.writeFileSync(file, docx());
  const readIn = async (network: 'on' | 'off') => {
    const settings = { program, network: network === 'on' };
    const pages = await pagesOfOffice({ office: settings, file, folder, ending: 'docx' }, async () => false);
    return [pages, fs.existsSync(started), await officeHint(settings, async () => false)];
  };
  expect(await readIn('off')).toEqual(['office_network', false, expect.stringContaining('LIBREOFFICE_NETWORK=on')]);
  expect(await readIn('on')).toEqual([
    { pdf: path.join(folder, 'pages.pdf') },
    true,
    expect.stringContaining('LibreOffice runs with the network'),
  ]);
});

test('an office file has the pages that LibreOffice makes of it; where it fails, the file is kept and says so', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-office-'));
  const program = path.join(folder, 'soffice');
  fs.writeFileSync(path.join(folder, 'two.pdf'), pdf({ pages: 2 }));
  const script = (last: string) => fs.writeFileSync(program, `#!/bin/sh\n${last}\n`, { mode: 0o755 });
  // called as: -env:… --headless --norestore --convert-to pdf --outdir <folder> <file>
  script(`test "$5" = pdf && cp "${folder}/two.pdf" "$7/$(basename "$8" .docx).pdf"`);
  const office = await libraryWorld({ LIBREOFFICE: program, LIBREOFFICE_NETWORK: 'on' });
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
