import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '#app/proof/testing-components.tsx';
import { type AttachedFile, useAttachments } from './attachments.hook.ts';
import { AttachButton, AttachmentList } from './attachments.part.tsx';

function Writer() {
  const [files, setFiles] = useState<AttachedFile[]>([{ id: 'a', name: 'first.pdf' }]);
  const attachments = useAttachments({ files, max: 1, onChange: setFiles });
  return (
    <>
      <AttachmentList attachments={attachments} />
      <AttachButton attachments={attachments} />
    </>
  );
}

test('a file above the maximum is shown as refused, and says why', async () => {
  await mount(<Writer />);
  await expect.element(page.getByText('first.pdf')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const held = new DataTransfer();
  held.items.add(new File(['x'], 'second.pdf'));
  if (input !== null) input.files = held.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('second.pdf')).toBeVisible();
  await expect.element(page.getByText('At most 1 file can be attached.')).toBeVisible();
});
