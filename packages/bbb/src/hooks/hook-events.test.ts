import { describe, expect, test } from 'vitest';
import { analyticsRequest, forwardAnalytics, readAnalyticsRequest } from '#analytics.ts';
import { endCallbackDelaysMs } from '#hooks/callbacks.ts';
import { hookBody } from '#hooks/hook-delivery.ts';
import { hookEvent, hookHears, hookRetryDelaysMs, isHookTaken, readHookBody } from '#hooks/hook-events.ts';

const news = { id: 'user-joined', ts: 5, meetingId: 'm1', internalMeetingId: 'i1' } as const;

describe('events', () => {
  test('125 an event goes round, with what else it carries', () => {
    const event = hookEvent({ ...news, meeting: { name: 'Maths' }, more: { user: { name: 'Ann' } } });
    expect(readHookBody(hookBody({ domain: 'h', events: [event], timestamp: 6 }))).toEqual({
      domain: 'h',
      timestamp: 6,
      events: [event],
    });
    expect(event.data.attributes).toEqual({
      meeting: { 'internal-meeting-id': 'i1', 'external-meeting-id': 'm1', name: 'Maths' },
      user: { name: 'Ann' },
    });
  });

  test.each(['', 'event=x&timestamp=1', 'event=[]', 'event=%5B1,null,%7B%7D%5D&timestamp=x'])('%s is no delivery', (body) => {
    expect(readHookBody(body)).toBeUndefined();
  });

  test('events of another form are left out', () => {
    const body = hookBody({ domain: 'h', events: [1, null, { data: {} }, { envelope: {}, core: {} }], timestamp: 1 });
    expect(readHookBody(body)?.events).toEqual([]);
  });

  test('one id is enough, and null, blank and absent are one thing', () => {
    const event = (meeting: object, ts: unknown) => ({ data: { id: 'user-left', attributes: { meeting }, event: { ts } } });
    const events = [
      event({ 'internal-meeting-id': 'i1', 'external-meeting-id': null }, '5'),
      event({ 'external-meeting-id': 'm1' }, null),
      event({ 'internal-meeting-id': ' ', 'external-meeting-id': null }, 5),
    ];
    const read = readHookBody(hookBody({ domain: 'h', events, timestamp: 9 }))?.events ?? [];
    expect(read.map(({ data }) => [data.attributes.meeting, data.event.ts])).toEqual([
      [{ 'internal-meeting-id': 'i1', 'external-meeting-id': '' }, 5],
      [{ 'internal-meeting-id': '', 'external-meeting-id': 'm1' }, 9],
    ]);
  });

  test('125 a receiver that says 401 has taken it; after twelve failed repetitions it is over', () => {
    expect([200, 204, 401].map(isHookTaken)).toEqual([true, true, true]);
    expect([0, 302, 400, 404, 500].map(isHookTaken)).toEqual([false, false, false, false, false]);
    expect(hookRetryDelaysMs).toHaveLength(12);
  });

  test('126 a hook hears its meeting and its events, whatever their letter case', () => {
    const all = { rawData: false };
    const event = { id: 'user-joined', meetingId: 'm1' };
    expect(hookHears(all, event)).toBe(true);
    expect(hookHears({ ...all, meetingID: 'm1' }, event)).toBe(true);
    expect(hookHears({ ...all, meetingID: 'm2' }, event)).toBe(false);
    expect(hookHears({ ...all, eventID: 'Meeting-Ended, User-Joined' }, event)).toBe(true);
    expect(hookHears({ ...all, eventID: 'meeting-ended' }, event)).toBe(false);
    expect(hookHears({ rawData: true }, event)).toBe(false);
  });
});

describe('callbacks', () => {
  test('121 an end is told again 30, 90 and 210 seconds after it, and once more', () => {
    const at = endCallbackDelaysMs.map((_, index) =>
      endCallbackDelaysMs.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0),
    );
    expect(at.slice(0, 3)).toEqual([30_000, 90_000, 210_000]);
    expect(at).toHaveLength(4);
  });

  const analytics = {
    meetingId: 'm1',
    internalMeetingId: 'i1',
    name: 'Maths',
    start: 1_531_155_809_613,
    finish: 1_531_155_869_613,
    attendees: [],
  };
  const now = 1_700_000_000_000;

  test('123 statistics go round, with the keys that receivers need', () => {
    const { headers, body } = analyticsRequest(analytics, { secret: 's', now });
    expect(headers['content-type']).toBe('application/json');
    const read = readAnalyticsRequest({ authorization: headers['authorization'], body }, { secret: 's', now });
    expect(read).toMatchObject({ meetingId: 'm1', internalMeetingId: 'i1' });
    expect(Object.keys(read?.document ?? {})).toEqual(['version', 'meeting_id', 'internal_meeting_id', 'data']);
    expect(read?.document['data']).toMatchObject({ metadata: { meeting_name: 'Maths' }, duration: 60 });
  });

  test('123 they are passed on under another ID and another secret', () => {
    const { headers, body } = analyticsRequest(analytics, { secret: 'theirs', now });
    const read = readAnalyticsRequest({ authorization: headers['authorization'], body }, { secret: 'theirs', now });
    if (!read) throw new Error('not read');
    const sent = forwardAnalytics(read, { meetingId: 'ours', secret: 'customer', now });
    const again = readAnalyticsRequest(
      { authorization: sent.headers['authorization'], body: sent.body },
      { secret: 'customer', now },
    );
    expect(again).toEqual({ meetingId: 'ours', internalMeetingId: 'i1', document: { ...read.document, meeting_id: 'ours' } });
  });

  test('123 without a valid token nothing is read', () => {
    const { headers, body } = analyticsRequest(analytics, { secret: 's', now });
    const authorization = headers['authorization'];
    expect(readAnalyticsRequest({ authorization, body }, { secret: 'other', now })).toBeUndefined();
    expect(readAnalyticsRequest({ authorization, body }, { secret: 's', now: now + 25 * 3_600_000 })).toBeUndefined();
    expect(readAnalyticsRequest({ authorization: undefined, body }, { secret: 's', now })).toBeUndefined();
    expect(readAnalyticsRequest({ authorization, body: '{' }, { secret: 's', now })).toBeUndefined();
    expect(readAnalyticsRequest({ authorization, body: '{"meeting_id":1}' }, { secret: 's', now })).toBeUndefined();
  });
});
