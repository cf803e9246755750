export type TextDirection = 'ltr' | 'rtl';

const rightToLeft =
  /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Samr}\p{scx=Mand}]/u;

/** Direction of the first strong letter, as `dir="auto"` finds it; null: nothing but digits and signs. */
export function textDirection(text: string): TextDirection | null {
  const letter = /\p{L}/u.exec(text);
  if (letter === null) return null;
  return rightToLeft.test(letter[0]) ? 'rtl' : 'ltr';
}
