import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checksumHashes } from '#checksum.ts';
import { checksumVector, vectorSecret } from '#checksum-vectors.factory.ts';
import { type MemoryBbb, send, signedPath, startMemoryBbb } from '#memory/memory-bbb.factory.ts';
import { recording } from '#memory/memory-state.ts';
import { fieldOf, resultOf } from '#wire-reading.factory.ts';

const base = '/bigbluebutton/api';
const checksumError = 'FAILED checksumError';
const secrets = [vectorSecret, checksumVector('V01').secret, checksumVector('V20').secret];
let bbb: MemoryBbb;
beforeAll(async () => {
  bbb = await startMemoryBbb({ secrets });
  bbb.state.recordings.push(recording({ recordID: 'aaa', metadata: new Map([['gl-listed', 'true']]) }));
});
afterAll(() => bbb.stop());

async function result(path: string): Promise<string> {
  return resultOf(await send(bbb, { path }));
}

/** The vector's request, with another one's checksum when given. */
function pathOf(id: string, signedBy = id): string {
  const { call, query } = checksumVector(id);
  const { checksum } = checksumVector(signedBy);
  return `${base}/${call}?${query === '' ? '' : `${query}&`}checksum=${checksum}`;
}

describe('vectors over the wire', () => {
  test.each([
    ['013', 'V01'],
    ['014', 'V02'],
    ['015', 'V03'],
    ['016', 'V04'],
  ])('%s %s is accepted', async (_number, id) => {
    expect(await result(pathOf(id))).toBe('SUCCESS');
  });

  test('017 %20 in place of + needs its own checksum', async () => {
    expect(await result(pathOf('V05', 'V01'))).toBe(checksumError);
    expect(await result(pathOf('V05'))).toBe('SUCCESS');
  });

  test('018 another order needs its own checksum', async () => {
    expect(await result(pathOf('V06', 'V01'))).toBe(checksumError);
    expect(await result(pathOf('V06'))).toBe('SUCCESS');
  });

  test('019 a query of nothing but the checksum, also with an ampersand before it', async () => {
    const { checksum } = checksumVector('V08');
    expect(await result(`${base}/getMeetings?checksum=${checksum}`)).toBe('SUCCESS');
    expect(await result(`${base}/getMeetings?&checksum=${checksum}`)).toBe('SUCCESS');
  });

  test('020 letter case of percent triplets counts', async () => {
    for (const id of ['V10', 'V11']) expect((await send(bbb, { path: pathOf(id) })).status).toBe(302);
    expect(await result(pathOf('V10', 'V11'))).toBe(checksumError);
    expect(await result(pathOf('V11', 'V10'))).toBe(checksumError);
  });

  test('021 the checksum may stand in the middle', async () => {
    const path = `${base}/end?meetingID=abc&checksum=${checksumVector('V12').checksum}&password=mp`;
    expect(await result(path)).toBe('FAILED notFound');
  });

  test('022 the checksum may stand first', async () => {
    const answer = await send(bbb, { path: `${base}/isMeetingRunning?checksum=${checksumVector('V13').checksum}&meetingID=abc` });
    expect([resultOf(answer), fieldOf(answer, 'running')]).toEqual(['SUCCESS', 'false']);
  });

  test('023 encoded and literal commas verify only with their own checksum and mean the same', async () => {
    const [encoded, literal] = await Promise.all([send(bbb, { path: pathOf('V18') }), send(bbb, { path: pathOf('V19') })]);
    expect(encoded.body).toContain('<recordID>aaa</recordID>');
    expect(literal.body).toBe(encoded.body);
    expect(await result(pathOf('V18', 'V19'))).toBe(checksumError);
    expect(await result(pathOf('V19', 'V18'))).toBe(checksumError);
  });

  test('024 a secret outside ASCII is hashed as UTF-8', async () => {
    expect(await result(pathOf('V20'))).toBe('FAILED notFound');
  });

  test('025 an ampersand before the first parameter belongs to the hashed text', async () => {
    const { checksum, query } = checksumVector('V21');
    expect((await send(bbb, { path: `${base}/join?${query}&checksum=${checksum}` })).status).toBe(302);
    expect(await result(`${base}/join?${query.slice(1)}&checksum=${checksum}`)).toBe(checksumError);
  });

  test('026 a raw apostrophe verifies as it came, and %27 is not taken for it', async () => {
    const socket = connect(bbb.port, '127.0.0.1');
    socket.end(`GET ${pathOf('V25')} HTTP/1.1\r\nHost: bbb\r\nConnection: close\r\n\r\n`);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 302/);
    expect(await result(pathOf('V26', 'V25'))).toBe(checksumError);
    expect((await send(bbb, { path: pathOf('V26') })).status).toBe(302);
  });

  test('027 the checksum may be in capitals', async () => {
    expect(await result(`${base}/getMeetings?checksum=${checksumVector('V08').checksum.toUpperCase()}`)).toBe('SUCCESS');
  });
});

