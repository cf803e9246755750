import type { ServerMessage, PublishedSource } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { openCam, openMic, openScreen, stopStream, type OpenedDevice } from '#ui/media/devices.ts';
import type { Publisher } from '#ui/media/publisher.ts';
import { seatSteps } from '#ui/media/seat-again.ts';
import { may, type MeetingNotice, type OwnKind } from '#ui/state.ts';
import type { MeetingStore } from '#ui/store.ts';

export type OwnMediaOptions = {
  store: MeetingStore;
  publisher: Publisher;
  choice(): DeviceChoice;
};
export type OwnMedia = {
  /** Switches a source on or off; the microphone is muted and unmuted once it lives. */
  toggle(kind: OwnKind): Promise<void>;
  /** Opens what was chosen before joining. */
  begin(): Promise<void>;
  /** Other devices for the sources that are on; the ids are those of the choice. */
  change(kind: 'mic' | 'cam'): Promise<void>;
  /** Silent and unseen: mutes the microphone, ends camera and screen, and what is just being opened. */
  hush(): Promise<void>;
  /** Phones forbid the camera in the background: it is stopped and comes back with the page. */
  onVisibility(visible: 'visible' | 'hidden'): void;
  onMessage(message: ServerMessage): void;
  stop(): void;
};

type OwnMediaDesk = {
  options: OwnMediaOptions /** Camera to be opened again when the page is seen. */;
  camWaits: boolean;
  /** Rises when everything is switched off: what was being opened before is not wanted any more. */
  round: number;
  /** The person switched the microphone, and the engine did not hear it. */
  unsaid: 'unsaid' | 'said';
  begun: boolean;
  stopped: boolean;
};

export function createOwnMedia(options: OwnMediaOptions): OwnMedia {
  const desk: OwnMediaDesk = { options, camWaits: false, round: 0, unsaid: 'said', begun: false, stopped: false };
  return {
    toggle: (kind) => toggle(desk, kind),
    hush: () => hush(desk),
    begin: () => begin(desk),
    change: (kind) => change(desk, kind),
    onVisibility: (visible) => void follow(desk, visible),
    onMessage: (message) => hear(desk, message),
    stop() {
      desk.stopped = true;
      const { own } = options.store.get();
      for (const stream of [own.micStream, own.camStream, own.screenStream]) stopStream(stream);
    },
  };
}

const capabilityOf = { mic: 'speak', cam: 'film', screen: 'share' } as const;

/** A device whose source the engine would refuse is not even opened. */
async function toggle(desk: OwnMediaDesk, kind: OwnKind): Promise<void> {
  const isClosed = ['off', 'muted'].includes(own(desk)[kind]);
  if (isClosed && !may(desk.options.store.get(), capabilityOf[kind])) return notice(desk, 'locked');
  await (kind === 'mic' ? toggleMic(desk) : kind === 'cam' ? toggleCam(desk) : toggleScreen(desk));
}

const own = (desk: OwnMediaDesk) => desk.options.store.get().own;
const set = (desk: OwnMediaDesk, change: Parameters<MeetingStore['dispatch']>[0] & { t: 'own' }) =>
  desk.options.store.dispatch(change);
const notice = (desk: OwnMediaDesk, what: MeetingNotice['what']) => desk.options.store.dispatch({ t: 'notice', what });

async function begin(desk: OwnMediaDesk): Promise<void> {
  desk.begun = true;
  const choice = desk.options.choice();
  const state = desk.options.store.get();
  const { facts, members, you } = state;
  // After a reload the seat still lists what the page before it sent.
  await Promise.all((members[you]?.sources ?? []).map((source) => desk.options.publisher.unpublish(source.key, 'unknown')));
  if (choice.listenOnly || !facts) return;
  // The devices are remembered from before the answer "microphone and camera off", which still stands after a reload.
  if (facts.recording !== 'off' && facts.consent === 'nothing') return;
  const mic = choice.micOn && may(state, 'speak') && (members[you]?.role === 'moderator' || !facts.muteOnStart);
  const cam = choice.camOn && may(state, 'film');
  await Promise.all([
    mic && own(desk).mic === 'off' ? startMic(desk) : null,
    cam && own(desk).cam === 'off' ? startCam(desk) : null,
  ]);
}

