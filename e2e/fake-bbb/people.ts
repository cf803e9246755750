/** People of a fake server: they come at once or over time, and they leave. */
import type { AttendeeView } from '@atrium/bbb/meeting-answers';
import { enter } from '@atrium/bbb/memory/memory-join';
import type { MemoryMeeting } from '@atrium/bbb/memory/memory-state';

/** How many come. The first ones are the moderators, the ones with cameras and the ones with microphones. */
export type Arrivals = {
  add: number;
  moderators?: number;
  cameras?: number;
  microphones?: number;
  /** Evenly spread over this time; at once unless said. */
  overMs?: number;
};

type Due = { at: number; meeting: MemoryMeeting; person: AttendeeView };

/** Who is on the way. `settle` lets everybody in whose time has come; it is called before each answer. */
export type Crowd = {
  arrive(meeting: MemoryMeeting, arrivals: Arrivals): void;
  leave(meeting: MemoryMeeting, count: number): void;
  settle(now: number): void;
};

export function crowdOf(clock: () => number): Crowd {
  let due: Due[] = [];
  let number = 0;
  return {
    arrive(meeting, arrivals) {
      const start = clock();
      const { add, overMs = 0 } = arrivals;
      for (let index = 0; index < add; index += 1) {
        number += 1;
        const person = personOf(number, { index, arrivals });
        if (overMs === 0) enter(meeting, person);
        else due.push({ at: start + Math.round((overMs * (index + 1)) / add), meeting, person });
      }
    },
    leave(meeting, count) {
      meeting.attendees.splice(Math.max(meeting.attendees.length - count, 0), count);
    },
    settle(now) {
      if (due.length === 0) return;
      for (const { at, meeting, person } of due) if (at <= now && meeting.endTime === 0) enter(meeting, person);
      due = due.filter(({ at, meeting }) => at > now && meeting.endTime === 0);
    },
  };
}

function personOf(number: number, { index, arrivals }: { index: number; arrivals: Arrivals }): AttendeeView {
  const { moderators = 0, cameras = 0, microphones = 0 } = arrivals;
  return {
    userID: `person-${number}`,
    fullName: `Person ${number}`,
    role: index < moderators ? 'MODERATOR' : 'VIEWER',
    isPresenter: index === 0 && moderators > 0,
    isListeningOnly: index >= microphones,
    hasJoinedVoice: index < microphones,
    hasVideo: index < cameras,
    clientType: 'HTML5',
    customdata: new Map(),
  };
}
