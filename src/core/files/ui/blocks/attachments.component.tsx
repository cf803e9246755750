import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, looks, mount, type MountOptions, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { libraryCalls, type NewAttachment } from '../../files.contract.ts';
import type { AttachedFile } from '../../files.rules.ts';
import type { SendingNews } from '../sending.hook.ts';
import { AttachedFiles } from './attached-files.part.tsx';
import { useAttachments } from './attachments.hook.ts';
import { AttachButton, AttachmentList } from './attachments.part.tsx';

const id = '01890000-0000-7000-8000-000000000001';
/** What is on its way; the test says how it ends. */
const sendings = vi.hoisted(() => ({ all: new Array<SendingNews>() }));
vi.mock('../sending.hook.ts', () => ({
  createSending: (_wish: unknown, news: SendingNews) => {
    sendings.all.push(news);
    return { start: () => {}, pause: () => {} };
  },
}));
const begun: NewAttachment[] = [];
beforeEach(() => {
  sendings.all.length = 0;
  begun.length = 0;
});

const upload = { id, url: `/api/uploads/${id}`, offset: 0, folderId: null, fileId: null, createdAt: 0 };
const startAttachment = onCall(libraryCalls.startAttachment, ({ body }) => {
  begun.push(body);
  return { ...upload, ...body };
});
const attachment = onCall(libraryCalls.attachment, () => ({ id, name: 'board.png' }));

function Writer({ first = [], max = 3 }: { first?: AttachedFile[]; max?: number }) {
  const [files, setFiles] = useState<AttachedFile[]>(first);
  const attachments = useAttachments({ files, max, onChange: setFiles });
  return (
    <div data-testid="frame" {...attachments.frame}>
      <textarea aria-label="Message" />
      <AttachmentList attachments={attachments} />
      <AttachButton attachments={attachments} />
    </div>
  );
}
const write = (mounting: MountOptions = {}) => mount(<Writer />, { calls: [startAttachment, attachment], ...mounting });

const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const picture = () => new File([pixel], 'board.png', { type: 'image/png' });
function transferOf(...files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}
const frame = () => page.getByTestId('frame').element();
const drag = (type: string, dataTransfer: DataTransfer) =>
  frame().dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
const paste = (clipboardData: DataTransfer) =>
  page
    .getByLabelText('Message')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
