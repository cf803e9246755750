import { describe, expect, test } from 'vitest';
import { rewriteAnswer } from '#answer-rewrite.ts';
import { bbbClient } from '#client.ts';
import { type VersionSample, versionSamples } from '#version-samples.factory.ts';

/** A client whose server answers from the sample. */
function clientOf(sample: VersionSample, change: (xml: string) => string = (xml) => xml) {
  const bodies: Readonly<Record<string, string>> = {
    '': sample.root,
    create: sample.create,
    getMeetingInfo: sample.info,
    getRecordings: sample.recordings,
  };
  return bbbClient({
    url: 'https://h/bigbluebutton',
    secret: 's',
    fetch: async (url) => new Response(change(bodies[/\/api\/([^?]*)/.exec(url)?.[1] ?? ''] ?? '')),
  });
}

const internalMeetingID = '6367c48dd193d56ea7b0baad25b19455e529f5ee-1531155809613';

describe.each(versionSamples)('$server', (sample) => {
  test('138 is understood', async () => {
    const client = clientOf(sample);
    expect(await client.version()).toMatchObject({ ok: true, version: '2.0' });
    expect(await client.create({ meetingID: 'abc123', name: 'N' })).toMatchObject({
      ok: true,
      outcome: 'created',
      meetingID: 'abc123',
      internalMeetingID,
      createTime: 1_531_155_809_613,
      moderatorPW: 'mp',
      voiceBridge: '70757',
    });
    expect(await client.getMeetingInfo('abc123')).toMatchObject({
      ok: true,
      meeting: {
        meetingName: 'A & <B>',
        running: true,
        maxUsers: 20,
        startTime: 1_531_155_809_620,
        isBreakout: false,
        metadata: new Map([
          ['topic', 'A & <B>'],
          ['empty', ''],
        ]),
        attendees: [{ userID: 'u42', fullName: 'Ann & Bob', role: 'MODERATOR', isPresenter: true, hasJoinedVoice: true }],
      },
    });
    expect(await client.getRecordings({ limit: 1 })).toMatchObject({
      ok: true,
      total: sample.recordings.includes('totalElements') ? 7 : 1,
      recordings: [
        {
          recordID: internalMeetingID,
          internalMeetingID,
          name: 'A & <B>',
          participants: 3,
          published: true,
          formats: [{ type: 'presentation', url: 'https://h/p?a=1&b=2', length: 3 }],
        },
      ],
    });
  });

  test('passes through the rewriting, changed in its IDs only', async () => {
    for (const xml of [sample.root, sample.create, sample.info, sample.recordings]) {
      expect(rewriteAnswer(xml, { meetingId: (id) => id, recordId: (id) => id, address: (url) => url })).toBe(xml);
      const there = rewriteAnswer(xml, { meetingId: (id) => `t1.${id}` });
      expect(rewriteAnswer(there, { meetingId: (id) => id.replace(/^t1\./, '') })).toBe(xml);
    }
    const ours = clientOf(sample, (xml) => rewriteAnswer(xml, { meetingId: (id) => `t1.${id}` }));
    expect(await ours.getMeetingInfo('x')).toMatchObject({ meeting: { meetingID: 't1.abc123', internalMeetingID } });
    expect(await ours.getRecordings({})).toMatchObject({ recordings: [{ meetingID: 't1.abc123', recordID: internalMeetingID }] });
  });
});