describe('refusals', () => {
  test.each([39, 41, 65, 95, 127])('028 %i digits are refused and break nothing', async (length) => {
    expect(await result(`${base}/getMeetings?checksum=${'a'.repeat(length)}`)).toBe(checksumError);
  });

  test('029 no checksum and an empty one are refused', async () => {
    expect(await result(`${base}/getMeetings`)).toBe(checksumError);
    expect(await result(`${base}/getMeetings?checksum=`)).toBe(checksumError);
  });

  test('030 two checksums are refused', async () => {
    const { checksum } = checksumVector('V08');
    expect(await result(`${base}/getMeetings?checksum=${checksum}&checksum=${checksum}`)).toBe(checksumError);
  });

  test("031 one call's checksum does not fit another", async () => {
    expect(await result(signedPath('create', 'meetingID=abc&fullName=J').replace('/create?', '/join?'))).toBe(checksumError);
  });

  test('032 one changed byte is refused and nothing happens', async () => {
    const before = await send(bbb, { path: signedPath('getMeetings', '') });
    expect(await result(signedPath('create', 'meetingID=changed&name=Name').replace('name=Name', 'name=Namf'))).toBe(
      checksumError,
    );
    expect((await send(bbb, { path: signedPath('getMeetings', '') })).body).toBe(before.body);
  });

  test('036 an external upload address does not open the gate', async () => {
    const path = `${base}/create?meetingID=open&name=Name&presentationUploadExternalUrl=https://x.example/&checksum=${'0'.repeat(64)}`;
    expect(await result(path)).toBe(checksumError);
    expect(bbb.state.meetings.has('open')).toBe(false);
  });

  test('037 a wrong checksum is told before a missing ID', async () => {
    expect(await result(`${base}/create?checksum=${'0'.repeat(40)}`)).toBe(checksumError);
  });

  test('the words differ by call as they do upstream', async () => {
    const wordsOf = async (call: string): Promise<string> =>
      fieldOf(await send(bbb, { path: `${base}/${call}?checksum=${'0'.repeat(64)}` }), 'message');
    expect(await wordsOf('create')).toBe('Checksums do not match');
    expect(await wordsOf('getRecordings')).toBe('You did not pass the checksum security check');
    expect(await wordsOf('hooks/list')).toBe('You did not pass the checksum security check.');
  });
});

describe('settings', () => {
  test('033 algorithms can be limited', async () => {
    const strict = await startMemoryBbb({ secrets, algorithms: ['sha256', 'sha512'] });
    const results = await Promise.all(
      ['V01', 'V02', 'V04'].map(async (id) => resultOf(await send(strict, { path: pathOf(id) }))),
    );
    await strict.stop();
    expect(results).toEqual([checksumError, 'SUCCESS', 'SUCCESS']);
  });

  test('034 two secrets are valid while one replaces the other', async () => {
    const rotating = await startMemoryBbb({ secrets: ['old-secret', 'new-secret'] });
    const signedBy = async (secret: string): Promise<string> =>
      resultOf(await send(rotating, { path: signedPath('getMeetings', '', { secret }) }));
    expect(await signedBy('old-secret')).toBe('SUCCESS');
    expect(await signedBy('new-secret')).toBe('SUCCESS');
    rotating.settings.secrets = ['new-secret'];
    expect(await signedBy('old-secret')).toBe(checksumError);
    expect(await signedBy('new-secret')).toBe('SUCCESS');
    await rotating.stop();
  });

  test.each(checksumHashes)('035 checksumHash is an ordinary parameter, under %s', async (hash) => {
    expect(await result(signedPath('isMeetingRunning', 'meetingID=abc&checksumHash=sha1', { hash }))).toBe('SUCCESS');
  });
});

describe('POST', () => {
  const form = 'application/x-www-form-urlencoded';
  const body = `meetingID=form1&name=Form&checksum=${checksumVector('V14').checksum}`;

  test('038 everything in a form body passes, unless unsigned parameters are refused', async () => {
    expect(resultOf(await send(bbb, { method: 'POST', path: `${base}/create`, contentType: form, body }))).toBe('SUCCESS');
    const strict = await startMemoryBbb({ rejectUnsignedBodyParams: true });
    const refused = await send(strict, { method: 'POST', path: `${base}/create`, contentType: form, body });
    await strict.stop();
    expect(resultOf(refused)).toBe(checksumError);
  });

  test('039 the signed query wins over the body', async () => {
    const path = signedPath('create', 'meetingID=form2&name=Signed');
    await send(bbb, { method: 'POST', path, contentType: form, body: 'name=Other&duration=7' });
    expect(bbb.state.meetings.get('form2')?.request).toMatchObject({ name: 'Signed', duration: 7 });
  });

  test('multipart fields count like form fields, files do not', async () => {
    const part = (head: string, value: string): string => `--sep\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
    const multipart = `${part('name="name"', 'Käse & Brot')}${part('name="welcome"; filename="x.txt"', 'content')}${part('name="duration"', '5')}--sep--\r\n`;
    const path = signedPath('create', 'meetingID=form3');
    expect(
      resultOf(await send(bbb, { method: 'POST', path, contentType: 'multipart/form-data; boundary="sep"', body: multipart })),
    ).toBe('SUCCESS');
    expect(bbb.state.meetings.get('form3')?.request).toMatchObject({ name: 'Käse & Brot', duration: 5, welcome: '' });
  });

  test('040 the body of insertDocument is not hashed', async () => {
    await send(bbb, { path: signedPath('create', 'meetingID=Test&name=Test') });
    const xml = '<modules><module name="presentation"><document url="https://files.example/a.pdf"/></module></modules>';
    const path = `${base}/insertDocument?meetingID=Test&checksum=${checksumVector('V15').checksum}`;
    expect(resultOf(await send(bbb, { method: 'POST', path, contentType: 'application/xml', body: xml }))).toBe('SUCCESS');
  });
});