async function choose(...files: File[]) {
  await expect.element(page.getByRole('button', { name: 'Attach a file' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input !== null) input.files = transferOf(...files).files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}
const button = (name: string) => page.getByRole('button', { name });

test('a dropped picture is shown while it is sent, and belongs to the message when it is whole', async () => {
  await write();
  await expect.element(page.getByLabelText('Message')).toBeVisible();
  const dropped = transferOf(picture());
  drag('dragover', dropped);
  await expect.element(page.getByTestId('frame')).toHaveAttribute('data-files', 'over');
  drag('drop', dropped);
  await expect.element(page.getByTestId('frame')).not.toHaveAttribute('data-files');
  await expect.poll(() => sendings.all.length).toBe(1);
  sendings.all[0]?.onProgress(pixel.length / 2);
  await expect.element(page.getByText('Uploading 5', { exact: false })).toBeVisible();
  expect(frame().querySelector('img')?.src).toMatch(/^blob:/);
  sendings.all[0]?.onDone();
  await expect.element(page.getByText('0.1 kB')).toBeVisible();
  expect(frame().querySelector('img')?.src).toMatch(/^blob:/);
  await button('Remove board.png').click();
  await expect.element(page.getByText('board.png')).not.toBeInTheDocument();
});

test('a pasted picture is attached; text with a picture of itself is pasted as text', async () => {
  await write();
  await expect.element(page.getByLabelText('Message')).toBeVisible();
  const cells = transferOf(picture());
  cells.setData('text/plain', 'A1');
  cells.setData('text/html', '<b>A1</b>');
  paste(cells);
  paste(transferOf(picture()));
  await expect.element(page.getByText('board.png')).toBeVisible();
  await expect.poll(() => begun).toEqual([{ name: 'board.png', bytes: pixel.length }]);
});

test('a lost upload goes on where it stopped, by keyboard', async () => {
  await write();
  await choose(picture());
  await expect.poll(() => sendings.all.length).toBe(1);
  sendings.all[0]?.onStop('lost');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The connection was lost.');
  page.getByLabelText('Message').element().focus();
  await userEvent.tab();
  await expect.element(button('Try board.png again')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sendings.all.length).toBe(2);
  sendings.all[1]?.onDone();
  await expect.element(page.getByText('0.1 kB')).toBeVisible();
  expect(begun).toHaveLength(1);
});

test('an upload that could not begin without a connection is tried again', async () => {
  const answers = [new Failure('offline')];
  const start = onCall(libraryCalls.startAttachment, ({ body }) => {
    const failure = answers.shift();
    if (failure !== undefined) throw failure;
    return { ...upload, ...body };
  });
  await write({ calls: [start, attachment] });
  await choose(picture());
  await button('Try board.png again').click();
  await expect.poll(() => sendings.all.length).toBe(1);
});

test.each([
  { file: new File(['MZ'], 'run.exe'), why: 'This file type is not supported. Use PDF, office files, pictures or videos.' },
  { file: new File([], 'empty.pdf'), why: 'The file is empty.' },
  { file: new File(['x'], 'film.mp4'), why: 'Files can have up to 1 MB.' },
])('$file.name is refused before it is sent: $why', async ({ file, why }) => {
  const start = onCall(libraryCalls.startAttachment, () => {
    throw new Failure('limit_reached', { data: { text: 'Files can have up to 1 MB.' } });
  });
  await write({ calls: [start] });
  await choose(file);
  await expect.element(page.getByRole('alert')).toHaveTextContent(why);
  expect(sendings.all).toEqual([]);
  expect(page.getByRole('button', { name: `Try ${file.name} again` }).elements()).toEqual([]);
});

test('a file above the maximum is shown as refused, and says why', async () => {
  await mount(<Writer first={[{ id: 'a', name: 'first.pdf' }]} max={1} />);
  await expect.element(page.getByText('first.pdf')).toBeVisible();
  await expect.element(button('Attach a file')).toBeDisabled();
  drag('drop', transferOf(new File(['x'], 'second.pdf')));
  await expect.element(page.getByText('second.pdf')).toBeVisible();
  await expect.element(page.getByText('At most 1 file can be attached.')).toBeVisible();
});

test('who sees no library reaches the files of the device by keyboard, without a menu', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
  await write();
  await expect.element(button('Attach a file')).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(button('Attach a file')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledOnce();
});

const library = { scope: ['library.view'] };
const menuItem = (name: string) => page.getByRole('menuitem', { name });

test('who sees the library attaches a file of it, by the menu', async () => {
  const inLibrary = sampleOf(libraryCalls.get.result, { id, name: 'functions.pdf' });
  const found = {
    ...inLibrary,
    ...{ kind: 'document' as const, version: { ...inLibrary.version, url: '/files/x', bytes: 100, pages: null } },
  };
  const list = onCall(libraryCalls.list, () => ({
    ...{ path: [], folder: null, folders: [], items: [found], next: null, total: 1 },
    ...{ storage: { used: 0, max: null, file: null }, rights: { edit: false } },
  }));
  const uploads = onCall(libraryCalls.uploads, () => ({ items: [] }));
  await write({ user: library, calls: [list, uploads] });
  await expect.element(button('Attach a file')).toHaveAttribute('aria-haspopup', 'menu');
  await button('Attach a file').click();
  await menuItem('From the library').click();
  await button('functions.pdf').click();
  await expect.element(button('Remove functions.pdf')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the menu opens the files of the device and, on a phone, its camera', async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: coarse) and (hover: none)' ? matchMedia('all') : matchMedia(query),
  );
  const opened = new Array<string | null>();
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    opened.push(this.getAttribute('capture'));
  });
  await write();
  await button('Attach a file').click();
  await expect.element(menuItem('From the library')).not.toBeInTheDocument();
  await menuItem('From this device').click();
  await button('Attach a file').click();
  await menuItem('Take a photo').click();
  expect(opened).toEqual([null, 'environment']);
});

test.each(looks)('files in each state, written and read: $locale $scheme $width', async (look) => {
  const shown = { mime: null, bytes: null, url: null, thumbnail: null };
  const thumbnail = URL.createObjectURL(picture());
  await mount(
    <>
      <Writer first={[{ id: 'a', name: 'first.pdf' }]} />
      <AttachedFiles
        files={[
          { id: '1', name: 'board.png', state: 'ready', mime: 'image/png', bytes: 48_000, url: '/files/a', thumbnail },
          {
            id: '2',
            name: 'plan.docx',
            state: 'ready',
            mime: 'application/msword',
            bytes: 2_400_000,
            url: '/files/b',
            thumbnail: null,
          },
          { id: '3', name: `${'a very long name of a file '.repeat(4)}.pdf`, state: 'checking', ...shown },
          { id: '4', name: 'virus.docx', state: 'refused', ...shown },
          { id: '5', name: 'old.pdf', state: 'gone', ...shown },
        ]}
        onRemove={() => {}}
      />
    </>,
    { look, calls: [startAttachment, attachment] },
  );
  await expect.element(page.getByText('old.pdf')).toBeVisible();
  drag('drop', transferOf(picture(), new File(['x'], 'run.exe')));
  await expect.poll(() => sendings.all.length).toBe(1);
  sendings.all[0]?.onStop('lost');
  await expect.element(page.getByText('run.exe')).toBeVisible();
  await expectNoViolations();
});
