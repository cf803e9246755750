/** Parts of iCalendar texts (RFC 5545) that others wrote, read leniently. */

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An address of `mailto:`, lower case. iCloud names people by ids of its own and the address beside. */
export function addressOf(value: string, email: string): string {
  const plain = value.replace(/^mailto:/i, '');
  return unescaped(plain.includes('@') ? plain : email || plain)
    .trim()
    .toLowerCase();
}
/** An address in a `mailto:` may be written as in the address of a page (RFC 6068 §2). */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** From the first calendar on, with folded lines joined; lines that `isReadable` refuses are left out. */
export function readableLines(text: string, isReadable: (line: string) => boolean): string[] {
  return text
    .slice(Math.max(0, text.search(/BEGIN:VCALENDAR/i)))
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && (/^(?:BEGIN|END):/i.test(line) || isReadable(line)));
}