/** Opens a device; tells the trouble and gives null when that failed or the meeting was left meanwhile. */
async function opened(desk: OwnMediaDesk, kind: OwnKind, opening: Promise<OpenedDevice>): Promise<MediaStream | null> {
  const { round } = desk;
  const { stream, trouble } = await opening;
  const unwanted = desk.stopped || desk.round !== round;
  if (unwanted) stopStream(stream);
  if (stream && !unwanted) return stream;
  set(desk, { t: 'own', own: { [kind]: 'off' } });
  // Closing the browser's own dialog of what to share is an answer, not a trouble.
  if (trouble && !(kind === 'screen' && trouble === 'denied'))
    desk.options.store.dispatch({ t: 'trouble', trouble: { kind, why: trouble } });
  return null;
}

function refused(desk: OwnMediaDesk, outcome: SendOutcome): boolean {
  if (outcome === 'ok' || outcome === 'lost' || outcome === 'media-down' || outcome === 'too-fast') return false;
  const told = outcome === 'locked' || outcome === 'share-taken' || outcome === 'too-many-cameras';
  notice(desk, told ? outcome : 'not-allowed');
  return true;
}

async function hush(desk: OwnMediaDesk): Promise<void> {
  desk.round += 1;
  desk.camWaits = false;
  const { mic, cam, screen } = own(desk);
  await Promise.all([
    mic === 'on' ? toggleMic(desk) : null,
    cam === 'on' ? endCam(desk) : null,
    screen === 'on' ? endScreen(desk) : null,
  ]);
}

async function startMic(desk: OwnMediaDesk): Promise<void> {
  const { options } = desk;
  set(desk, { t: 'own', own: { mic: 'starting' } });
  const stream = await opened(desk, 'mic', openMic(options.choice().micId));
  const track = stream?.getAudioTracks()[0];
  if (!stream || !track) return;
  track.addEventListener('ended', () => void change(desk, 'mic'));
  set(desk, { t: 'own', own: { mic: 'on', micStream: stream } });
  if (refused(desk, await options.publisher.publish({ key: 'mic', source: 'mic', track, muted: false }))) endMic(desk);
}

function endMic(desk: OwnMediaDesk): void {
  stopStream(own(desk).micStream);
  set(desk, { t: 'own', own: { mic: 'off', micStream: null } });
}

async function toggleMic(desk: OwnMediaDesk): Promise<void> {
  const { mic } = own(desk);
  if (mic === 'starting') return;
  if (mic === 'off') return startMic(desk);
  await sayMic(desk, { muted: mic === 'on' });
}

async function sayMic(desk: OwnMediaDesk, { muted }: { muted: boolean }): Promise<void> {
  set(desk, { t: 'own', own: { mic: muted ? 'muted' : 'on' } });
  const outcome = await desk.options.publisher.mute('mic', { muted });
  desk.unsaid = outcome === 'lost' ? 'unsaid' : 'said';
  // Also while the source is still on its way to the engine: muting then stops the microphone instead of restarting it.
  if (outcome === 'unknown-key') return muted ? stopMic(desk) : startAnew(desk);
  if (!refused(desk, outcome)) return;
  set(desk, { t: 'own', own: { mic: 'muted' } });
  // its track was opened before the answer came
  desk.options.publisher.onMessage({ t: 'muted', key: 'mic', by: '' });
}

async function stopMic(desk: OwnMediaDesk): Promise<void> {
  endMic(desk);
  await desk.options.publisher.unpublish('mic');
}

/** The engine does not know the source any more: a new one takes its place. */
async function startAnew(desk: OwnMediaDesk): Promise<void> {
  await stopMic(desk);
  await startMic(desk);
}

async function startCam(desk: OwnMediaDesk): Promise<void> {
  const { options } = desk;
  set(desk, { t: 'own', own: { cam: 'starting' } });
  const stream = await opened(desk, 'cam', openCam(options.choice().camId));
  const track = stream?.getVideoTracks()[0];
  if (!stream || !track) return;
  track.addEventListener('ended', () => void endCam(desk));
  set(desk, { t: 'own', own: { cam: 'on', camStream: stream } });
  if (refused(desk, await options.publisher.publish({ key: 'cam', source: 'cam', track, muted: false }))) await endCam(desk);
}

async function endCam(desk: OwnMediaDesk): Promise<void> {
  stopStream(own(desk).camStream);
  set(desk, { t: 'own', own: { cam: 'off', camStream: null } });
  await desk.options.publisher.unpublish('cam');
}

async function toggleCam(desk: OwnMediaDesk): Promise<void> {
  const { cam } = own(desk);
  desk.camWaits = false;
  if (cam === 'off') return startCam(desk);
  if (cam === 'on') await endCam(desk);
}

async function toggleScreen(desk: OwnMediaDesk): Promise<void> {
  const { screen } = own(desk);
  if (screen === 'on') return endScreen(desk);
  if (screen === 'off') await startScreen(desk);
}

