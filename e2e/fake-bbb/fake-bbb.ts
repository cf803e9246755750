/** A BBB server that can be scripted: made of the protocol's server half, with the quirks of real ones. No media. */
import { endMeeting, emptyState, liveMeeting, type MemoryMeeting, type MemoryState } from '@atrium/bbb/memory/memory-state';
import { type Command, commandShape, type FullCommand, recordingFrom } from './control.ts';
import { type DeliveryAttempt, type News, newsOf } from './news.ts';
import { type Crowd, crowdOf } from './people.ts';
import { type Dice, diceOf, type Quirks } from './quirks.ts';
import { openListener, type Listener } from './serving.ts';
import { type FakeVersion, versionStyles } from './versions.ts';

export type FakeBbbOptions = {
  /** 0 for a free one, which is kept when the server goes down and comes back. */
  port?: number | undefined;
  secret?: string | undefined;
  version?: FakeVersion | undefined;
  /** Of the generator behind jitter. */
  seed?: number | undefined;
  quirks?: Quirks | undefined;
  /** Added to the clock of this machine. */
  clockOffsetMs?: number | undefined;
  /** How long an ended meeting is still listed as ended. */
  endLingersMs?: number | undefined;
  /** Waits before callbacks that were not taken are sent again; none unless given. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Whether a join is a presence at once, or only opening the client is, as in real servers. */
  presence?: 'join' | 'client' | undefined;
  revealsVersion?: boolean | undefined;
  hasHooks?: boolean | undefined;
};

/** What every command answers. */
export type FakeState = {
  isUp: boolean;
  meetings: {
    meetingID: string;
    internalMeetingID: string;
    createTime: number;
    people: number;
    moderators: number;
    cameras: number;
    metadata: Record<string, string>;
  }[];
  recordings: { recordID: string; state: string }[];
  hooks: string[];
  /** How often each call came in, refused ones included. */
  calls: Record<string, number>;
  /** Callbacks sent since the last `settle`; filled by `settle` only. */
  told: DeliveryAttempt[];
};

export type FakeBbb = {
  /** `http://127.0.0.1:PORT/bigbluebutton`, as operators paste it. */
  url: string;
  port: number;
  secret: string;
  version: FakeVersion;
  state: MemoryState;
  control(command: Command): Promise<FakeState>;
  stop(): Promise<void>;
};

/** A command that cannot be carried out, with the reason in its message. */
export class FakeCommandError extends Error {
  override readonly name = 'FakeCommandError';
}

/** Everything that one fake server is made of. */
type Parts = {
  state: MemoryState;
  news: News;
  crowd: Crowd;
  dice: Dice;
  listener: Listener;
  calls: Map<string, number>;
  /** The last meeting of each ID that ended. */
  ended: Map<string, MemoryMeeting>;
  clock: { offsetMs: number };
};

/** Starts one. It refuses what is not signed with its secret and keeps everything in memory. */
export async function startFakeBbb(options: FakeBbbOptions = {}): Promise<FakeBbb> {
  const { secret = 'fake-secret', version = '3.0', seed = 1 } = options;
  const style = versionStyles[version];
  const clock = { offsetMs: options.clockOffsetMs ?? 0 };
  const ended = new Map<string, MemoryMeeting>();
  const state = emptyState({ clock: () => Date.now() + clock.offsetMs, endLingersMs: options.endLingersMs ?? 0 });
  const news = newsOf({ state, style, secret, retryDelaysMs: options.retryDelaysMs ?? [] });
  state.onEnd = (meeting) => {
    ended.set(meeting.request.meetingID, { ...meeting });
    news.ended(meeting);
  };
  const crowd = crowdOf(state.clock);
  const dice = diceOf(seed, options.quirks ?? {});
  const calls = new Map<string, number>();
  const { revealsVersion = false, hasHooks = true } = options;
  const answering = { state, style, news, secret, revealsVersion, hasHooks };
  const listener = await openListener({ answering, crowd, dice, calls, port: options.port ?? 0 });
  state.presence = options.presence ?? 'join';
  state.clientUrl = `${listener.origin}/html5client/`;
  state.logoutUrl = `${listener.origin}/`;
  const parts: Parts = { state, news, crowd, dice, listener, calls, ended, clock };
  return {
    url: `${listener.origin}/bigbluebutton`,
    port: listener.port,
    secret,
    version,
    state,
    control: (command) => control(parts, commandShape.parse(command)),
    stop: () => listener.down(),
  };
}

