import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { readableFile } from '#meet/recordings/server/play-files.service.ts';
import { buildRecordingRow, recordingRow } from '#meet/recordings/server/program.factory.ts';
import { run as runCall } from './builder.service.ts';

type Run = (call: RunBody['call'], parameters?: Record<string, string>) => Promise<string>;
type RunBody = Parameters<ReturnType<World['api']>['endpoint']['run']>[0]['body'];

/** Makes calls as a program of that person's account would. */
async function programOf(world: World, owner: UserActor): Promise<Run> {
  const api = world.api(owner).endpoint;
  const secretId = (await api.get({})).secrets[0]?.id ?? '';
  return async (call, parameters = {}) => {
    const list = Object.entries(parameters).map(([name, value]) => ({ name, value }));
    // the service itself: programs send by URL what the screen's call refuses
    const answer = await runCall(world.ctx(owner), {
      secretId,
      call,
      method: 'GET',
      hash: 'sha256',
      parameters: list,
      body: null,
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };
}

const start = Date.UTC(2026, 4, 4, 8);
let nth = 0;
type Wish = Partial<Parameters<typeof buildRecordingRow>[1]>;
async function addRecording(world: World, accountId: string, over: Wish = {}): Promise<string> {
  nth += 1;
  const startedAt = new Date(start + nth * 60_000);
  const { recordId } = await buildRecordingRow(world, {
    accountId,
    recordId: `${String(nth).padStart(4, '0')}${'a'.repeat(36)}-${startedAt.getTime()}`,
    externalId: 'class-9b',
    name: `Lesson ${nth}`,
    startedAt,
    metadata: {
      'bn-course': 'Maths 100%',
      'atrium-account': accountId,
      endcallbackurl: 'https://ours.example/',
      meetingid: newId(),
    },
    formats: [{ type: 'presentation', url: 'https://bbb.example/playback/1', lengthMs: 45 * 60_000, bytes: 900_000, images: [] }],
    ...over,
  });
  return recordId;
}
const idsIn = (xml: string) => [...xml.matchAll(/<recordID>([^<]*)<\/recordID>/g)].map((match) => match[1]);

test('106–110: recordings are found by prefix, meeting, state, metadata and page, newest first', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  expect(await run('getRecordings')).toContain('<recordings/><messageKey>noRecordings</messageKey>');
  const one = await addRecording(world, owner.accountId);
  const two = await addRecording(world, owner.accountId, { externalId: 'class-7a', metadata: { 'bn-course': 'Maths 1009' } });
  const busy = await addRecording(world, owner.accountId, { state: 'processing' });
  const gone = await addRecording(world, owner.accountId, { state: 'recycled' });
  expect(idsIn(await run('getRecordings'))).toEqual([two, one]);
  expect(idsIn(await run('getRecordings', { recordID: one.slice(0, 20) }))).toEqual([one]);
  expect(idsIn(await run('getRecordings', { recordID: `${two},${one}`, meetingID: 'nothing' }))).toEqual([two, one]);
  expect(idsIn(await run('getRecordings', { meetingID: 'class-7a,other' }))).toEqual([two]);
  expect(idsIn(await run('getRecordings', { state: 'any' }))).toEqual([gone, busy, two, one]);
  expect(await run('getRecordings', { state: 'deleted' })).toContain('<state>deleted</state>');
  expect(idsIn(await run('getRecordings', { 'meta_bn-course': 'Maths 100%' }))).toEqual([two, one]);
  expect(idsIn(await run('getRecordings', { 'meta_bn-course': '%1009', meta_other: 'x' }))).toEqual([]);
  expect(idsIn(await run('getRecordings', { 'meta_bn-course': 'Maths_1009' }))).toEqual([]);
  // a thousand ids are looked for and no more
  const filler = Array.from({ length: 999 }, (_, n) => `none-${n}`);
  expect(idsIn(await run('getRecordings', { recordID: [...filler, one, two].join(',') }))).toEqual([one]);
  expect(idsIn(await run('getRecordings', { meetingID: [...filler, 'class-7a', 'class-9b'].join(',') }))).toEqual([two]);
  const page = await run('getRecordings', { state: 'any', offset: '1', limit: '2' });
  expect(idsIn(page)).toEqual([busy, two]);
  expect(page).toContain('<totalElements>4</totalElements>');
  const empty = [{ recordID: '' }, { meetingID: '' }, { recordID: '', meetingID: '', state: 'any' }, { meetingID: ' ' }];
  for (const nothing of [...empty, { recordID: ',' }, { meetingID: ',,' }, { recordID: '%' }, { state: 'strange' }])
    expect(idsIn(await run('getRecordings', nothing)), JSON.stringify(nothing)).toEqual([]);
});

test('what is told is the customer’s own: no ids of ours, no metadata of ours', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  await addRecording(world, owner.accountId);
  const xml = await run('getRecordings');
  expect(xml).toContain('<meetingID>class-9b</meetingID>');
  expect(xml).toContain('<meetingid>class-9b</meetingid>');
  expect(xml).toContain('<type>presentation</type><url>https://bbb.example/playback/1</url>');
  for (const ours of [owner.accountId, 'ours.example', 'atrium-account']) expect(xml).not.toContain(ours);
});

