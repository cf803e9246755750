/** Eight dark grounds on which white initials reach 5:1, as on the board. */
const tints = ['#3d4a86', '#216a63', '#7a4a1d', '#7b3a63', '#2d6391', '#5d4a94', '#4c6524', '#8a3f3a'];

/** The same name has the same ground everywhere. */
export function tintOf(name: string): string {
  let sum = 0;
  for (const c of name) sum += c.codePointAt(0) ?? 0;
  return tints[sum % tints.length] ?? '#3d4a86';
}

/** Two initials; one in scripts whose letters join (Arabic) or carry signs (Indic) and would look torn apart. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0] ?? '';
  if (/[\u0600-\u06ff]/u.test(first)) return [...first.replace(/^ال/u, '')][0] ?? '';
  const letters = (word: string) => new Intl.Segmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? '';
  if (/[\u0900-\u0dff\u3040-\u9fff]/u.test(first)) return letters(first);
  return words.slice(0, 2).map(letters).join('').toUpperCase();
}

/**
 * A picture that may be shown: of the house the page comes from. One of elsewhere would tell its server who is in the meeting.
 * `page` is the page's own address.
 */
export function ownPicture(avatarUrl: string | null, page: string): string | null {
  if (avatarUrl === null || !URL.canParse(avatarUrl, page)) return null;
  const url = new URL(avatarUrl, page);
  return url.origin === new URL(page).origin && /^https?:$/.test(url.protocol) ? url.pathname + url.search : null;
}

/** A path as CSS takes it. */
export const cssUrl = (path: string): string => `url("${encodeURI(path).replaceAll('"', '%22')}")`;
