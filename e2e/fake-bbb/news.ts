/** What a fake server tells others: the end of meetings, finished recordings, statistics, events of webhooks. */
import { type Analytics, analyticsRequest } from '@atrium/bbb/analytics';
import { endCallbackUrl, recordingReadyBody } from '@atrium/bbb/hooks/callbacks';
import { hookBody, hookChecksum } from '@atrium/bbb/hooks/hook-delivery';
import { type HookEventName, hookEvent, hookHears, isHookTaken } from '@atrium/bbb/hooks/hook-events';
import type { MemoryMeeting, MemoryState } from '@atrium/bbb/memory/memory-state';
import type { VersionStyle } from './versions.ts';

/** `status` 0: nobody answered. */
export type DeliveryAttempt = { url: string; status: number };

export type News = {
  ended(meeting: MemoryMeeting): void;
  ready(meeting: MemoryMeeting, recordId: string): void;
  statistics(meeting: MemoryMeeting): void;
  event(meeting: MemoryMeeting, id: HookEventName, more?: Readonly<Record<string, unknown>>): void;
  /** Resolves when no delivery is under way; every attempt since the last call. */
  settled(): Promise<DeliveryAttempt[]>;
};

export type NewsSettings = {
  state: MemoryState;
  style: VersionStyle;
  secret: string;
  /** Waits between attempts that were not taken; none means one attempt. */
  retryDelaysMs: readonly number[];
};

type Delivery = { url: string; init: RequestInit; taken: (status: number) => boolean };

export function newsOf(settings: NewsSettings): News {
  const { state, secret } = settings;
  const running = new Set<Promise<void>>();
  let told: DeliveryAttempt[] = [];
  const send = (delivery: Delivery): void => {
    const work = deliver(delivery, settings.retryDelaysMs, (attempt) => told.push(attempt)).finally(() => running.delete(work));
    running.add(work);
  };
  return {
    ended(meeting) {
      const { metadata, meetingID, meetingEndedURL, isBreakout, record } = meeting.request;
      const address = metadata.get('endcallbackurl');
      if (address && !isBreakout) send(get(endCallbackUrl(address, { recordingMarks: record, meetingID })));
      if (meetingEndedURL !== '') send(get(meetingEndedURL));
      this.event(meeting, 'meeting-ended');
    },
    ready(meeting, recordId) {
      const url = meeting.request.metadata.get('bbb-recording-ready-url');
      const body = recordingReadyBody({ meetingId: meeting.request.meetingID, recordId }, secret);
      if (url) send({ url, init: post({ 'content-type': formType }, body), taken: isOk });
    },
    statistics(meeting) {
      const url = meeting.request.metadata.get('analytics-callback-url');
      const { headers, body } = analyticsRequest(statisticsOf(meeting, state.clock()), { secret, now: state.clock() });
      if (url) send({ url, init: post(headers, body), taken: isOk });
    },
    event(meeting, id, more) {
      const { meetingID } = meeting.request;
      const hooks = state.hooks.filter((hook) => hookHears(hook, { id, meetingId: meetingID }));
      if (hooks.length === 0) return;
      const ts = state.clock();
      const event = hookEvent({ id, ts, meetingId: meetingID, internalMeetingId: meeting.internalId, more });
      const body = hookBody({ domain: 'bbb.example', events: [event], timestamp: ts + 1 });
      for (const { callbackURL } of hooks) {
        const { hash, form } = settings.style.hooks;
        const joint = callbackURL.includes('?') ? '&' : '?';
        const url = `${callbackURL}${joint}checksum=${hookChecksum({ callbackURL, body, secret }, hash, form)}`;
        send({ url, init: post({ 'content-type': formType }, body), taken: isHookTaken });
      }
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
      const attempts = told;
      told = [];
      return attempts;
    },
  };
}

const formType = 'application/x-www-form-urlencoded';

function get(url: string): Delivery {
  return { url, init: { method: 'GET' }, taken: isOk };
}

function post(headers: Record<string, string>, body: string): RequestInit {
  return { method: 'POST', headers, body };
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

async function deliver(
  { url, init, taken }: Delivery,
  delays: readonly number[],
  note: (attempt: DeliveryAttempt) => void,
): Promise<void> {
  for (const delay of [0, ...delays]) {
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const status = await attempt(url, init);
    note({ url, status });
    if (taken(status)) return;
  }
}

async function attempt(url: string, init: RequestInit): Promise<number> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Everybody was there from the beginning to the end. */
function statisticsOf(meeting: MemoryMeeting, now: number): Analytics {
  const start = meeting.createTime;
  const finish = meeting.endTime || now;
  return {
    meetingId: meeting.request.meetingID,
    internalMeetingId: meeting.internalId,
    name: meeting.request.name,
    start,
    finish,
    attendees: meeting.attendees.map((person) => ({
      extUserId: person.userID,
      name: person.fullName,
      moderator: person.role === 'MODERATOR',
      joins: [start],
      leaves: [finish],
      engagement: { chats: 1, talks: 2, raisehand: 0, emojis: 0, pollVotes: 0, talkTime: 3 },
    })),
  };
}