test('111–116: publishing, changing and deleting count at once; what is deleted stays in the bin for people', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  const [one, two] = [await addRecording(world, owner.accountId), await addRecording(world, owner.accountId)];
  expect(await run('publishRecordings', { recordID: one, publish: 'false' })).toContain('<published>false</published>');
  expect(idsIn(await run('getRecordings', { state: 'unpublished' }))).toEqual([one]);
  expect(await run('publishRecordings', { recordID: one })).toContain('missingParamPublish');
  expect(await run('publishRecordings', { publish: 'true' })).toContain('missingParamRecordID');
  await world.ctx().system.read.execute(`update recordings set held = 'here'`);
  const named = {
    recordID: two,
    'meta_bbb-recording-name': 'Fractions',
    'meta_bn-course': '',
    protect: 'true',
    'meta_atrium-account': 'x',
  };
  expect(await run('updateRecordings', named)).toContain('<updated>true</updated>');
  expect(await recordingRow(world, two)).toMatchObject({
    name: 'Fractions',
    protect: true,
    metadata: { 'bbb-recording-name': 'Fractions', 'atrium-account': owner.accountId },
  });
  expect(await run('deleteRecordings', { recordID: `${one},${two}` })).toContain('<deleted>true</deleted>');
  expect(await run('deleteRecordings', { recordID: one })).toContain('<messageKey>notFound</messageKey>');
  expect(idsIn(await run('getRecordings'))).toEqual([]);
  expect(await recordingRow(world, one)).toMatchObject({
    state: 'recycled',
    stateBefore: 'unpublished',
  });
});

test('112: each format has an address of its own; what servers hold is told with theirs', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  const format = (type: string) => ({ type, url: `https://bbb.example/${type}/1`, lengthMs: 60_000, bytes: 1, images: [] });
  const types = ['video', 'podcast', 'notes'];
  const recordId = await addRecording(world, owner.accountId, { held: 'here', formats: types.map(format) });
  const urls = [...(await run('getRecordings')).matchAll(/<url>([^<]*)<\/url>/g)].map((match) => match[1]);
  expect(urls).toEqual(types.map((type) => `http://localhost:3000/playback/${recordId}/${type}`));
});

test('learners of Moodle see our player: it goes by a name of BBB’s, with small pictures where there are some', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  const one = { url: 'https://engine.example/x', lengthMs: 60_000, bytes: 1, images: [] };
  const [tracks, video] = [
    { ...one, type: 'atrium' },
    { ...one, type: 'video' },
  ];
  const plain = await addRecording(world, owner.accountId, { held: 'here', formats: [tracks] });
  const row = await addRecording(world, owner.accountId, {
    held: 'here',
    formats: [{ ...tracks, picture: 'picture.jpg' }, video],
  });
  // as Moodle asks
  const asked = { recordID: '', state: 'any', limit: '1' };
  expect(await run('getRecordings', { ...asked, recordID: plain })).toMatch(
    new RegExp(
      `<playback><format><type>presentation</type><url>[^<]*/playback/${plain}/atrium</url>(?:(?!preview).)*</playback>`,
    ),
  );
  const xml = await run('getRecordings', { ...asked, recordID: row });
  expect([...xml.matchAll(/<type>([^<]*)/g)].map((match) => match[1])).toEqual(['presentation', 'video']);
  const [image, , path = ''] =
    /<preview><images><image width="320" height="180" alt="">http:\/\/([^/]*)([^<]*picture\.jpg\?token=[^<]*)<\/image>/.exec(
      xml,
    ) ?? [];
  expect([image !== undefined, xml.match(/<preview>/g)?.length]).toEqual([true, 1]);
  // leave to see the picture, and no other file of the recording
  const id = (await recordingRow(world, row))?.id ?? '';
  const file = (name: string) => readableFile(world.ctx(), { recordingId: id, file: name, token: path.split('token=')[1] ?? '' });
  expect([await file('picture.jpg'), await file('video.mp4')]).toEqual([`recordings/${id}/picture.jpg`, null]);
  const images = ['https://bbb.example/presentation/1/thumb-1.png'];
  const theirs = await addRecording(world, owner.accountId, { formats: [{ ...one, type: 'presentation', images }] });
  expect(await run('getRecordings', { recordID: theirs })).toContain(
    `<preview><images><image width="176" height="136" alt="">${images[0]}</image></images></preview>`,
  );
});

