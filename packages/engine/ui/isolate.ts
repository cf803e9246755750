import type { TextValues } from '#ui/text.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Names and times keep their own direction inside a sentence (Unicode isolates, UAX #9 §2.4): without them a Latin name in an
 * Arabic sentence, or the other way round, drags punctuation and figures along. Left alone where nothing can mix.
 */
export function isolating<Key extends string>(
  text: (key: Key, values?: TextValues) => string,
  dir: 'ltr' | 'rtl',
): (key: Key, values?: TextValues) => string {
  const isolate = (value: string | number) =>
    typeof value === 'string' && (dir === 'rtl' || rightToLeft.test(value)) ? `\u2068${value}\u2069` : value;
  return (key, values) => {
    if (!values) return text(key);
    const isolated: TextValues = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
    return text(key, isolated);
  };
}
