import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { loadable } from './loadable.tsx';

const Part = ({ word }: { word: string }) => <b>{word}</b>;
const drawn = async (element: React.ReactNode): Promise<string> => new Response((await prerender(element)).prelude).text();

test('a part that was loaded before is drawn at once', async () => {
  const Late = loadable(async () => Part);
  await Late.preload();
  expect(renderToString(<Late word="here" />)).toBe('<b>here</b>');
});

test('a part that is still on its way is waited for, loaded once, and React has nothing to complain about', async () => {
  const complain = vi.spyOn(console, 'error');
  const load = vi.fn(async () => Part);
  const Late = loadable(load);
  const html = await drawn(
    <Suspense fallback="…">
      <Late word="one" />
      <Late word="two" />
    </Suspense>,
  );
  expect(html).toContain('<b>one</b><b>two</b>');
  expect(load).toHaveBeenCalledTimes(1);
  expect(complain).not.toHaveBeenCalled();
});

test('after a failure it is loaded again', async () => {
  const load = vi.fn(async () => Part);
  load.mockRejectedValueOnce(new Error('offline'));
  const Late = loadable(load);
  await expect(Late.preload()).rejects.toThrow('offline');
  await Late.preload();
  expect(renderToString(<Late word="here" />)).toBe('<b>here</b>');
});
