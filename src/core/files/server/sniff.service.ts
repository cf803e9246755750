/** What a file is, by its content; its name decides only between the old formats of office programs, which look alike. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { endingOf, kindOf, type SniffedKind } from '../files.rules.ts';

const looked = 4_096;
async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(looked), 0, looked, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** An XML text whose first element is `svg`. */
const isDrawing = (beginning: string): boolean =>
  /^\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE[^>[]*(\[[\s\S]*?\])?[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(\w+:)?svg[\s>]/i.test(
    beginning,
  );

/** Null: nothing that the library takes. */
export async function sniffFile(path: string, sentName: string): Promise<SniffedKind | null> {
  const found = await fileTypeFromFile(path);
  if (found?.ext === 'cfb') {
    const ending = endingOf(sentName);
    return ['doc', 'ppt', 'xls'].includes(ending) ? kindOf(ending) : null;
  }
  if (found !== undefined && found.ext !== 'xml') return kindOf(found.ext);
  return isDrawing((await beginningOf(path)).toString('utf8')) ? kindOf('svg') : null;
}
