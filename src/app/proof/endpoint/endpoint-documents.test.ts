/** What programs put into meetings through the endpoint: documents and chat. */
import { expect, test } from 'vitest';
import { buildCustomer, buildQuirky, buildStreet, keyOf, textIn } from './endpoint-door.factory.ts';
import { worldForThisTest } from '#app/proof/testing.ts';

/** An installation that keeps its servers out of private networks, with a server that remembers what it was given. */
async function buildGuarded() {
  const street = await buildStreet(await worldForThisTest({ env: { ALLOW_PRIVATE_SERVERS: 'off' } }));
  const customer = await buildCustomer(street);
  const { fake } = await buildQuirky(street);
  const xml = (documents: string) => ({
    body: `<modules><module name="presentation">${documents}</module></modules>`,
    contentType: 'application/xml',
  });
  const meeting = () => [...fake.state.meetings.values()].at(-1);
  const calls = async (name: string) => (await fake.control({ do: 'look' })).calls[name] ?? 0;
  return { ...street, customer, fake, xml, meeting, calls };
}
const names = (documents: readonly { filename: string }[] | undefined) => documents?.map((one) => one.filename);
const inside = '<document url="http://10.0.0.7/secret.pdf"/><document url="http://localhost/b.pdf"/>';
const outside = '<document url="https://93.184.216.34/good.pdf"/>';

test('068, 071 documents reach the server, those at private addresses are left out and it is said', async () => {
  const { customer, xml, meeting } = await buildGuarded();
  const create = (meetingID: string, wish: object, more = {}) =>
    customer.call('create', { name: 'N1', meetingID, ...more }, wish);
  const plain = await create('c1', xml(outside));
  expect([keyOf(plain), textIn(plain, 'message'), names(meeting()?.documents)]).toEqual(['', '', ['good.pdf']]);
  for (const [at, contentType] of ['text/xml', 'application/x-www-form-urlencoded'].entries()) {
    await create(`c2${at}`, { ...xml(outside), contentType });
    expect(names(meeting()?.documents), contentType).toEqual(['good.pdf']);
  }
  const mixed = await create('c3', xml(`${inside}${outside}`));
  expect([textIn(mixed, 'returncode'), keyOf(mixed), textIn(mixed, 'message')]).toEqual([
    'SUCCESS',
    '',
    'Addresses left out because servers may not fetch from there: 2.',
  ]);
  expect(names(meeting()?.documents)).toEqual(['good.pdf']);
  expect(textIn(await create('c4', xml(inside)), 'returncode')).toBe('SUCCESS');
  expect(meeting()?.request.meetingID).toBeDefined();
  expect(names(meeting()?.documents)).toEqual([]);
});

test('071 parameters that name an address are looked at as well, in the query and in a form', async () => {
  const { customer, meeting } = await buildGuarded();
  const url = 'http://192.168.1.1/a.pdf';
  const asked = { name: 'N1', meetingID: 'c1', preUploadedPresentation: url, preUploadedPresentationName: 'a.pdf' };
  expect(textIn(await customer.call('create', asked), 'message')).toContain('there: 1.');
  expect(meeting()?.request).toMatchObject({ preUploadedPresentation: '', preUploadedPresentationName: 'a.pdf' });
  const form = { body: `preUploadedPresentation=${encodeURIComponent(url)}`, contentType: 'application/x-www-form-urlencoded' };
  await customer.call('create', { name: 'N1', meetingID: 'c2' }, form);
  expect(meeting()?.request.preUploadedPresentation).toBe('');
  const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nPDF\r\n';
  for (const [at, parts] of [field('preUploadedPresentation', url), field('preUploadedPresentation', url) + file].entries()) {
    const multipart = { body: `${parts}--b--\r\n`, contentType: 'multipart/form-data; boundary=b' };
    await customer.call('create', { name: 'N1', meetingID: `c3${at}` }, multipart);
    expect(meeting()?.request.preUploadedPresentation, parts).toBe('');
  }
  const manifests = async (meetingID: string, pluginManifests: string) =>
    textIn(await customer.call('create', { name: 'N1', meetingID, pluginManifests }), 'message');
  expect(await manifests('m1', JSON.stringify([{ url: 'https://93.184.216.34/m.json' }, { url }]))).toContain('there: 1.');
  expect(await manifests('m2', JSON.stringify([{ url: 'https://93.184.216.34/m.json' }]))).toBe('');
  expect(await manifests('m3', 'no json')).toContain('there: 1.');
  const good = 'https://93.184.216.34/a.pdf';
  const said = await customer.call('create', { ...asked, meetingID: 'c4', preUploadedPresentation: good });
  expect([textIn(said, 'message'), meeting()?.request.preUploadedPresentation]).toEqual(['', good]);
});

