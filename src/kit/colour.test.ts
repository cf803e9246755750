import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentCss, contrast, fillOf, isColour, leastContrast, mixed } from './colour.ts';

test('contrast as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
});

const colours = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
const value = (css: string, scheme: string, name: string): string =>
  new RegExp(`"${scheme}"\\][^{]*\\{[^}]*--at-accent${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? '';

test('words in any accent are read in both schemes, on the ground of the page and on the soft one', () => {
  fc.assert(
    fc.property(colours, (accent) => {
      const css = accentCss(accent);
      for (const [scheme, ground] of [
        ['light', '#ffffff'],
        ['dark', '#12161f'],
      ] as const) {
        const text = value(css, scheme, '-text');
        expect(isColour(text)).toBe(true);
        for (const under of [ground, value(css, scheme, '-soft')])
          expect(contrast(text, under)).toBeGreaterThanOrEqual(leastContrast);
      }
    }),
  );
});

test('white letters are read on the fill of any accent, at rest and under the pointer; one that is dark enough stays as it is', () => {
  fc.assert(
    fc.property(colours, (accent) => {
      for (const css of [accentCss(accent), accentCss(accent, '[data-accent]')])
        for (const scheme of ['light', 'dark'])
          for (const name of ['', '-hover'])
            expect(contrast(value(css, scheme, name), '#ffffff')).toBeGreaterThanOrEqual(leastContrast);
    }),
  );
  expect(fillOf('#7a2e8f')).toBe('#7a2e8f');
  expect(fillOf('#ffd400')).not.toBe('#ffd400');
});

test('a part of a page that wears another accent takes the filled buttons of the kit with it', () => {
  expect(accentCss('#7a2e8f', '[data-accent]')).toContain('--mantine-color-accent-filled:var(--at-accent)');
  expect(accentCss('#7a2e8f')).not.toContain('mantine-color-accent');
});
