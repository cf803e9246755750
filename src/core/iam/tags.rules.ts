/** Tags of things: how a word becomes one, and how statements name it. */

/** `length`: characters of one tag. `each`: tags of one thing. */
export const tagLimits = { length: 40, each: 20 } as const;

/** A tag as it is shown: normalised (NFC), trimmed, white space inside as one space each. */
export const tagOf = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ');
/** The same as it is compared: without case. */
export const tagKey = (text: string): string => tagOf(text).toLowerCase().normalize('NFC');

export type TagTrouble = 'tag_empty' | 'tag_length' | 'tag_letters';
/** What is wrong with a tag, or null: 1–40 characters, no comma, nothing that cannot be seen but the joiners of scripts that need them. */
export function tagTrouble(text: string): TagTrouble | null {
  const tag = tagOf(text);
  if (tag === '') return 'tag_empty';
  if ([...tag].length > tagLimits.length) return 'tag_length';
  return /[,،，、\p{Cc}\p{Cn}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u.test(tag) ? 'tag_letters' : null;
}

const mark = 'tag/';
/** The name by which statements speak of everything with that tag. */
export const tagName = (key: string): string => `${mark}${key}`;
/** The key in such a name; null: it names something else. */
export const keyInName = (name: string): string | null => (name.startsWith(mark) ? name.slice(mark.length) : null);
/** A resource with its tag as it is compared; everything else as it is. */
export function resourceOf(text: string): string {
  const key = keyInName(text);
  return key === null ? text : tagName(tagKey(key));
}

/** The tags that come and those that go, by their keys. */
export type TagChange = { add: readonly string[]; drop: readonly string[] };
export const tagChange = (before: readonly string[], after: readonly string[]): TagChange => ({
  add: after.filter((key) => !before.includes(key)),
  drop: before.filter((key) => !after.includes(key)),
});

/** Commas as keyboards have them, and ends of lines. */
const separators = /[,،，、\n]/u;
export const endsTag = (text: string): boolean => separators.test(text);
/** The tags in what somebody typed, separated by commas or lines; each once, in the first spelling. */
export function tagsIn(text: string): string[] {
  const words = text
    .split(separators)
    .map(tagOf)
    .filter((word) => word !== '');
  return words.filter((word, at) => words.findIndex((one) => tagKey(one) === tagKey(word)) === at);
}
