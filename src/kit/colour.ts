/** Colours as `#rrggbb`, and how well one is read on another (WCAG 2.2). */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

const part = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
const channel = (value: number) => {
  const share = value / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number =>
  0.2126 * channel(part(hex, 1)) + 0.7152 * channel(part(hex, 3)) + 0.0722 * channel(part(hex, 5));

/** 1 (none) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
/** Letters are read well from here on (1.4.3). */
export const leastContrast = 4.5;

/** `share` of the other colour in the first, 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const at = (index: number) =>
    Math.round(part(one, index) * (1 - share) + part(other, index) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${at(1)}${at(3)}${at(5)}`;
}

/** The colour on its way to `towards` as far as it takes to be read on every one of `grounds`. */
function readable(colour: string, towards: string, grounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mixed(colour, towards, share);
    if (grounds.every((ground) => contrast(tried, ground) >= leastContrast)) return tried;
  }
  return towards;
}

const ink = '#000000';
const paper = '#ffffff';
const dark = '#12161f';

/** The colour as a ground for white letters: darkened as far as it takes to read them. */
export const fillOf = (accent: string): string => readable(accent, ink, [paper]);

/** The kit's own variables that follow the accent. They are resolved where they are declared, so each scope declares them again. */
export const accentFollowers: Readonly<Record<string, string>> = Object.fromEntries(
  ['--mantine-primary-color', '--mantine-color-accent'].flatMap((name) => [
    [`${name}-filled`, 'var(--at-accent)'],
    [`${name}-filled-hover`, 'var(--at-accent-hover)'],
    [`${name}-light`, 'var(--at-accent-soft)'],
    [`${name}-light-hover`, 'var(--at-accent-soft)'],
    [`${name}-light-color`, 'var(--at-accent-text)'],
  ]),
);

/**
 * The accent of a tenant in both schemes: what stands on the fill is white and read, and the words in its colour are read on every
 * ground. `within`: a selector of the part of the page that wears it; left out, the whole page does.
 */
export function accentCss(accent: string, within = ''): string {
  const fill = fillOf(accent);
  const [day, night] = [mixed(accent, paper, 0.92), mixed(accent, dark, 0.8)];
  const followers = Object.entries(within === '' ? {} : accentFollowers);
  const of = (scheme: string, values: Record<string, string>) => {
    const own = Object.entries(values).map(([name, value]) => [`--at-accent${name}`, value]);
    const lines = [...own, ...followers].map(([name, value]) => `${name}:${value}`);
    return `html:root[data-mantine-color-scheme="${scheme}"]${within === '' ? '' : ` ${within}`}{${lines.join(';')}}`;
  };
  return [
    of('light', {
      '': fill,
      '-hover': mixed(fill, ink, 0.14),
      '-text': readable(accent, ink, [paper, day, '#f6f7fa', '#eef0f5']),
      '-soft': day,
      '-line': mixed(accent, paper, 0.7),
    }),
    of('dark', {
      '': fill,
      '-hover': mixed(fill, ink, 0.1),
      '-text': readable(accent, paper, [dark, night, '#1b2130']),
      '-soft': night,
      '-line': mixed(accent, dark, 0.5),
    }),
  ].join('');
}
