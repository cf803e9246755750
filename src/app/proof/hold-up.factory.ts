/** Requests that try to hold up a whole process, and a watch that asks beside them how long everybody else waits. */
import http from 'node:http';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import * as z from 'zod/mini';

const megabytes = (count: number, piece: string) => piece.repeat(Math.floor((count * 1024 * 1024) / piece.length));
const moduleOf = (attributes: string, content: string) =>
  `<modules><module name="presentation"><document ${attributes}>${content}</document></module></modules>`;

/** Pieces that readers of markup take for the beginning, the end or the inside of something, and blanks that only some of them skip. */
const pieces = [
  '<!---->',
  '<!--',
  '<?a?>',
  '<!x[',
  ']]>',
  '<a ',
  '&amp;',
  '?',
  '#',
  '-',
  ' ',
  '\n',
  '\u2003',
  '="',
  "'",
  '/>',
  'svg',
];
/** Texts of their kind: one or two pieces again and again, and something at the end that fits nowhere. The same for a seed each time. */
export function repeatedPieces(seed: number, characters: number): string {
  const at = (offset: number) => pieces[(seed * 7 + offset * (seed % 5)) % pieces.length] ?? '';
  const piece = at(0) + at(seed % 3);
  return `${piece.repeat(Math.ceil(characters / piece.length))}\n\0`;
}

/** What an upload may be: few bytes that say nothing, a drawing that takes long to draw. */
export const hostileFiles: Readonly<Record<string, () => string>> = {
  '26 comments': () => `${'<!---->'.repeat(26)}a`,
  '60 comments': () => `${'<!---->'.repeat(60)}a`,
  'document types': () => '<!DOCTYPE [ '.repeat(5_000),
  blanks: () => `${' '.repeat(65_000)}<svx`,
  'a drawing of filters': () =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">${'<feTurbulence numOctaves="50"/>'.repeat(60)}</filter>${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(60)}</svg>`,
};

/** Bodies of `create`. The last one is what a customer's program may really send. */
export const hostileModules: Readonly<Record<string, () => string>> = {
  attributes: () => moduleOf(Array.from({ length: 1_600_000 }, (_, at) => `a${at.toString(36)}="x"`).join(' '), ''),
  'empty elements': () => `<modules>${megabytes(19, '<a/>')}</modules>`,
  entities: () => moduleOf('filename="a.txt"', megabytes(19, '&amp;')),
  blanks: () => moduleOf('filename="a.pdf"', megabytes(19, 'A ')),
  'blanks between comments': () => `<!---->${' '.repeat(16_000_000)}${'<!---->'.repeat(600)}<modules/>`,
  'an address of question marks': () => moduleOf(`url="https://example.org/${'?'.repeat(60_000)}&#10;"`, ''),
  'an address of numbers': () => moduleOf(`url="https://example.org/${'#'.repeat(60_000)}&#10;"`, ''),
  'blanks of Unicode in a tag': () => `<modules ${'\u2003'.repeat(60_000)}>`,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, seed) => [`pieces ${seed}`, () => repeatedPieces(seed, 60_000)])),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, seed) => [
      `pieces in an attribute ${seed}`,
      () => moduleOf(`filename="a.pdf" url="${repeatedPieces(seed, 60_000).replaceAll(/[<"&\0]/g, '?')}"`, ''),
    ]),
  ),
  'a slide of 14 MB': () => moduleOf('filename="a.pdf"', megabytes(19, 'QUJD')),
};

export const hostileJson: Readonly<Record<string, () => string>> = {
  'nested JSON': () => `${megabytes(7, '[')}${megabytes(7, ']')}`,
  'undeclared fields': () => `{${Array.from({ length: 900_000 }, (_, at) => `"field${at.toString(36)}":1`).join()},"name":1}`,
};

const fileOf = (text: string) => JSON.stringify({ name: 'file', content: Buffer.from(text).toString('base64') });
const entry = (at: number) =>
  `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-16</Dt></BookgDt><AcctSvcrRef>${at}</AcctSvcrRef></Ntry>`;
/** Bank files of ten megabytes. */
export const hostileStatements: Readonly<Record<string, () => string>> = {
  'a list of short lines': () => fileOf(`date;amount\n${megabytes(9.9, '2026-11-16;1\n')}`),
  'camt.053 with many entries': () =>
    fileOf(
      `<Document><BkToCstmrStmt><Stmt>${Array.from({ length: 72_000 }, (_, at) => entry(at)).join('')}</Stmt></BkToCstmrStmt></Document>`,
    ),
};

