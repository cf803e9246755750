import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi } from './meet.factory.ts';

test('a room for the organisation lets in its people and whom it is shared with, and nobody else, by no code either', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner, {
    moderatorCode: 'mmmmmm',
    anyoneCanStart: true,
    options: { organisationOnly: true },
  });
  expect(room.options.organisationOnly).toBe(true);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const at = { params: { slug: room.slug } };
  const join = (actor: Parameters<typeof meetApi>[1], body: object = {}) => meetApi(world, actor).meetings.join({ ...at, body });
  const shown = async (actor: Parameters<typeof meetApi>[1]) => {
    const { signInRequired, you } = await meetApi(world, actor).meetings.publicRoom(at);
    return [signInRequired, you.canStart];
  };
  const nobody = { kind: 'nobody' } as const;
  expect(await failureOf(join(nobody, { name: 'Gül', code: 'mmmmmm' }))).toMatchObject({ code: 'sign_in_required' });
  expect(await shown(nobody)).toEqual([true, false]);
  for (const kind of ['customer', 'vendor', 'operator'] as const) {
    const stranger = await buildPerson(world, { kind });
    expect(await failureOf(join(stranger)), kind).toMatchObject({ code: 'organisation_required' });
    expect(await failureOf(join(stranger, { code: 'mmmmmm' })), kind).toMatchObject({ code: 'organisation_required' });
    expect(await shown(stranger)).toEqual([true, false]);
  }
  const colleague = await buildPerson(world, { colleagueOf: owner });
  expect((await join(colleague)).url).not.toBe('');
  expect(await shown(colleague)).toEqual([true, true]);
});
