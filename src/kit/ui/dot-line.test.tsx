import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DotLine } from './dot-line.tsx';

test('each part of a line is isolated, and what is missing leaves no dot', () => {
  const html = renderToStaticMarkup(
    <DotLine>
      {null}
      <b>Mathematics 9b</b>
      {'کل، 09:00 AM'}
      {''}
      {false}
    </DotLine>,
  );
  expect(html).toBe('<bdi><b>Mathematics 9b</b></bdi> · <bdi>کل، 09:00 AM</bdi>');
});
