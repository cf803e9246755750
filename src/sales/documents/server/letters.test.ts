import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { coverage, drawable } from './letters.service.ts';

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
