import { expect, test } from 'vitest';
import { ticksOf } from '#kit/ui/chart/picture.ts';
import { scaleText } from './scale-text.hook.ts';

const picture = (values: number[]) => ({
  kind: 'bars' as const,
  stepTitle: 'Month',
  steps: [],
  series: [{ id: 'gained', name: 'Gained', values }],
  format: String,
});

test.each(['EUR', 'JPY', 'KWD'])('no two figures beside a scale read the same, and what left has a minus: %s', (currency) => {
  for (const tag of ['en-US', 'de', 'ar-u-nu-latn', 'ja']) {
    const text = scaleText(currency, tag);
    for (const most of [1, 3, 99, 40_000, 1_234_567, 987_654_321]) {
      const ticks = ticksOf(picture([most, -most])).map(text);
      expect(new Set(ticks).size).toBe(ticks.length);
      expect(ticks[0]).toMatch(/\u2212/);
    }
  }
});
