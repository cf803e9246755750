import type { QueryPair } from '#query.ts';

/** A file of a form, as sent: `name` is the field's, `filename` what the sender calls it. */
export type FilePart = { name: string; filename: string; contentType: string; bytes: Uint8Array };

/** What a form carries: text fields in order, and files. */
export type MultipartForm = { fields: QueryPair[]; files: FilePart[] };

/** More parts than any BBB form has; the rest is left unread. */
const maxParts = 1000;

/**
 * The parts of a `multipart/form-data` body (RFC 7578).
 * A body that does not follow the format gives the parts read up to there.
 */
export function readMultipart(body: Uint8Array | string, contentType: string): MultipartForm {
  const form: MultipartForm = { fields: [], files: [] };
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return form;
  // One character per byte, so that files survive and lengths are lengths.
  const text = Buffer.from(body).toString('latin1');
  for (const part of `\r\n${text}`.split(`\r\n--${boundary}`, maxParts).slice(1)) {
    if (part.startsWith('--')) break;
    const headEnd = part.indexOf('\r\n\r\n');
    if (headEnd === -1) break;
    addPart(form, part.slice(0, headEnd), Buffer.from(part.slice(headEnd + 4), 'latin1'));
  }
  return form;
}

function addPart(form: MultipartForm, rawHead: string, bytes: Buffer): void {
  const head = Buffer.from(rawHead, 'latin1')
    .toString('utf8')
    .replace(/\r?\n[ \t]+/g, ' ');
  const disposition = /^content-disposition:(.*)/im.exec(head)?.[1] ?? '';
  const name = /^\s*form-data;/i.test(disposition) ? /;\s*name="([^"]*)"/i.exec(disposition)?.[1] : undefined;
  if (name === undefined) return;
  if (!/;\s*filename\*?=/i.test(head)) {
    form.fields.push([decodeName(name), bytes.toString('utf8')]);
    return;
  }
  const filename = decodeName(/;\s*filename="([^"]*)"/i.exec(head)?.[1] ?? '');
  const contentType = /^content-type:[ \t]*([^\r\n]{0,200})/im.exec(head)?.[1]?.trim() ?? '';
  form.files.push({ name: decodeName(name), filename, contentType, bytes });
}

/** A form that carries one text file, with the header that tells its boundary. */
export function writeMultipartFile(file: { name: string; filename: string; contentType: string; text: string }): {
  contentType: string;
  body: string;
} {
  let boundary = 'part-of-a-form';
  while (file.text.includes(boundary)) boundary += '-x';
  const head = `content-disposition: form-data; name="${encodeName(file.name)}"; filename="${encodeName(file.filename)}"`;
  const type = file.contentType.replace(/[\r\n]/g, '');
  const body = `--${boundary}\r\n${head}\r\ncontent-type: ${type}\r\n\r\n${file.text}\r\n--${boundary}--\r\n`;
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

/** Browsers write quotes and line breaks inside a field's name as these three triplets (WHATWG, multipart encoding). */
function decodeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function encodeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