const mailOf = (type: string, body: string) =>
  Buffer.from(`From: a@example.org\r\nTo: support@replies.example.com\r\nSubject: Held\r\nContent-Type: ${type}\r\n\r\n${body}`);
const manyParts = () =>
  Array.from({ length: 120_000 }, (_, at) => `--b\r\nContent-Type: text/plain; name=${at}\r\n\r\nx\r\n`).join('');
/** Mails to the address that everybody knows, up to the most that is taken. */
export const hostileMails: Readonly<Record<string, () => Buffer>> = {
  'plain text': () => mailOf('text/plain', megabytes(9.9, 'line of text\r\n')),
  'empty lines': () => mailOf('text/plain', megabytes(9.9, '\r\n')),
  'one line': () => mailOf('text/plain', megabytes(9.9, 'x')),
  'broken breaks': () => mailOf('text/html', megabytes(9.9, '<br ')),
  'open quotations': () => mailOf('text/html', megabytes(1, '<blockquote>')),
  'dashes and blanks': () => mailOf('text/plain', `---${' '.repeat(4_000)}\r\n`.repeat(2_000)),
  'many parts': () => mailOf('multipart/mixed; boundary=b', manyParts()),
  'long headers': () => Buffer.concat([Buffer.from(`To: ${megabytes(9.5, 'a')}\r\n`), mailOf('text/plain', 'x')]),
  'a report of blanks': () =>
    mailOf('message/delivery-status', `Final-Recipient: x\r\nAction: failed\r\nDiagnostic-Code: x;${megabytes(9, ' ')}`),
};

/** A progressive JPEG of 36 megapixels that says the same scan again and again. */
export async function jpegOfScans(count: number): Promise<Buffer> {
  const plain = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#808080' } })
    .greyscale()
    .jpeg({ progressive: true })
    .toBuffer();
  const scan = plain.subarray(plain.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([plain.subarray(0, -2), ...Array<Buffer>(count).fill(scan), plain.subarray(-2)]);
}

type Uploading = { url: string; token: string; name: string; content: string };
/** Uploads a file whole, and waits a while for what becomes of it: its reading is what may hold up. */
export async function uploadHostile({ url, token, name, content }: Uploading): Promise<Reply[]> {
  const bytes = Buffer.from(content);
  const authorization = `Bearer ${token}`;
  const begun = await fetch(`${url}/api/library/uploads`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name, bytes: bytes.length }),
  });
  const { url: place } = uploadBegun.parse(await begun.json());
  const headers = {
    ...{ authorization, 'tus-resumable': '1.0.0', 'upload-offset': '0' },
    ...{ 'content-type': 'application/offset+octet-stream', 'content-length': String(bytes.length) },
  };
  const reply = await send(`${url}${place}`, { method: 'PATCH', headers }, bytes);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return [reply];
}
const uploadBegun = z.object({ url: z.string() });

export type Reply = { status: number; bytes: number; ms: number };
/** Status 0: the connection was closed without an answer. */
export function send(url: string, options: http.RequestOptions, body?: string | Buffer): Promise<Reply> {
  const began = performance.now();
  return new Promise((resolve) => {
    const request = http.request(url, { agent: false, ...options }, (response) => {
      let bytes = 0;
      const end = () => resolve({ status: response.statusCode ?? 0, bytes, ms: performance.now() - began });
      response.on('data', (part: Buffer) => {
        bytes += part.byteLength;
      });
      response.on('end', end).on('error', end);
    });
    request.on('error', () => resolve({ status: 0, bytes: 0, ms: performance.now() - began }));
    request.end(body);
  });
}

const watcher = `
const http = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const agent = new http.Agent({ keepAlive: true });
const worst = new Map(), open = new Map();
const note = (url, ms) => worst.set(url, Math.max(worst.get(url) ?? 0, ms));
function ask(url) {
  const began = performance.now();
  open.set(url, began);
  const next = () => { note(url, performance.now() - began); open.delete(url); setTimeout(ask, 10, url); };
  http.get(url, { agent }, (response) => response.resume().on('end', next)).on('error', next);
}
parentPort.on('message', () => {
  for (const [url, began] of open) note(url, performance.now() - began);
  parentPort.postMessage(workerData.map((url) => worst.get(url) ?? 0));
  worst.clear();
});
workerData.forEach(ask);`;

/** Asks these addresses without pause, from a thread of its own. `worst` gives the longest wait in milliseconds for each since it was last asked. */
export function watchAnswers(urls: readonly string[]): { worst(): Promise<number[]>; stop(): Promise<unknown> } {
  const worker = new Worker(watcher, { eval: true, workerData: urls });
  return {
    worst: () =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage('worst');
      }),
    stop: () => worker.terminate(),
  };
}
