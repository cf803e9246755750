import { afterAll, expect, test } from 'vitest';
import type { EmbedKind, RichText } from '#kit/rich-text.ts';
import { newId } from '#kit/server/ids.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { edit } from '#meet/recordings/server/change.service.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { create } from '#meet/rooms/server/rooms.service.ts';
import { buildBlog, refusal } from './blog.factory.ts';
import { renderFeed } from './feed.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const { writer, publisher, draft, step, rewrite, read } = await buildBlog(world);
const leading = (...embeds: [EmbedKind, string][]): RichText => ({
  version: 1,
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Come in.' }] },
    ...embeds.map(([kind, id]) => ({ type: 'embed' as const, attrs: { kind, id } })),
  ],
});

test('readers see rooms and recordings of a post that they can open, as cards and in feeds', async () => {
  const ctx = publisher();
  const room = await create(ctx, { name: 'Open lessons' });
  const shown = await buildRecording(world, actorOf(ctx), { name: 'First <lesson>', visibility: 'public', lengthMs: 90_000 });
  const own = await buildRecording(world, actorOf(ctx), { visibility: 'owner' });
  const { id, text } = await draft(ctx, 'With a room');
  await rewrite(ctx, { id, text }, { body: leading(['room', room.id], ['recording', shown.id], ['recording', own.id]) });
  await step(ctx, id, { action: 'publish' });
  const { embeds } = await read(text.slug);
  expect(embeds).toEqual([
    { kind: 'room', id: room.id, name: 'Open lessons', path: `/m/${room.slug}`, startedAt: null, lengthMs: null },
    {
      ...{ kind: 'recording', id: shown.id, name: 'First <lesson>', path: `/playback/${shown.recordId}` },
      ...{ startedAt: shown.startedAt.getTime(), lengthMs: 90_000 },
    },
  ]);
  const { xml } = await renderFeed(world.ctx(), { form: 'rss', locale: undefined, category: undefined });
  expect(xml).toContain(`<a href="http://localhost:3000/playback/${shown.recordId}">First &lt;lesson&gt;</a>`);
  await edit(ctx, shown.id, { revision: shown.revision, visibility: 'account' });
  expect((await read(text.slug)).embeds.map((one) => one.id)).toEqual([room.id]);
});

test('an editor takes rooms and recordings of the account alone, and what is there may stay', async () => {
  const customer = await buildActor(world, { kind: 'customer' });
  const theirs = await create(world.ctx({ ...customer.actor, scope: ['rooms.create'] }), { name: 'Theirs' });
  const foreign = await buildRecording(world, customer.actor, { visibility: 'public' });
  const ctx = publisher();
  const own = await create(ctx, { name: 'Ours' });
  const post = await draft(ctx, 'Whose room');
  const asked = [
    ['room', theirs.id],
    ['recording', foreign.id],
    ['room', newId()],
    ['recording', own.id],
  ] as const;
  for (const [kind, id] of asked)
    expect(await refusal.code(rewrite(ctx, post, { body: leading([kind, id]) }))).toBe('embed_unknown');
  const kept = await rewrite(ctx, post, { body: leading(['room', own.id]) });
  expect(kept.embeds).toMatchObject([{ name: 'Ours' }]);
  // a colleague who does not see the room may write around it
  const again = await rewrite(writer(), { id: post.id, text: kept }, { title: 'Whose room, again' });
  expect(again.embeds).toMatchObject([{ name: 'Ours' }]);
});