test('116: what plays at its server for everybody cannot be protected, and nothing says that it is', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  const open = await addRecording(world, owner.accountId);
  const ours = await addRecording(world, owner.accountId, { held: 'here' });
  const wish = { recordID: `${ours},${open}`, protect: 'true', meta_name: 'New' };
  const refused = await run('updateRecordings', wish);
  expect(refused).toContain('<returncode>FAILED</returncode><messageKey>protectNotPossible</messageKey>');
  for (const id of [open, ours]) expect(await recordingRow(world, id)).toMatchObject({ protect: false, revision: 1 });
  expect(await run('updateRecordings', { ...wish, recordID: ours })).toContain('<updated>true</updated>');
  expect(await run('getRecordings', { recordID: ours })).toContain('<protected>true</protected>');
  expect(await run('updateRecordings', { ...wish, recordID: open, protect: 'false' })).toContain('<updated>true</updated>');
  // one that was protected before its server was known to show it
  const before = await addRecording(world, owner.accountId, { protect: true });
  expect(await run('getRecordings', { recordID: before })).toContain('<protected>false</protected>');
});

test('117: another account’s recordings are neither told nor touched', async () => {
  const world = await worldForThisTest();
  const [owner, other] = [await buildPerson(world), await buildPerson(world)];
  const recordId = await addRecording(world, owner.accountId);
  const run = await programOf(world, other);
  for (const call of ['deleteRecordings', 'updateRecordings', 'publishRecordings'] as const)
    expect(await run(call, { recordID: recordId, publish: 'false', meta_x: 'y' }), call).toContain(
      '<messageKey>notFound</messageKey>',
    );
  expect(idsIn(await run('getRecordings', { recordID: recordId, state: 'any' }))).toEqual([]);
  expect(JSON.parse(await run('getRecordingTextTracks', { recordID: recordId }))).toMatchObject({
    response: { messageKey: 'noRecordings' },
  });
  expect(await recordingRow(world, recordId)).toMatchObject({ state: 'published', revision: 1 });
});

test('118: a recording without text tracks has an empty list', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  const recordId = await addRecording(world, owner.accountId);
  expect(JSON.parse(await run('getRecordingTextTracks', { recordID: recordId }))).toEqual({
    response: { returncode: 'SUCCESS', tracks: [] },
  });
});

test('zeros inside ids and values, which the database does not take, break nothing', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const run = await programOf(world, owner);
  const recordId = await addRecording(world, owner.accountId);
  const odd = [{ recordID: `${recordId}\0` }, { meetingID: 'class\0-9b' }, { 'meta_bn-course': 'x\0' }, { state: 'any\0,x\0' }];
  for (const parameters of odd) expect(await run('getRecordings', parameters)).toContain('<returncode>SUCCESS</returncode>');
  for (const call of ['getRecordingTextTracks', 'deleteRecordings'] as const)
    expect(await run(call, { recordID: `a\0b,${'x'.repeat(5_000)}` })).not.toContain('internalError');
  expect(await run('updateRecordings', { recordID: recordId, meta_note: 'a\0b' })).toContain('<updated>true</updated>');
  expect((await recordingRow(world, recordId))?.metadata).toMatchObject({ note: 'ab' });
});
