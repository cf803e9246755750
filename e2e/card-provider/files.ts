/** Files that are uploaded: the body in parts, of which one is the file. */
import type { Form } from './form.ts';
import { invalid, type Store, type Thing } from './store.ts';

const MOST_BYTES = 5_000_000;
const kinds: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };

/** The fields of a body of type multipart/form-data; of its file the name, the type and the number of bytes. */
export function parseParts(body: Buffer, type: string): Form {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return {};
  const form: Form = {};
  // one character for each byte, so that lengths are those of bytes
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const at = part.indexOf('\r\n\r\n');
    const [head, value] = [part.slice(0, at), part.slice(at + 4).replace(/\r\n$/, '')];
    const name = /name="([^"]+)"/.exec(head)?.[1];
    if (at === -1 || name === undefined) continue;
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    const kind = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? '';
    form[name] = filename === undefined ? value : { filename, type: kind, size: String(value.length), start: value.slice(0, 5) };
  }
  return form;
}

export function createFile(store: Store, form: Form): Thing {
  const { purpose, file } = form;
  if (purpose !== 'dispute_evidence') throw invalid('Invalid purpose.', { param: 'purpose' });
  if (typeof file !== 'object') throw invalid('Missing required param: file.', { param: 'file', code: 'parameter_missing' });
  const kind = kinds[String(file['type'])];
  if (kind === undefined) throw invalid('This file type is not supported for dispute evidence.', { param: 'file' });
  if (kind === 'pdf' && file['start'] !== '%PDF-') throw invalid('The file is damaged.', { param: 'file' });
  if (Number(file['size']) > MOST_BYTES) throw invalid('The file is too large.', { param: 'file' });
  const made = { filename: String(file['filename']), purpose, size: Number(file['size']), type: kind };
  return store.make('file', 'file', { ...made, url: `${store.origin()}/v1/files/contents` });
}
