import type { Pair } from '#query.ts';

/** More parts than any BBB form has; the rest is left unread. */
const maxParts = 1000;

/**
 * The text fields of a `multipart/form-data` body (RFC 7578) in order. Parts that carry a file are left out.
 * A body that does not follow the format gives the fields read up to there.
 */
export function multipartFields(body: string, contentType: string): Pair[] {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) return [];
  const fields: Pair[] = [];
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`, maxParts).slice(1)) {
    if (part.startsWith('--')) break;
    const headEnd = part.indexOf('\r\n\r\n');
    if (headEnd === -1) break;
    const head = part.slice(0, headEnd);
    const name = /^content-disposition:\s*form-data;(?:.*;)?\s*name="([^"]*)"/im.exec(head)?.[1];
    if (name !== undefined && !/;\s*filename\*?=/i.test(head)) fields.push([decodeName(name), part.slice(headEnd + 4)]);
  }
  return fields;
}

/** Browsers write quotes and line breaks inside a field's name as these three triplets (WHATWG, multipart encoding). */
function decodeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
