/** The part of `sniffDocument` that runs in a process of its own: what a file is, by its content; its name decides only between the old formats of office programs, which look alike. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { SniffRequest } from './document-kind.ts';

const looked = 65_536;
/** Characters of a tag up to the end of its name. */
const longestTag = 40;

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Behind everything that may stand before the root element, in one pass: strangers wrote it. Null: it does not end in what was read. */
function rootOf(text: string): string | null {
  let at = 0;
  const skip = (end: string, from: number): boolean => {
    const found = text.indexOf(end, from);
    at = found + end.length;
    return found !== -1;
  };
  for (;;) {
    while (/[\s\ufeff]/.test(text.charAt(at))) at += 1;
    if (text.startsWith('<!--', at)) {
      if (!skip('-->', at + 4)) return null;
    } else if (text.startsWith('<?', at)) {
      if (!skip('?>', at + 2)) return null;
    } else if (text.startsWith('<!', at)) {
      const subset = text.slice(at, text.indexOf('>', at)).indexOf('[');
      if (subset !== -1 && !skip(']', at + subset)) return null;
      if (!skip('>', at)) return null;
    } else return text.slice(at, at + longestTag);
  }
}

/** The ending of its content; null: it is not known. */
export async function isolated({ file, name }: SniffRequest): Promise<string | null> {
  const found = await fileTypeFromFile(file);
  if (found?.ext === 'cfb') return /\.(doc|ppt|xls)$/i.exec(name)?.[1]?.toLowerCase() ?? null;
  if (found !== undefined && found.ext !== 'xml') return found.ext;
  const root = rootOf((await beginningOf(file)).toString('utf8'));
  return root !== null && /^<(?:\w{1,20}:)?svg[\s>/]/i.test(root) ? 'svg' : null;
}
