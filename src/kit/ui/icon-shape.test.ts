import { IconHome } from '@tabler/icons-react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { iconOf } from './icon-shape.ts';

const lines = [
  ['path', { d: 'M5 12l-2 0l9 -9l9 9l-2 0', key: 'svg-0' }],
  ['path', { d: 'M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7', key: 'svg-1' }],
  ['path', { d: 'M9 21v-6a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v6', key: 'svg-2' }],
] as const;

test('an icon has the markup of the package', () => {
  const ours = iconOf('outline', 'home', 'Home', lines);
  for (const props of [{}, { size: 16, stroke: 1.75 }, { size: 12, className: 'turn', 'aria-hidden': true }, { color: 'red' }])
    expect(renderToString(createElement(ours, props))).toBe(renderToString(createElement(IconHome, props)));
});

test('a title is text', () => {
  const ours = iconOf('filled', 'home', 'Home', []);
  expect(renderToString(createElement(ours, { title: '<a> & "b"' }))).toContain(
    '><title>&lt;a&gt; &amp; &quot;b&quot;</title></svg>',
  );
});
