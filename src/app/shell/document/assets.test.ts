import { expect, test, vi } from 'vitest';
import { assetsOfBuild } from './assets.ts';

// made by the build
vi.mock('virtual:atrium-text', () => ({ textLoaders: {}, textsVersion: 'v' }));

const letters = ['inter-latin-opsz', 'inter-cyrillic-opsz', 'noto-sans-arabic-arabic-wght', 'noto-nastaliq-urdu-arabic-wght'];
const manifest = {
  'src/app/browser.tsx': { file: 'assets/browser.js', assets: letters.map((name) => `assets/${name}-normal-x1.woff2`) },
};

test.each([
  ['en-US', ['inter-latin-opsz']],
  ['ru', ['inter-latin-opsz', 'inter-cyrillic-opsz']],
  ['ar', ['inter-latin-opsz', 'noto-sans-arabic-arabic-wght']],
  ['ur', ['inter-latin-opsz', 'noto-nastaliq-urdu-arabic-wght']],
] as const)('a page in %s names the letters that it shows, and no others', (locale, names) => {
  const { fonts } = assetsOfBuild(manifest, { version: 'v', said: {} })({ sources: [], parts: [] }, locale);
  expect(fonts).toEqual(names.map((name) => `/assets/${name}-normal-x1.woff2`));
});

test('a module of nothing but styles is a style sheet', () => {
  const built = { ...manifest, 'letters.ts': { file: 'assets/letters.css' } };
  const { styles } = assetsOfBuild(built, { version: 'v', said: {} })({ sources: [], parts: ['letters.ts'] }, 'ja');
  expect(styles).toEqual(['/assets/letters.css']);
});
