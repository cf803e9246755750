import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { sampleOf } from '#kit/sample.factory.ts';
import { type FileView, libraryCalls } from '../files.contract.ts';
import type { LibrarySlots } from './blocks/library-slots.hook.ts';
import * as detail from './library-file.screen.tsx';
import * as library from './library.screen.tsx';
import type { UploadItem } from './upload-list.hook.ts';
import { UploadPanel } from './upload-panel.part.tsx';
import type { UploadQueue } from './uploads.hook.ts';

const id = '01890000-0000-7000-8000-000000000001';
const owner = { id, name: 'Jonas Weber' };
const rights = { edit: true, share: true };
const file = (name: string, version: object, more: object = {}) => ({
  ...sampleOf(libraryCalls.get.result, {
    id: `${id.slice(0, -4)}${name.length.toString().padStart(4, '0')}`,
    name,
    owner,
    rights,
  }),
  ...{
    kind: 'document' as const,
    share: 'account' as const,
    group: null,
    folderId: null,
    usedIn: [],
    previews: [],
    versions: [],
  },
  ...{ updatedAt: now, createdAt: now, deletedAt: null },
  version: {
    ...sampleOf(libraryCalls.get.result, {}).version,
    ...{ state: 'ready' as const, trouble: null, bytes: 2_400_000, pages: null, width: null, height: null },
    ...{ url: '/files/x', thumbnail: null, by: owner, createdAt: now, number: 1, mime: 'application/pdf', sha256: null },
    ...version,
  },
  ...more,
});
const use = { kind: 'room', id, name: 'Mathematics 9b', path: '/rooms/x' };
const items = [
  file('functions-part-2.pdf', { pages: 18 }, { kind: 'presentation', usedIn: [use] }),
  file('cell-division.pptx', { state: 'processing', url: null }, { kind: null }),
  file('locked.pdf', { state: 'refused', trouble: 'password', url: null, bytes: 0 }, { kind: null }),
];
const folder = { id, name: 'Mathematics', parentId: null, files: 42, share: 'account' as const, group: null, owner, rights };
const listed = (more: object = {}) =>
  onCall(libraryCalls.list, () => ({
    ...{ path: [], folder: null, folders: [folder], items, next: null, total: items.length },
    ...{ storage: { used: 14_200_000_000, max: 20_000_000_000, file: 500_000_000 }, rights: { edit: true } },
    ...more,
  }));
const upload = {
  id,
  url: '/api/uploads/x',
  name: 'open-day-tour.mp4',
  bytes: 240_000_000,
  offset: 148_000_000,
  folderId: null,
  fileId: null,
  createdAt: now,
};
const calls = (...open: (typeof upload)[]) => [listed(), onCall(libraryCalls.uploads, () => ({ items: open }))];

test.each(looks)('folders, files and an upload that waits for its file: $locale $scheme $width', async (look) => {
  await mountScreen(library, { path: '/library', look, calls: calls(upload) });
  await expect.element(page.getByText('functions-part-2.pdf').first()).toBeVisible();
  await expect.element(page.getByText('open-day-tour.mp4').first()).toBeVisible();
  // as the frame of every page has it
  document.querySelector('main')?.style.setProperty('padding-inline', '16px');
  await expectNoViolations();
});

test('after a reload the page says that the file is to be chosen again, and refuses another one', async () => {
  await mountScreen(library, { path: '/library', calls: calls(upload) });
  await expect.element(page.getByText('Choose the file again to resume from 61%.')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('section li input[type=file]');
  const held = new DataTransfer();
  held.items.add(new File(['x'], 'other.mp4'));
  if (input !== null) input.files = held.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('This is a different file. Choose open-day-tour.mp4.')).toBeVisible();
});