async function startScreen(desk: OwnMediaDesk): Promise<void> {
  const { publisher } = desk.options;
  set(desk, { t: 'own', own: { screen: 'starting' } });
  const stream = await opened(desk, 'screen', openScreen());
  const [track] = stream?.getVideoTracks() ?? [];
  const [sound] = stream?.getAudioTracks() ?? [];
  if (!stream || !track) return;
  track.addEventListener('ended', () => void endScreen(desk));
  set(desk, { t: 'own', own: { screen: 'on', screenStream: stream } });
  const outcome = await publisher.publish({ key: 'screen', source: 'screen', track, muted: false });
  if (refused(desk, outcome)) return endScreen(desk);
  if (sound && own(desk).screenStream === stream)
    await publisher.publish({ key: 'screen-audio', source: 'screen-audio', track: sound, muted: false });
}

async function endScreen(desk: OwnMediaDesk): Promise<void> {
  stopStream(own(desk).screenStream);
  set(desk, { t: 'own', own: { screen: 'off', screenStream: null } });
  await Promise.all([desk.options.publisher.unpublish('screen'), desk.options.publisher.unpublish('screen-audio')]);
}

async function change(desk: OwnMediaDesk, kind: 'mic' | 'cam'): Promise<void> {
  const { options } = desk;
  const before = kind === 'mic' ? own(desk).micStream : own(desk).camStream;
  if (!before || desk.stopped) return;
  // Firefox on phones opens one camera at a time: the old one goes first.
  stopStream(before);
  const stream = await opened(desk, kind, kind === 'mic' ? openMic(options.choice().micId) : openCam(options.choice().camId));
  const [track] = stream?.getTracks() ?? [];
  if (!stream || !track) return kind === 'mic' ? endMic(desk) : endCam(desk);
  track.enabled = kind === 'cam' || own(desk).mic !== 'muted';
  track.addEventListener('ended', () => void (kind === 'mic' ? change(desk, 'mic') : endCam(desk)));
  set(desk, { t: 'own', own: kind === 'mic' ? { micStream: stream } : { camStream: stream } });
  await options.publisher.replaceTrack(kind, track);
}

async function follow(desk: OwnMediaDesk, visible: 'visible' | 'hidden'): Promise<void> {
  if (visible === 'hidden' && own(desk).cam === 'on') {
    desk.camWaits = true;
    await endCam(desk);
  } else if (visible === 'visible' && desk.camWaits) {
    desk.camWaits = false;
    await startCam(desk);
  }
}

function hear(desk: OwnMediaDesk, message: ServerMessage): void {
  if (message.t === 'muted' && message.key === 'mic' && own(desk).mic !== 'off') {
    set(desk, { t: 'own', own: { mic: 'muted' } });
    if (message.by !== desk.options.store.get().you) notice(desk, 'muted-by-host');
  }
  if (message.t === 'unmuted' && message.key === 'mic' && own(desk).mic === 'muted') {
    set(desk, { t: 'own', own: { mic: 'on' } });
    notice(desk, 'unmuted-by-host');
  }
  if (message.t === 'pub-dead' && message.by !== null) dead(desk, message.key);
  if (message.t === 'welcome' && message.resumed)
    again(desk, message.members.find(({ id }) => id === message.you)?.sources ?? []);
}

/** Not for a page that was just reloaded: it begins by withdrawing everything. */
function again(desk: OwnMediaDesk, sources: readonly PublishedSource[]): void {
  const { publisher } = desk.options;
  if (!desk.begun) return;
  for (const step of seatSteps({ sources, sent: publisher.keys(), mic: own(desk).mic, unsaid: desk.unsaid })) {
    if (step.t === 'say') void sayMic(desk, step);
    if (step.t === 'withdraw') void publisher.unpublish(step.key, 'unknown');
    if (step.t === 'obey') {
      publisher.onMessage({ t: 'muted', key: 'mic', by: '' });
      hear(desk, { t: 'muted', key: 'mic', by: '' });
    }
  }
}

function dead(desk: OwnMediaDesk, key: string): void {
  if (key === 'cam' && own(desk).cam !== 'off') {
    void endCam(desk);
    notice(desk, 'cam-stopped');
  }
  if (key === 'screen' && own(desk).screen !== 'off') {
    void endScreen(desk);
    notice(desk, 'share-stopped');
  }
  if (key === 'mic') {
    void desk.options.publisher.unpublish('mic');
    endMic(desk);
    notice(desk, 'muted-by-host');
  }
}
