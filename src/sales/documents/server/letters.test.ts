import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { coverage, drawable, plainer } from './letters.service.ts';

const file = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
);

test('knows what a font can draw', () => {
  const has = coverage([readFileSync(file)]);
  expect(has(0x0641)).toBe(true);
  expect(has(0x0e44)).toBe(false);
  expect(has(0x1f600)).toBe(false);
});

test('shows a box for the rest, and keeps marks that steer the text', () => {
  const has = (point: number) => point < 0x80;
  expect(drawable('aไ\u2068b\u2069\u0007c', has)).toBe('a□\u2068b\u2069 c');
  expect(drawable('x\u{1f44d}\u{1f3fd}', has)).toBe('x□');
  expect(drawable('y'.repeat(45), has)).toBe(`${'y'.repeat(20)}\u200b${'y'.repeat(20)}\u200b${'y'.repeat(5)}`);
});

test('where scripts meet, or a letter has no font, only Latin letters are kept for a second try', () => {
  for (const text of ['Fälligkeit – 1.234,50 €', 'فاتورة RE-2026-0042', 'मासिक योजना', '請求書 カナ', 'Счёт №7', 'Ω 3'])
    expect(plainer(text)).toBe(text);
  expect(plainer('Ana 葛 ﷽')).toBe('Ana ? ?');
  expect(plainer('Šumava □')).toBe('Šumava ?');
  expect(plainer('ไทย a')).toBe('??? a');
});
