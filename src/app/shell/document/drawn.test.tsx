import { Suspense, useId } from 'react';
import { expect, test, vi } from 'vitest';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { drawn } from './drawn.ts';

const left = '<!--$!-->';
const Part = ({ word }: { word: string }) => <b id={useId()}>{word}</b>;
const page = (Late: (props: { word: string }) => React.ReactNode) => (
  <main>
    <Suspense fallback="…">
      <Late word="here" />
    </Suspense>
  </main>
);

test('a part that nobody loaded before is waited for, and stands where it belongs', async () => {
  const onTrouble = vi.fn();
  const html = await drawn(page(loadable(async () => Part)), onTrouble);
  expect(html).toContain('here</b>');
  expect(html).not.toContain(left);
  expect(html).not.toContain('<script');
  expect(onTrouble).not.toHaveBeenCalled();
});

test('a long part is not sent apart from the page, and has the names that it has when it was there', async () => {
  const long = 'x'.repeat(200_000);
  const Long = () => <Part word={long} />;
  const Late = loadable(async () => Long);
  const waited = await drawn(page(Late), () => {});
  expect(waited).toContain(long);
  expect(waited).not.toMatch(/<script|<template|hidden/);
  expect(await drawn(page(Late), () => {})).toBe(waited);
});

test('what a part throws is told, and left to the browser; what nothing catches is thrown', async () => {
  const onTrouble = vi.fn();
  const Broken = () => {
    throw new Error('broken');
  };
  expect(await drawn(page(Broken), onTrouble)).toContain(left);
  expect(onTrouble).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }), expect.anything());
  await expect(drawn(<Broken />, onTrouble)).rejects.toThrow('broken');
});
