import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildStage, failureOf, meetApi, setServer } from './meet.factory.ts';

const from = (address: string) => ({ caller: { address, agent: 'test' } });

test('a part in the room opens nothing at the public door to whom the right is missing: they come as any guest', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { lobby: true, viewerCode: '482913' });
  const params = { slug: room.slug };
  // as of somebody who has to set up a second factor first
  const bare = meetApi(world, { ...owner, scope: [] });
  expect((await bare.meetings.publicRoom({ params })).you).toMatchObject({
    canStart: false,
    skipsCode: false,
    skipsLobby: false,
  });
  expect(await failureOf(bare.meetings.join({ params, body: {} }))).toMatchObject({ code: 'code_required' });
  expect(await failureOf(bare.meetings.join({ params, body: { code: '482913' } }))).toMatchObject({ code: 'waiting_for_host' });
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  await bare.meetings.join({ params, body: { code: '482913' } });
  expect(fake.joins.at(-1)).toMatchObject({ role: 'VIEWER', guest: 'true' });
  const blind = meetApi(world, { ...owner, scope: ['meetings.view'] });
  expect(await failureOf(blind.meetings.joinMeeting({ params: { id: meetingId } }))).toMatchObject({ code: 'not_found' });
  // may look, but not start
  const looks = meetApi(world, { ...owner, scope: ['rooms.view', 'meetings.view'] });
  expect((await looks.meetings.publicRoom({ params })).you).toMatchObject({ canStart: false, skipsCode: true });
  for (const enter of [
    () => looks.meetings.join({ params, body: {} }),
    () => looks.meetings.joinMeeting({ params: { id: meetingId } }),
  ]) {
    await enter();
    expect(fake.joins.at(-1)).toMatchObject({ role: 'VIEWER' });
  }
});

test('codes open the door: none, wrong, viewer, moderator', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { viewerCode: '482913', moderatorCode: 'leader-1' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const guest = meetApi(world, { kind: 'nobody' }, from('198.51.100.7'));
  const join = (code?: string) =>
    guest.meetings.join({ params: { slug: room.slug }, body: { name: 'Gül', ...(code === undefined ? {} : { code }) } });
  expect(await failureOf(join())).toMatchObject({ code: 'code_required', fields: { 'body.code': 'code_required' } });
  expect(await failureOf(join('482914'))).toMatchObject({ code: 'wrong_code' });
  await join(' 482913 ');
  expect(fake.joins.at(-1)).toMatchObject({ role: 'VIEWER' });
  await join('leader-1');
  expect(fake.joins.at(-1)).toMatchObject({ role: 'MODERATOR' });
});

test('sign-in, consent and a name are asked for where the room wants them', async () => {
  const { world, fake, owner, server } = await buildStage();
  await setServer(world, server.id, { kind: 'bbb' });
  const room = await buildRoom(world, owner, { signInRequired: true, record: true });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const join = (actor: Parameters<typeof meetApi>[1], body: object) =>
    meetApi(world, actor).meetings.join({ params: { slug: room.slug }, body });
  expect(await failureOf(join({ kind: 'nobody' }, { name: 'Gül', consent: true }))).toMatchObject({ code: 'sign_in_required' });
  const stranger = await buildPerson(world, { name: 'Sam Stranger' });
  expect(await failureOf(join(stranger, {}))).toMatchObject({ code: 'consent_required' });
  await join(stranger, { consent: true });
  expect(fake.joins.at(-1)).toMatchObject({ fullName: 'Sam Stranger', userID: stranger.userId, role: 'VIEWER' });
  const open = await buildRoom(world, owner, { record: false });
  expect(await failureOf(meetApi(world).meetings.join({ params: { slug: open.slug }, body: {} }))).toMatchObject({
    code: 'invalid_input',
    fields: { 'body.name': 'required' },
  });
  expect(await failureOf(meetApi(world).meetings.join({ params: { slug: open.slug }, body: { name: ' ' } }))).toMatchObject({
    code: 'invalid_input',
  });
});

test('people of the account skip the lobby, people of the room the code too', async () => {
  const { world, fake, owner } = await buildStage();
  const room = await buildRoom(world, owner, { lobby: true, viewerCode: '482913' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const colleague = await buildPerson(world, { colleagueOf: owner });
  const join = (actor: Parameters<typeof meetApi>[1], code?: string) =>
    meetApi(world, actor).meetings.join({ params: { slug: room.slug }, body: code === undefined ? {} : { code } });
  expect(await failureOf(join(colleague))).toMatchObject({ code: 'code_required' });
  await join(colleague, '482913');
  expect(fake.joins.at(-1)?.['guest']).toBeUndefined();
  await join(owner);
  expect(fake.joins.at(-1)).toMatchObject({ role: 'MODERATOR' });
  const stranger = await buildPerson(world);
  await join(stranger, '482913');
  expect(fake.joins.at(-1)).toMatchObject({ guest: 'true', role: 'VIEWER' });
});

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

test('abuse row 29: wrong codes are limited for an address at a room, also for the right code', async () => {
  const { world, owner } = await buildStage();
  const room = await buildRoom(world, owner, { viewerCode: '482913' });
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const join = (address: string, code: string) =>
    meetApi(world, { kind: 'nobody' }, from(address)).meetings.join({ params: { slug: room.slug }, body: { name: 'Gül', code } });
  for (let tried = 0; tried < 10; tried++)
    expect(await failureOf(join('198.51.100.7', `00000${tried}`))).toMatchObject({ code: 'wrong_code' });
  expect(await failureOf(join('198.51.100.7', '482913'))).toMatchObject({ code: 'too_many_requests' });
  await join('198.51.100.8', '482913');
  world.clock.advance(16_000);
  await join('198.51.100.7', '482913');
  expect(await failureOf(join('198.51.100.7', '999999'))).toMatchObject({ code: 'wrong_code' });
  world.clock.advance(6_000);
  expect(await failureOf(join('198.51.100.7', '482913'))).toMatchObject({ code: 'too_many_requests' });
  // over IPv6 one has a new address for each try: its network counts
  for (let tried = 0; tried < 10; tried++)
    expect(await failureOf(join(`2001:db8:0:7::${tried}`, `00000${tried}`))).toMatchObject({ code: 'wrong_code' });
  expect(await failureOf(join('2001:db8:0:7:aaaa::1', '482913'))).toMatchObject({ code: 'too_many_requests' });
  await join('2001:db8:0:8::1', '482913');
});
