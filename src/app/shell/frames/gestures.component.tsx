/// <reference types="@vitest/browser-playwright" />
/** Fingers on the page, as the browser itself sends them. */
import { expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { mount, onCall } from '#app/proof/testing-components.tsx';
import { namesFor } from '#core/iam/iam.rules.ts';
import { chatCalls } from '#talk/chat/chat.contract.ts';
import { noticesCalls } from '#core/outbox/outbox.contract.ts';
import { touchFacts } from '#kit/facts.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { AppFrame } from './app-frame.tsx';

const phone = (locale: 'en-US' | 'ar') => ({ locale, scheme: 'light', width: 360 }) as const;
type Spot = { x: number; y: number };
/** Presses at one place of the tested page, moves to another and lifts. `ms`: how long it rests before it moves. */
async function finger(from: Spot, { to = from, ms = 0 }: { to?: Spot; ms?: number } = {}) {
  const frame = window.frameElement?.getBoundingClientRect();
  const at = ({ x, y }: Spot) => [{ x: x + (frame?.x ?? 0), y: y + (frame?.y ?? 0) }];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(from));
  if (ms > 0) await new Promise((done) => setTimeout(done, ms));
  if (to !== from) await send('touchMove', at(to));
  await send('touchEnd', []);
}

const calls = [
  onCall(chatCalls.unread, () => ({ unread: 2, mentions: 1 })),
  onCall(noticesCalls.list, () => sampleOf(noticesCalls.list.result, { unread: 0, items: [] })),
  onCall(meetingsCalls.list, () => sampleOf(meetingsCalls.list.result, { live: 0, items: [] })),
];
const account = { id: 'a1', name: 'Nordlicht School', kind: 'customer', role: 'owner', state: 'active' } as const;
const drawer = () => document.querySelector('[data-drawer]');

test.each([
  ['en-US', 4, 1],
  ['ar', 356, -1],
] as const)(
  'in %s a swipe from the edge opens the side bar, from 31 pixels on, and one back closes it',
  async (locale, x, forward) => {
    await mount(
      <AppFrame row={null}>
        <h1 style={{ blockSize: 400 }}>Page</h1>
      </AppFrame>,
      { calls, user: { scope: namesFor('customer'), account }, landmarks: 'own', look: phone(locale) },
    );
    document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr';
    const from = { x, y: 300 };
    const along = (pixels: number, y = 300) => ({ to: { x: x + pixels * forward, y } });
    await finger(from, along(touchFacts.swipeTolerance));
    await finger(from, along(60, 380));
    await finger({ x: 180, y: 300 }, { to: { x: 180 + 80 * forward, y: 300 } });
    expect(drawer()).toBeNull();
    await finger(from, along(touchFacts.swipeTolerance + 1));
    await expect.poll(drawer).not.toBeNull();
    await finger({ x: 180, y: 300 }, { to: { x: 180 - 40 * forward, y: 300 } });
    await expect.poll(drawer).toBeNull();
    document.documentElement.dir = 'ltr';
  },
);

const shape = { filters: [], sort: 'name' } as const;
function Rooms({ onOpen }: { onOpen: (name: string) => void }) {
  return (
    <DataTable
      name="rooms"
      label="Rooms"
      list={useListState(shape)}
      columns={[{ id: 'name', title: 'Name', lead: 'lead', phone: 'name', cell: (name: string) => name, text: (name) => name }]}
      rows={['Maths', 'Physics']}
      rowId={(name) => name}
      rowName={(name) => name}
      page={{ next: null }}
      pending={false}
      filters={[]}
      onOpen={onOpen}
      actions={(name) => <RowMenu label={`Actions for ${name}`}>{() => <MenuItem>{`Rename ${name}`}</MenuItem>}</RowMenu>}
      searchLabel="Search"
      empty={<p>None</p>}
    />
  );
}

test('a tap opens the row, a long tap its menu, and a finger that scrolls neither', async () => {
  const onOpen = vi.fn();
  await mount(<Rooms onOpen={onOpen} />, { look: phone('en-US') });
  const row = page.getByText('Physics').element().getBoundingClientRect();
  const spot = { x: row.x + 5, y: row.y + 5 };
  const opener = page.getByRole('button', { name: 'Actions for Physics' });
  await finger(spot, { to: { x: spot.x, y: spot.y + 40 }, ms: touchFacts.longTap + 50 });
  await finger(spot, { ms: 100 });
  await expect.poll(() => onOpen.mock.calls).toEqual([['Physics']]);
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
  await finger(spot, { ms: touchFacts.longTap + 50 });
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  expect(onOpen).toHaveBeenCalledTimes(1);
});
