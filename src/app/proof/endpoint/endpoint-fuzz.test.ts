import http from 'node:http';
import { env } from 'node:process';
import { signQuery } from '@atrium/bbb/checksum';
import { isCallName } from '@atrium/bbb/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCustomer, buildQuirky, buildStreet, textIn } from './endpoint-door.factory.ts';

/** `npm run fuzz` asks for more. */
// biome-ignore lint/style/noProcessEnv: how many is the runner's to say
const runs = Number(env['FUZZ_RUNS'] ?? 5_000);
const names = ['create', 'join', 'end', 'isMeetingRunning', 'getMeetingInfo', 'getMeetings', 'getSessions', 'insertDocument']
  .concat(['sendChatMessage', 'getRecordings', 'publishRecordings', 'deleteRecordings', 'updateRecordings', 'hooks/list'])
  .concat(['getRecordingTextTracks', 'putRecordingTextTrack', 'hooks/create', 'hooks/destroy', '']);
const parameters = [
  'meetingID',
  'name',
  'attendeePW',
  'moderatorPW',
  'password',
  'fullName',
  'role',
  'userID',
  'createTime',
  'redirect',
]
  .concat([
    'errorRedirectUrl',
    'record',
    'duration',
    'maxParticipants',
    'isBreakout',
    'parentMeetingID',
    'recordID',
    'publish',
    'state',
  ])
  .concat([
    'meta_a',
    'meta_endCallbackUrl',
    'limit',
    'offset',
    'checksum',
    'hookID',
    'callbackURL',
    'kind',
    'lang',
    'message',
    'groups',
  ]);

type FuzzRequest = { target: string; method: string; type: string; body: string };

/** One request on a kept connection. */
const send = (agent: http.Agent, port: number, asked: FuzzRequest) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    // characters that no client can put into a request line
    const path = asked.target.replace(/[^\x21-\xff]/g, 'x');
    const headers = asked.type === '' ? {} : { 'content-type': asked.type };
    const request = http.request({ host: '127.0.0.1', port, path, method: asked.method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => void parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8') + (response.headers.location ?? '');
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    request.on('error', reject);
    request.end(asked.body === '' ? undefined : asked.body);
  });

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'own',
    'victim',
    'true',
    'false',
    'MODERATOR',
    'VIEWER',
    '',
    ',',
    '%',
    '0',
    '-1',
    '9'.repeat(30),
    '\0',
    'a\r\nb',
  ),
  fc.constantFrom('https://x.example/?a=1', 'http://127.0.0.1:1/', "');--", '<!ENTITY a "b">', '𐀀\ud800', '../../etc'),
);
const request = fc.record({
  name: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string({ maxLength: 20 }) }),
  params: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...parameters), fc.string({ maxLength: 8 })), anyText), { maxLength: 8 }),
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
  type: fc.constantFrom(
    '',
    'application/x-www-form-urlencoded',
    'application/xml',
    'text/plain',
    'multipart/form-data; boundary=x',
  ),
  body: fc.oneof(
    fc.constant(''),
    anyText,
    fc.constantFrom('<modules><module name="presentation"/></modules>', '--x\r\n\r\n--x--'),
  ),
  signed: fc.constantFrom('well', 'well', 'well', 'badly', 'not'),
  cut: fc.nat({ max: 400 }),
  junk: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.string({ maxLength: 10 }) }),
});

test(
  'whatever is asked, nothing breaks and nobody learns of another account',
  async () => {
    const street = await buildStreet();
    const { world, port } = street;
    await buildQuirky(street);
    const [victim, attacker] = [
      await buildCustomer(street),
      await buildCustomer(street, { callsPerMinute: null, meetingsAtOnce: 3 }),
    ];
    const hidden = await victim.call('create', {
      meetingID: 'victim',
      name: 'HiddenName',
      moderatorPW: 'HiddenWord',
      attendeePW: 'x1',
    });
    const secrets = [
      'HiddenName',
      'HiddenWord',
      textIn(hidden, 'internalMeetingID'),
      victim.owner.accountId,
      attacker.secret,
      victim.secret,
    ];
    const agent = new http.Agent({ keepAlive: true });
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const raw = new URLSearchParams(given.params).toString() + given.junk;
        const hash = 'sha256';
        const call = isCallName(given.name) ? given.name : encodeURI(given.name.toWellFormed());
        const well = signQuery({ call, query: raw, secret: attacker.secret, hash });
        const query = given.signed === 'well' ? well : given.signed === 'not' ? raw : well.slice(0, given.cut);
        const target = `/e/${attacker.key}/bigbluebutton/api/${call}?${query}`;
        const { method, type, body } = given;
        const said = await send(agent, port, { target, method, type, body });
        expect([200, 302, 400, 404]).toContain(said.status);
        for (const one of secrets) expect(said.text).not.toContain(one);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    agent.destroy();
    expect(textIn(await victim.call('getMeetingInfo', { meetingID: 'victim' }), 'meetingName')).toBe('HiddenName');
    expect(world.logged().filter((line) => line.includes('a call of the endpoint failed'))).toEqual([]);
  },
  60_000 + runs * 40,
);
