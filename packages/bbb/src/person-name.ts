/** Characters (code points) of a name at most; longer ones are cut, because programs send names that no form has checked. */
export const personNameLength = 128;

/** Control characters, zero-width spaces, and marks that turn the direction of the text that follows the name. */
const removed = /[^\P{Cc}\s]|[\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;
/** Joiners stay, as emoji and Indic and Persian names need them; a name of nothing else shows nothing. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\u2800]/u;

/**
 * A person's name as others see it: one line in NFC with single spaces, at most `personNameLength` characters, cut between those that a
 * reader sees as one. `''` when nothing of it can be seen.
 */
export function personName(text: string): string {
  const name = text.replace(removed, '').replace(/\s+/g, ' ').trim().normalize('NFC');
  return visible.test(name) ? shortened(name) : '';
}

function shortened(name: string): string {
  if (name.length <= personNameLength) return name;
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    length += [...segment].length;
    if (length > personNameLength) break;
    kept += segment;
  }
  // one letter under hundreds of accents
  return kept.trimEnd() || [...name].slice(0, personNameLength).join('');
}
