/** The fetch minimum of 200 ms, as lists keep it. */
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '#app/proof/testing-components.tsx';
import { pageFacts } from '#kit/facts.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';

afterEach(() => void vi.useRealTimers());

const shape = { filters: [], sort: 'name' } as const;
function Rooms() {
  const [rows, setRows] = useState<readonly string[]>();
  return (
    <>
      <button type="button" onClick={() => setRows(['Maths'])}>
        Answer
      </button>
      <DataTable
        name="rooms"
        label="Rooms"
        list={useListState(shape)}
        columns={[{ id: 'name', title: 'Name', lead: 'lead', cell: (name: string) => name }]}
        rows={rows}
        rowId={(name) => name}
        rowName={(name) => name}
        page={{ next: null }}
        pending={rows === undefined}
        empty={<p>None</p>}
      />
    </>
  );
}
const answer = () => document.querySelector<HTMLButtonElement>('main button')?.click();
const rowsShown = () => page.getByRole('cell', { name: 'Maths' }).elements().length;
/** Lets React draw; its own clock is not the one that is stopped. */
const drawn = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
async function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  await drawn();
}
async function open() {
  await mount(<Rooms />);
  await drawn();
}

test('an answer before a skeleton is seen is shown at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await open();
  await pass(149);
  answer();
  await drawn();
  expect(rowsShown()).toBe(1);
});

test('a skeleton that is seen stays for the fetch minimum, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await open();
  await pass(150);
  await pass(20);
  answer();
  await pass(pageFacts.fetchMinimum - 21);
  expect([rowsShown(), document.querySelector('[aria-busy]') === null]).toEqual([0, false]);
  await pass(1);
  expect([rowsShown(), document.querySelector('[aria-busy]') === null]).toEqual([1, true]);
});