test('one file that is not taken stops none of the others, and is named', async () => {
  const begun: string[] = [];
  const start = onCall(libraryCalls.startUpload, ({ body }) => {
    begun.push(body.name);
    return { ...upload, name: body.name };
  });
  await mountScreen(library, { path: '/library', calls: [...calls(), start] });
  await expect.element(page.getByRole('button', { name: 'Upload' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
  const held = new DataTransfer();
  for (const name of ['run.exe', 'plan.pdf']) held.items.add(new File(['x'], name));
  if (input !== null) input.files = held.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('These files were not uploaded: run.exe.')).toBeVisible();
  expect(begun).toEqual(['plan.pdf']);
});

test.each([
  { state: 'processing', word: 'Processing', more: '2.4 MB' },
  { state: 'refused', word: 'Refused', more: 'Save it as one of these, then upload it again.' },
  { state: 'ready', word: 'Uploaded', more: '2.4 MB' },
] as const)('a file that was sent whole and is $state says "$word" and what to do', async ({ state, word, more }) => {
  const sent = file('plan.pdf', { state, trouble: state === 'refused' ? 'unknown_kind' : null });
  const calls = [
    onCall(libraryCalls.attachment, () => sent),
    onCall(libraryCalls.get, () => ({ ...sent, versions: [sent.version] })),
  ];
  const item: UploadItem = {
    ...{ id, url: '', name: 'plan.pdf', bytes: 2_400_000, sent: 2_400_000, state: 'done', why: null, since: null },
  };
  const none = async () => {};
  const uploads: UploadQueue = {
    ...{ items: [item], add: async () => [], pause: none, resume: none, choose: () => true, remove: none },
  };
  await mount(<UploadPanel uploads={uploads} />, { calls });
  await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  await expect.element(page.getByText(more, { exact: false })).toBeVisible();
  await expectNoViolations();
});

test('who may only look has neither upload nor menus to change', async () => {
  const look = { ...folder, rights: { edit: false, share: false } };
  const seen = items.map((one) => ({ ...one, rights: { edit: false, share: false } }));
  await mountScreen(library, { path: '/library', calls: [listed({ folders: [look], items: seen, rights: { edit: false } })] });
  await expect.element(page.getByText('functions-part-2.pdf').first()).toBeVisible();
  expect(page.getByRole('button', { name: 'Upload' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Actions for Mathematics' }).elements()).toEqual([]);
});

const RoomDialog = ({ file: { name } }: { file: FileView }) => <p>Rooms for {name}</p>;
const slots: LibrarySlots = { UseInRoom: loadable(async () => RoomDialog), showsInRooms: (kind) => kind === 'presentation' };
const editsRooms = { scope: ['library.view', 'library.edit', 'rooms.edit'] };

test.each([
  { can: 'edits rooms', user: editsRooms, kind: 'presentation', buttons: 1 },
  { can: 'edits rooms', user: editsRooms, kind: 'video', buttons: 0 },
  { can: 'edits no room', user: { scope: ['library.view', 'library.edit'] }, kind: 'presentation', buttons: 0 },
])('the page of a file of kind $kind offers a room to who $can: $buttons', async ({ user, kind, buttons }) => {
  const slides = file('functions-part-2.pdf', {}, { kind });
  const found = onCall(libraryCalls.get, () => ({ ...slides, versions: [] }));
  const at = { path: `/library/files/${slides.id}`, params: { id: slides.id } };
  await mountScreen(detail.libraryFileScreen(slots), { ...at, user, calls: [found] });
  await expect.element(page.getByRole('heading', { name: 'functions-part-2.pdf' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Use in a room' });
  expect(button.elements()).toHaveLength(buttons);
  if (buttons === 0) return;
  await button.click();
  await expect.element(page.getByText('Rooms for functions-part-2.pdf')).toBeVisible();
});

const picture = (page: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='9'%3E%3Ctitle%3E${page}%3C/title%3E%3C/svg%3E`;
const versionsOf = (one: ReturnType<typeof file>) => [
  { ...one.version, number: 2 },
  { ...one.version, id: `${id.slice(0, -1)}2`, number: 1, pages: 17 },
];

test.each(looks)('a file is turned page by page and goes back to an earlier version: $locale $scheme $width', async (look) => {
  const slides = file('functions-part-2.pdf', { pages: 18 }, { usedIn: [use], previews: [picture(1), picture(2)] });
  const chosen: string[] = [];
  await mountScreen(detail, {
    path: `/library/files/${slides.id}`,
    params: { id: slides.id },
    look,
    calls: [
      onCall(libraryCalls.get, () => ({ ...slides, versions: versionsOf(slides) })),
      onCall(libraryCalls.chooseVersion, ({ params }) => {
        chosen.push(params.versionId);
        return slides;
      }),
    ],
  });
  await expect.element(page.getByRole('link', { name: 'Mathematics 9b' })).toBeVisible();
  document.querySelector('main')?.style.setProperty('padding-inline', '16px');
  await expectNoViolations();
  if (look.locale !== 'en-US') return;
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByRole('img', { name: 'Page 2 of 18' })).toBeVisible();
  await page.getByRole('button', { name: 'Use this version' }).click();
  await expect.poll(() => chosen).toEqual([`${id.slice(0, -1)}2`]);
});

test('an upload is paused, resumed and given up by its buttons, and says why it stopped', async () => {
  const done: string[] = [];
  const item = (state: UploadItem['state'], name: string, why: UploadItem['why'] = null): UploadItem => ({
    ...{ id: name, url: '', name, bytes: 100, sent: 40, state, why, since: null },
  });
  const uploads: UploadQueue = {
    items: [item('sending', 'a.mp4'), item('paused', 'b.mp4'), item('stopped', 'c.mp4', 'lost'), item('done', 'd.mp4')],
    add: async () => [],
    pause: (which) => void done.push(`pause ${which}`),
    resume: (which) => void done.push(`resume ${which}`),
    choose: () => true,
    remove: async (which) => void done.push(`remove ${which}`),
  };
  await mount(<UploadPanel uploads={uploads} />);
  await page.getByRole('button', { name: 'Pause a.mp4' }).click();
  await page.getByRole('button', { name: 'Resume b.mp4' }).click();
  await page.getByRole('button', { name: 'Cancel c.mp4' }).click();
  await page.getByRole('button', { name: 'Remove d.mp4 from the list' }).click();
  expect(done).toEqual(['pause a.mp4', 'resume b.mp4', 'remove c.mp4', 'remove d.mp4']);
  await expect.element(page.getByText('Connection lost at 40%. Resume continues from there.')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Progress of a.mp4' })).toHaveAttribute('aria-valuenow', '40');
  await expectNoViolations();
});