test('040, 104 insertDocument reaches the meeting; without a presentation, or with none that may be fetched, nothing is sent', async () => {
  const { customer, xml, meeting, calls, fake } = await buildGuarded();
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  const insert = (wish: object, meetingID = 'c1') => customer.call('insertDocument', { meetingID }, wish);
  const said = await insert(xml(outside));
  expect([textIn(said, 'returncode'), textIn(said, 'message')]).toEqual(['SUCCESS', 'Presentation is being uploaded']);
  expect(names(meeting()?.documents)).toEqual(['good.pdf']);
  const partly = await insert(xml(`${outside.replace('good', 'more')}${inside}`));
  expect(textIn(partly, 'message')).toBe(
    'Presentation is being uploaded. Addresses left out because servers may not fetch from there: 2.',
  );
  expect(names(meeting()?.documents)).toEqual(['good.pdf', 'more.pdf']);
  expect(await calls('insertDocument')).toBe(2);
  const empty = { body: '<modules/>', contentType: 'application/xml' };
  const other = { body: '<modules><module name="x">y</module></modules>', contentType: 'text/xml' };
  for (const wish of [empty, other, xml(inside), { method: 'POST' }])
    expect(keyOf(await insert(wish)), JSON.stringify(wish)).toBe('validationError');
  expect(await calls('insertDocument')).toBe(2);
  expect(keyOf(await insert(xml(outside), 'nobody'))).toBe('notFound');
  await customer.call('create', { name: 'N2', meetingID: 'c2', disabledFeatures: 'presentation' });
  const disabled = await insert(xml(outside), 'c2');
  expect([textIn(disabled, 'returncode'), textIn(disabled, 'message')]).toEqual([
    'FAILED',
    'Presentation feature is disabled, ignoring.',
  ]);
  await fake.control({ do: 'quirks', set: { calls: { insertDocument: { fault: 'html502' } } } });
  expect(keyOf(await insert(xml(outside)))).toBe('internalError');
});

test('105 sendChatMessage speaks in a meeting in which somebody is, within its lengths', async () => {
  const { customer, meeting } = await buildGuarded();
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  const say = (params: Record<string, string>) => customer.call('sendChatMessage', { meetingID: 'c1', ...params });
  expect(keyOf(await say({ message: 'Hello' }))).toBe('meetingNotFound');
  await customer.call('join', { fullName: 'Ada', meetingID: 'c1', role: 'VIEWER', redirect: 'false' });
  const said = await say({ message: 'Hello & good bye', userName: 'School' });
  expect([textIn(said, 'returncode'), textIn(said, 'message')]).toEqual(['SUCCESS', 'Message successfully sent']);
  expect(meeting()?.messages).toEqual(['School: Hello & good bye']);
  expect(keyOf(await say({}))).toBe('validationError');
  expect(keyOf(await say({ message: 'x'.repeat(501) }))).toBe('validationError');
  expect(keyOf(await say({ message: 'x', userName: 'n'.repeat(256) }))).toBe('validationError');
  expect(keyOf(await say({ meetingID: 'nobody', message: 'x' }))).toBe('meetingNotFound');
  expect(meeting()?.messages).toHaveLength(1);
});
