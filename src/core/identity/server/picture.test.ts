import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildActor } from './identity.factory.ts';
import { squareOf } from './picture.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const drawn = (width: number, height: number, colour = '#336699') =>
  sharp({ create: { width, height, channels: 3, background: colour } });

test('a picture becomes a square that everybody who has its address sees, and stands in the profile and the session', async () => {
  const { actor } = await buildActor(world);
  const { identity } = world.api(actor);
  expect(await identity.profile()).toMatchObject({ picture: null });
  const sent = await drawn(600, 300)
    .withMetadata({ exif: { IFD0: { Copyright: 'where it was taken' } } })
    .jpeg()
    .toBuffer();
  const { picture } = await identity.setPicture({ body: { picture: sent.toString('base64') } });
  expect(picture).toMatch(/^\/faces\/[0-9a-f]{40}\.webp$/);
  expect(await identity.user({})).toMatchObject({ picture });
  const answer = await world.app.inject({ url: picture ?? '' });
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect(answer.rawPayload.includes('where it was taken')).toBe(false);
  const other = await identity.setPicture({
    body: { picture: (await drawn(50, 50, '#aa0000').png().toBuffer()).toString('base64') },
  });
  expect(other.picture).not.toBe(picture);
  expect((await world.app.inject({ url: picture ?? '' })).statusCode).toBe(404);
  expect(await identity.removePicture({})).toMatchObject({ picture: null });
  expect((await world.app.inject({ url: other.picture ?? '' })).statusCode).toBe(404);
  for (const name of ['nothing.webp', `${'0'.repeat(40)}.webp`, '..%2f..%2fpasswd'])
    expect((await world.app.inject({ url: `/faces/${name}` })).statusCode).toBe(404);
});

test('abuse row 9: what is no picture, or too big, is nobody’s; so is one without a session', async () => {
  const { actor } = await buildActor(world);
  const { identity } = world.api(actor);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const bytes of [svg, Buffer.from('hello'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])])
    expect(await codeOf(identity.setPicture({ body: { picture: bytes.toString('base64') } }))).toBe('bad_picture');
  expect(await codeOf(squareOf(Buffer.alloc(3_000_001, 0xff), 'person'))).toBe('bad_picture');
  // few bytes that unfold to more pixels than anybody needs
  expect(await codeOf(squareOf(await drawn(9_000, 9_000).png().toBuffer(), 'person'))).toBe('bad_picture');
  expect(await identity.profile()).toMatchObject({ picture: null });
  expect(await codeOf(world.api().identity.setPicture({ body: { picture: svg.toString('base64') } }))).toBe('not_signed_in');
  expect(await codeOf(world.api().identity.removePicture({}))).toBe('not_signed_in');
});
