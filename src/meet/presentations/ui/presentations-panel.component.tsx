import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { libraryCalls } from '#core/files/files.contract.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { roomItem } from '#meet/rooms/room-views.contract.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { presentationsCalls, type Presentation } from '../presentations.contract.ts';
import { PresentationsPanel } from './presentations-panel.part.tsx';
import { UseInRoom } from './use-in-room.part.tsx';

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const one = (n: number, name: string, state: Presentation['state'] = 'idle'): Presentation => ({
  ...{ fileId: id(n), name, kind: 'presentation', pages: 12, thumbnail: null, state },
});
const three = [one(1, 'functions-part-2.pdf', 'loaded'), one(2, 'worksheet-4.pdf', 'loading'), one(3, 'answers.pdf', 'missing')];
const listed = (items: readonly Presentation[], more: object = {}) =>
  onCall(presentationsCalls.list, () => ({ items: [...items], rights: { edit: true }, ...more }));

test.each(looks)('a running meeting tells what its server has loaded: $locale $scheme $width', async (look) => {
  await mount(<PresentationsPanel roomId={id(9)} running />, { look, calls: [listed(three)] });
  await expect.element(page.getByText('answers.pdf')).toBeVisible();
  if (look.locale === 'en-US') {
    await expect.element(page.getByText('Ready in the meeting')).toBeVisible();
    await expect.element(page.getByText('The server could not load it. Upload it inside the meeting.')).toBeVisible();
  }
  await expectNoViolations();
});

test('a file is added from the library, shown first and taken away', async () => {
  const sent: (readonly string[])[] = [];
  const video = { ...sampleOf(libraryCalls.get.result, { id: id(7), name: 'tour.mp4' }), kind: 'video' as const };
  const slides = { ...sampleOf(libraryCalls.get.result, { id: id(8), name: 'new.pdf' }), kind: 'presentation' as const };
  const ready = { state: 'ready' as const, trouble: null, url: '/files/x', thumbnail: null };
  const items = [video, slides].map((file) => ({ ...file, version: { ...file.version, ...ready } }));
  await mount(<PresentationsPanel roomId={id(9)} running={false} />, {
    calls: [
      listed(three.slice(0, 2)),
      onCall(presentationsCalls.set, ({ body }) => {
        sent.push(body.files);
        const shown = body.files.map((file) => three.find(({ fileId }) => fileId === file) ?? one(8, 'new.pdf'));
        return { items: shown, rights: { edit: true } };
      }),
      onCall(libraryCalls.uploads, () => ({ items: [] })),
      onCall(libraryCalls.list, () => ({
        ...{ path: [], folder: null, folders: [], items, next: null, total: 2 },
        ...{ storage: { used: 0, max: null, file: null }, rights: { edit: true } },
      })),
    ],
  });
  await page.getByRole('button', { name: 'Show worksheet-4.pdf first' }).click();
  await expect.poll(() => sent).toEqual([[id(2), id(1)]]);
  await page.getByRole('button', { name: 'Add' }).click();
  await expect.element(page.getByRole('button', { name: /tour\.mp4/ })).toBeDisabled();
  await expectNoViolations();
  await page.getByRole('button', { name: /new\.pdf/ }).click();
  await expect.poll(() => sent[1]).toEqual([id(2), id(1), id(8)]);
  await page.getByRole('button', { name: 'Remove functions-part-2.pdf' }).click();
  await expect.poll(() => sent[2]).toEqual([id(2), id(8)]);
});

test('who may not edit a room changes nothing of its files', async () => {
  await mount(<PresentationsPanel roomId={id(9)} running={false} />, {
    calls: [listed(three, { rights: { edit: false } })],
  });
  await expect.element(page.getByText('worksheet-4.pdf')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

const editable = { view: true, edit: true, delete: true, start: true, share: true, transfer: true };
const roomOf = (n: number, name: string, more: object = {}) => sampleOf(roomItem, { id: id(n), name, rights: editable, ...more });
const rooms = [
  roomOf(4, 'Biology 10a'),
  roomOf(5, 'Shows it'),
  roomOf(6, 'Only looked at', { rights: { ...editable, edit: false } }),
  roomOf(7, 'Of another school', { account: { id: id(9), name: 'North' } }),
];
const listedRooms = onCall(roomsCalls.list, () => ({ items: rooms, next: null, total: rooms.length }));
const slides = { id: id(8), name: 'new.pdf', usedIn: [{ kind: 'room' as const, id: id(5), name: 'Shows it', path: '/rooms/x' }] };

test.each(looks)('a file of the library is put behind what a room shows: $locale $scheme $width', async (look) => {
  const sent: (readonly string[])[] = [];
  let closed = 0;
  const set = onCall(presentationsCalls.set, ({ params, body }) => {
    sent.push([params.id, ...body.files]);
    return { items: [], rights: { edit: true } };
  });
  await mount(<UseInRoom file={slides} onClose={() => (closed += 1)} />, {
    look,
    calls: [listed(three.slice(0, 2)), listedRooms, set],
  });
  await expect.element(page.getByRole('button', { name: 'Shows it' })).toBeDisabled();
  await expectNoViolations();
  expect(page.getByRole('button', { name: 'Only looked at' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Of another school' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Biology 10a' }).click();
  await expect.poll(() => sent).toEqual([[id(4), id(1), id(2), id(8)]]);
  await expect.poll(() => closed).toBe(1);
});

test('a room that shows as many files as it can says so, and nothing is sent', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ ...one(1, `${at}.pdf`), fileId: id(1).slice(0, -2) + String(at + 10) }));
  const set = onCall(presentationsCalls.set, () => {
    throw new Error('a full room was changed');
  });
  await mount(<UseInRoom file={slides} onClose={() => undefined} />, { calls: [listed(many), listedRooms, set] });
  await page.getByRole('button', { name: 'Biology 10a' }).click();
  await expect.element(page.getByText('Biology 10a already shows 20 files.')).toBeVisible();
});
