import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RichText } from '#kit/rich-text.ts';
import { newId } from '#kit/server/ids.ts';
import { addFile } from '#core/files/server/add-file.service.ts';
import { png } from '@atrium/pages/samples.factory';
import { create } from '#meet/rooms/server/rooms.service.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildCampaign, buildList } from './newsletter.factory.ts';
import { previewCampaign } from './rendering.service.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-campaign-'));
const world = await testWorld({ env: { STORAGE: folder } });
afterAll(async () => {
  await world.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
const { actor } = await buildOperator(world);
const [editor, api] = [() => world.ctx(actor), world.api(actor).newsletterCampaigns];
const site = await world.app.listen({ host: '127.0.0.1', port: 0 });

test('an email shows pictures as wide as it is and leads to rooms, and takes those of the account alone', async () => {
  const picture = await addFile(editor(), { name: 'wide.png', content: await png(1100, 400), folderId: null });
  await world.runJobs();
  const room = await create(editor(), { name: 'Open <lessons>' });
  const body: RichText = {
    version: 1,
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Come in.' }] },
      { type: 'picture', attrs: { file: picture, alt: 'A class' } },
      { type: 'embed', attrs: { kind: 'room', id: room.id } },
    ],
  };
  const id = await buildCampaign(editor(), { listId: await buildList(editor()), tested: 'untested' });
  const written = { subject: 'What is new', preview: '' };
  const params = { id, locale: 'en-US' } as const;
  const text = await api.write({ params, body: { ...written, revision: 2, body } });
  expect(text.embeds).toMatchObject([{ name: 'Open <lessons>' }]);
  const { html } = await previewCampaign(editor(), params);
  const [, src = '', width, height] = /<img src="([^"]+)" width="(\d+)" height="(\d+)"/.exec(html) ?? [];
  expect([width, height]).toEqual(['550', '200']);
  expect((await fetch(src.replace('http://localhost:3000', site))).status).toBe(200);
  expect(html).toContain(`href="http://localhost:3000/m/${room.slug}"`);
  expect(html).toContain('Open &lt;lessons&gt;');
  const unknown = { ...body, content: [{ type: 'picture' as const, attrs: { file: newId(), alt: 'Nobody’s' } }] };
  await expect(api.write({ params, body: { ...written, revision: 3, body: unknown } })).rejects.toMatchObject({
    code: 'picture_unknown',
  });
});
