import { expect, test } from 'vitest';
import { jsonLog } from '#server/log.ts';
import { mediaSettings } from '#server/media-settings.ts';
import { BadSetting, readSettings } from '#server/settings.ts';

const least = { ENGINE_SECRET: 's3cret', ENGINE_CLIENT_URL: 'https://meet.example/m' };

test('little is needed, the rest has defaults', () => {
  expect(readSettings(least)).toEqual({
    http: { host: '127.0.0.1', port: 0 },
    secrets: ['s3cret'],
    algorithms: ['sha1', 'sha256', 'sha384', 'sha512'],
    rejectUnsignedBodyParams: false,
    clientUrl: 'https://meet.example/m',
    logoutUrl: 'https://meet.example/',
    origins: ['https://meet.example'],
    allowPrivateCallbacks: false,
    drainMs: 0,
    trustedCallbacks: [],
    recordings: null,
    office: { program: '/usr/bin/soffice', network: false },
    media: { bindAddress: '127.0.0.1', udpPort: 0, announce: null, stun: [], turn: null, turnTcpPort: null },
  });
});

test('everything can be set', () => {
  const settings = readSettings({
    ...least,
    ENGINE_SECRET_PREVIOUS: 'older',
    ENGINE_CHECKSUM_ALGORITHMS: 'SHA256, sha512',
    ENGINE_ORIGINS: 'https://a.example, https://b.example',
    ENGINE_UDP_PORT: '3478',
    ENGINE_ANNOUNCE: '203.0.113.7',
    ENGINE_STUN: 'stun.example:3478',
    ENGINE_TURN: 'turn:t.example:3478,turns:t.example:5349|shared',
    ENGINE_TURN_TCP_PORT: '3479',
  });
  expect(settings).toMatchObject({
    secrets: ['s3cret', 'older'],
    algorithms: ['sha256', 'sha512'],
    origins: ['https://a.example', 'https://b.example'],
  });
  expect(settings.media).toMatchObject({
    announce: { address: '203.0.113.7', port: 3478 },
    turn: { urls: ['turn:t.example:3478', 'turns:t.example:5349'], secret: 'shared', user: null },
  });
  expect(mediaSettings(settings, () => undefined)).toMatchObject({
    iceServers: [{ urls: ['stun:stun.example:3478'] }],
    turnTcp: { port: 3479, host: '203.0.113.7', secret: expect.stringMatching(/^\w{32}$/) },
  });
});

test.each([
  [{ ENGINE_SECRET: ' ' }, /ENGINE_SECRET is empty/],
  [{ ENGINE_CLIENT_URL: 'javascript:alert(1)' }, /ENGINE_CLIENT_URL/],
  [{ ENGINE_LOGOUT_URL: 'nowhere' }, /ENGINE_LOGOUT_URL/],
  [{ ENGINE_HTTP_PORT: '70000' }, /ENGINE_HTTP_PORT/],
  [{ ENGINE_UDP_PORT: '-1' }, /ENGINE_UDP_PORT/],
  [{ ENGINE_ANNOUNCE: '203.0.113.7' }, /needs a port/],
  [{ ENGINE_ANNOUNCE: 'a:b:c d' }, /ENGINE_ANNOUNCE/],
  [{ ENGINE_TURN: 'turn:t.example' }, /ENGINE_TURN/],
  [{ ENGINE_DRAIN_SECONDS: '3 hours' }, /ENGINE_DRAIN_SECONDS/],
  [{ ENGINE_CHECKSUM_ALGORITHMS: 'md5' }, /ENGINE_CHECKSUM_ALGORITHMS/],
])('%o is refused in plain words', (wrong, words) => {
  const read = () => readSettings({ ...least, ...wrong });
  expect(read).toThrow(BadSetting);
  expect(read).toThrow(words);
  expect(read).not.toThrow(/s3cret/);
});

test('TURN servers without a shared secret get one user for all', () =>
  expect(readSettings({ ...least, ENGINE_TURN: 'turn:t.example|pw', ENGINE_TURN_USER: 'us' }).media.turn).toEqual({
    urls: ['turn:t.example'],
    secret: 'pw',
    user: 'us',
  }));

test.each([
  ['203.0.113.7:5000', { address: '203.0.113.7', port: 5000 }],
  ['[2001:db8::1]:5000', { address: '2001:db8::1', port: 5000 }],
  ['meet.example:5000', { address: 'meet.example', port: 5000 }],
])('%s is announced as %o', (text, announce) =>
  expect(readSettings({ ...least, ENGINE_ANNOUNCE: text }).media.announce).toEqual(announce),
);

test('a log line is one JSON object, troubles go to stderr, chatter nowhere', () => {
  const lines = { out: '', err: '' };
  const log = jsonLog({
    stdout: { write: (text) => (lines.out += text) },
    stderr: { write: (text) => (lines.err += text) },
    now: () => 5,
  });
  log('debug', 'x');
  log('info', 'two\nlines', { count: 1 });
  log('error', 'bad');
  expect([lines.out, JSON.parse(lines.err)]).toEqual([
    '{"time":5,"level":"info","part":"engine","msg":"two\\nlines","count":1}\n',
    { time: 5, level: 'error', part: 'engine', msg: 'bad' },
  ]);
});

test('recordings need a whole path; ffmpeg can be named or left out', () => {
  const recordingsWith = (more: Record<string, string>) =>
    readSettings({ ENGINE_SECRET: 's', ENGINE_CLIENT_URL: 'https://meet.example/m', ...more }).recordings;
  expect(recordingsWith({ ENGINE_RECORDINGS: '/data/recordings' })).toEqual({
    folder: '/data/recordings',
    ffmpeg: '/usr/bin/ffmpeg',
  });
  expect(recordingsWith({ ENGINE_RECORDINGS: '/data/recordings', ENGINE_FFMPEG: 'off' })?.ffmpeg).toBeNull();
  expect(() => recordingsWith({ ENGINE_RECORDINGS: 'recordings' })).toThrow('ENGINE_RECORDINGS must be a whole path');
});
