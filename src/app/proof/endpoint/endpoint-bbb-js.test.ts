/// <reference path="./endpoint-bigbluebutton-js.d.ts" />
/** bigbluebutton-js of npm at the endpoint, over a real connection: it signs with SHA-1, puts the checksum last and reads with a parser of its own. */
import { api, http } from 'bigbluebutton-js';
import { expect, test } from 'vitest';
import { buildRecordingRow } from '#meet/recordings/server/program.factory.ts';
import { buildCustomer, buildQuirky, buildStreet } from './endpoint-door.factory.ts';

test('bigbluebutton-js makes, fills, looks at and ends a meeting, and finds and changes its recordings', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  await buildQuirky(street);
  const { administration, monitoring, recording, hooks } = api(customer.base.replace(/api\/$/, ''), customer.secret);
  const more = { attendeePW: 'ap-1', moderatorPW: 'mp-1', record: true, welcome: 'Hi!', 'meta_bn-course': 'Maths 9 b' };
  const made = await http(administration.create('Maths & Co (9b) – ü', 'js 1', more));
  expect(made).toMatchObject({ returncode: 'SUCCESS', meetingID: 'js 1', attendeePW: 'ap-1', moderatorPW: 'mp-1' });
  expect(await http(monitoring.isMeetingRunning('js 1'))).toMatchObject({ returncode: 'SUCCESS', running: false });
  expect(await http(administration.join('Ada', 'js 1', 'ap-1', { redirect: false }))).toMatchObject({
    messageKey: 'successfullyJoined',
    guestStatus: 'ALLOW',
  });
  expect(await http(monitoring.getMeetingInfo('js 1'))).toMatchObject({
    meetingName: 'Maths &amp; Co (9b) – ü',
    participantCount: 1,
    attendees: { attendee: { fullName: 'Ada', role: 'VIEWER' } },
  });
  expect(await http(monitoring.getMeetings())).toMatchObject({ meetings: [{ meetingID: 'js 1' }] });
  expect(await http(administration.end('js 1', 'wrong'))).toMatchObject({ returncode: 'FAILED', messageKey: 'invalidPassword' });
  expect(await http(administration.end('js 1', 'mp-1'))).toMatchObject({ messageKey: 'sentEndMeetingRequest' });
  expect(await http(monitoring.getMeetings())).toMatchObject({ messageKey: 'noMeetings' });
  expect(await http(hooks.list())).toMatchObject({ returncode: 'SUCCESS' });

  const format = { type: 'atrium', url: '', lengthMs: 60_000, bytes: 1, images: [] };
  await buildRecordingRow(street.world, {
    accountId: customer.owner.accountId,
    recordId: 'js-recording',
    externalId: 'js 1',
    held: 'here',
    formats: [format],
  });
  const found = await http(recording.getRecordings({ meetingID: 'js 1' }));
  expect(found).toMatchObject({ recordings: [{ recordID: 'js-recording', playback: { format: { type: 'presentation' } } }] });
  expect(await http(recording.publishRecordings('js-recording', false))).toMatchObject({ published: false });
  expect(await http(recording.updateRecordings('js-recording', { meta_name: 'New name' }))).toMatchObject({ updated: true });
  expect(await http(recording.deleteRecordings('js-recording'))).toMatchObject({ deleted: true });
});
