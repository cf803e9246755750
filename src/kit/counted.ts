/** Totals of lists that grow without bound are counted no further: telling a million rows would take as long as reading them. */
export const COUNTED_TO = 1_000;

/** Such a total for people; `1,000+` where it was not counted to the end, held together in texts that run from right to left. */
export function countWords(total: number | undefined, locale: string): string {
  const words = new Intl.NumberFormat(locale).format(total ?? COUNTED_TO);
  return total === undefined ? `\u2066${words}+\u2069` : words;
}