async function control(parts: Parts, command: FullCommand): Promise<FakeState> {
  const told = command.do === 'settle' ? await parts.news.settled() : [];
  await carryOut(parts, command);
  parts.crowd.settle(parts.state.clock());
  return lookAt(parts, told);
}

async function carryOut(parts: Parts, command: FullCommand): Promise<void> {
  const { state, news, listener } = parts;
  switch (command.do) {
    case 'look':
    case 'settle':
      return;
    case 'quirks':
      return parts.dice.load(command.set);
    case 'people': {
      const meeting = living(parts, command.meetingID);
      parts.crowd.leave(meeting, command.remove);
      return parts.crowd.arrive(meeting, command);
    }
    case 'end':
      return endMeeting(state, living(parts, command.meetingID));
    case 'vanish':
      state.meetings.delete(command.meetingID);
      return;
    case 'recording':
      return appear(parts, command);
    case 'statistics':
      return news.statistics(known(parts, command.meetingID));
    case 'event':
      return news.event(known(parts, command.meetingID), command.id, command.more);
    case 'down':
      if (command.meetings === 'lose') state.meetings.clear();
      return listener.down();
    case 'up':
      return listener.up();
    case 'clock':
      parts.clock.offsetMs = command.offsetMs;
  }
}

function appear(parts: Parts, command: Extract<FullCommand, { do: 'recording' }>): void {
  const { state, news, listener } = parts;
  const meeting = known(parts, command.meetingID);
  const { name, metadata } = meeting.request;
  const { internalId, createTime } = meeting;
  const endTime = meeting.endTime || state.clock();
  const view = recordingFrom(command, { internalId, name, metadata, createTime, endTime }, listener.origin);
  state.recordings = [...state.recordings.filter((other) => other.recordID !== view.recordID), view];
  if (command.announce) news.ready(meeting, view.recordID);
  if (command.state === 'published') news.event(meeting, 'rap-publish-ended', { 'record-id': view.recordID, success: true });
}

function living({ state }: Parts, meetingID: string): MemoryMeeting {
  const meeting = liveMeeting(state, meetingID);
  if (!meeting) throw new FakeCommandError(`No meeting ${meetingID} is running here`);
  return meeting;
}

function known({ state, ended }: Parts, meetingID: string): MemoryMeeting {
  const meeting = liveMeeting(state, meetingID) ?? ended.get(meetingID);
  if (!meeting) throw new FakeCommandError(`No meeting ${meetingID} was ever here`);
  return meeting;
}

function lookAt({ state, calls, listener }: Parts, told: DeliveryAttempt[]): FakeState {
  const meetings = [...state.meetings.values()].filter((meeting) => meeting.endTime === 0);
  return {
    isUp: listener.isUp(),
    meetings: meetings.map(({ request, internalId, createTime, attendees }) => ({
      meetingID: request.meetingID,
      internalMeetingID: internalId,
      createTime,
      people: attendees.length,
      moderators: attendees.filter(({ role }) => role === 'MODERATOR').length,
      cameras: attendees.filter(({ hasVideo }) => hasVideo).length,
      metadata: Object.fromEntries(request.metadata),
    })),
    recordings: state.recordings.map((one) => ({ recordID: one.recordID, state: one.state })),
    hooks: state.hooks.map(({ callbackURL }) => callbackURL),
    calls: Object.fromEntries(calls),
    told,
  };
}
