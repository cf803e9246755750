import type { ClientMessage, ServerMessage } from '#protocol/messages.ts';
import { type ClosedReason, type MeetingConnection, openConnection, type SendOutcome } from '#ui/media/connection.ts';
import { answerConsent, type ConsentDesk, toggleOrAsk } from '#ui/record/consent.ts';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import { changeRoom, type ChangeRefusal, tokenOf } from '#ui/media/change-room.ts';
import { enterSession, type EnterResult, type RoomTarget } from '#ui/enter.ts';
import { chime, handRaised, knocked, letIn } from '#ui/media/chime.ts';
import {
  callBack,
  camerasFor,
  chooseDevice,
  choiceNow,
  type MeetingDesk,
  end,
  later,
  type MeetingOptions,
  onPage,
  turnAway,
} from '#ui/meeting-desk.ts';
import { commandTopic, endForAll, sendFrom, tellRefusal } from '#ui/meeting-requests.ts';
import { type HintListener, listenToHints, tellHint } from '#ui/topics/hints.ts';
import { entersDirectly, wishedChoice } from '#ui/look/first-choice.ts';
import { forgetSeat, keptSeat, rememberedChoice, rememberedHandSound } from '#ui/memory.ts';
import { createOwnMedia, type OwnMedia } from '#ui/media/own-media.ts';
import { watchPage } from '#ui/media/page-watch.ts';
import { createPublisher } from '#ui/media/publisher.ts';
import { createSound } from '#ui/media/sound.ts';
import { hands, isHost, type MeetingState, type MeetingPanel } from '#ui/state.ts';
import { countStats, type MeetingStats } from '#ui/media/stats.ts';
import { createStore, type MeetingStore } from '#ui/store.ts';
import { createSubscriber, FEW_PICTURES } from '#ui/media/subscriber.ts';
import { createViewer, type WantedPicture } from '#ui/media/viewer.ts';
import { knownTopics } from '#ui/topics/topic-states.ts';

/** Everything a screen can do with a meeting. */
export type MeetingControls = {
  store: MeetingStore;
  choice(): DeviceChoice;
  /** From the green room into the meeting or its lobby. */
  join(choice: DeviceChoice): void;
  /** Asks again who one is: after a failure, or to come back after leaving. */
  restart(): void;
  /** Switches a source; people who are not recorded while others are get the question about it first. */
  toggle: OwnMedia['toggle'];
  /** The answer to being recorded; `nothing` switches microphone, camera and screen off. */
  consent(to: 'all' | 'nothing'): Promise<void>;
  chooseDevice(change: Partial<DeviceChoice>): void;
  send(message: ClientMessage): Promise<SendOutcome>;
  /** Sends and tells the person when the engine refused. */
  ask(message: ClientMessage): Promise<void>;
  /** A command of a topic; tells the person when the engine refused. */
  command(topic: string, command: object): Promise<SendOutcome>;
  /** Shows others something that is not kept, such as where one points; it may be lost. */
  hint(topic: string, hint: unknown): void;
  /** Calls back with each hint of somebody else; returns the way to end it. */
  onHint(topic: string, listener: HintListener): () => void;
  leave(): Promise<void>;
  /** To a group or back to the main room, with what is on; who is refused reads why and stays. */
  changeRoom(to: RoomTarget): Promise<'ok' | ChangeRefusal>;
  turnAway(member: string): void;
  callBack(member: string): void;
  panel(panel: MeetingPanel): void;
  /** The pictures that are drawn, and those that may be next: these come as far as there are slots for them. */
  want(drawn: WantedPicture[], next: WantedPicture[]): void;
  hearSound(): void;
  nudge(): void;
  stats(): Promise<MeetingStats>;
  stop(): void;
};

/** A reload within this time takes the seat back (milliseconds; the engine keeps it ten seconds). */
const RELOAD_MS = 9000;
/** Milliseconds until the main room is asked for again. */
const COME_BACK_MS = 2000;

export function createMeeting(options: MeetingOptions): MeetingControls {
  const desk: MeetingDesk = {
    options,
    store: createStore(),
    parts: null,
    choice: options.preset ?? rememberedChoice(),
    round: 0,
    turns: new Map(),
    hintListeners: new Set(),
  };
  const unwatch = watchPage(() => onPage(desk));
  void enter(desk, { first: true });
  const send = (message: ClientMessage) => sendFrom(desk, message);
  const asked: ConsentDesk = {
    store: desk.store,
    own: () => desk.parts?.own,
    request: send,
    refused: (outcome) => tellRefusal(desk, outcome),
  };
  return {
    store: desk.store,
    choice: () => desk.choice,
    join: (choice) => void join(desk, choice),
    restart: () => void enter(desk, { first: false }),
    toggle: (kind) => toggleOrAsk(asked, kind),
    consent: (to) => answerConsent(asked, to),
    chooseDevice: (change) => chooseDevice(desk, change),
    send,
    ask: (message) => (message.t === 'end' ? endForAll(desk) : send(message).then((outcome) => tellRefusal(desk, outcome))),
    command: (topic, command) => commandTopic(desk, { topic, command }),
    hint: (topic, hint) => desk.parts?.connection.say({ t: 'hint', topic, hint }),
    onHint: (topic, listener) => listenToHints(desk.hintListeners, { topic, listener }),
    leave: () => leave(desk),
    changeRoom: (to) => goTo(desk, to),
    turnAway: (member) => turnAway(desk, member),
    callBack: (member) => callBack(desk, member),
    panel: (panel) => desk.store.dispatch({ t: 'panel', panel }),
    want: (drawn, next) => wantPictures(desk, drawn, next),
    hearSound: () => desk.parts?.sound.resume(),
    nudge: () => desk.parts?.connection.nudge(),
    stats: () => countStats(desk.store.get(), desk.parts),
    stop() {
      unwatch();
      desk.round++;
      end(desk);
    },
  };
}

async function enter(desk: MeetingDesk, { first }: { first: boolean }): Promise<void> {
  const round = ++desk.round;
  end(desk);
  desk.store.dispatch({ t: 'restarted' });
  const result = await enterSession(desk.options.base, desk.options.sessionToken);
  if (desk.round !== round) return;
  const kept = keptSeat(desk.options.sessionToken);
  const resume = kept && Date.now() - kept.at < RELOAD_MS ? kept : null;
  const chosen = resume !== null || (first && desk.options.preset !== null);
  const direct = chosen || (result.kind === 'entered' && entersDirectly(result.entered, first ? 'first' : 'again'));
  const ticket = took(desk, result, direct ? 'direct' : 'green-room');
  if (!ticket || !direct) return;
  if (resume) desk.choice = resume.choice;
  else if (!chosen) desk.choice = wishedChoice(desk.choice, desk.store.get().entered);
  open(desk, { ticket, resume: resume?.seat ?? null });
}

/** Shows what the session call said; gives the ticket when one may go on. */
function took(desk: MeetingDesk, result: EnterResult, next: 'green-room' | 'direct' | 'as-before'): string | null {
  if (result.kind === 'unreachable') desk.store.dispatch({ t: 'unreachable' });
  if (result.kind === 'refused')
    desk.store.dispatch({ t: 'over', why: result.refused.error, logoutUrl: result.refused.logoutUrl });
  if (result.kind !== 'entered') return null;
  desk.store.dispatch({ t: 'entered', entered: result.entered, next });
  return result.entered.ticket;
}

/** The ticket of the first call is older than its life when somebody stood long in the green room: a new one is fetched. */
async function join(desk: MeetingDesk, choice: DeviceChoice): Promise<void> {
  desk.choice = choice;
  const round = ++desk.round;
  desk.store.dispatch({ t: 'joining' });
  const result = await enterSession(desk.options.base, desk.options.sessionToken);
  if (desk.round !== round) return;
  const ticket = took(desk, result, 'as-before');
  if (ticket) open(desk, { ticket, resume: null });
}

function open(desk: MeetingDesk, first: { ticket: string; resume: string | null }): void {
  const { store } = desk;
  store.dispatch({ t: 'joining' });
  const request = (message: ClientMessage) => sendFrom(desk, message);
  const ice = () => store.get().ice;
  const publisher = createPublisher({ ice, request, later, now: () => performance.now() });
  const own = createOwnMedia({ store, publisher, choice: () => desk.choice });
  const sound = createSound((heard) => {
    const blocked = heard === 'blocked';
    if (store.get().soundBlocked !== blocked) store.dispatch({ t: 'sound-blocked', blocked });
  });
  sound.setSpeaker(desk.choice.speakerId);
  const subscriber = createSubscriber({
    ice,
    request,
    later,
    slots: { audio: 3, video: FEW_PICTURES },
    onState: (media) => store.dispatch({ t: 'media', media }),
    onStreams(streams) {
      store.dispatch({ t: 'streams', streams });
      sound.play(streams);
    },
  });
  const viewer = createViewer({ request, later });
  desk.parts = { connection: connectionTo(desk), publisher, subscriber, own, sound, viewer };
  desk.parts.connection.start(first);
}

function connectionTo(desk: MeetingDesk): MeetingConnection {
  const { store, options } = desk;
  const sessionToken = tokenOf(desk);
  return openConnection({
    enter: () => enterSession(options.base, sessionToken),
    openSocket: () => new WebSocket(new URL(`${options.base}/session/socket`, location.href.replace(/^http/, 'ws'))),
    later,
    topics: () => knownTopics(store.get().revs),
    lostAfter: options.lostAfter,
    hears: () => store.get().media === 'up',
    onMessage: (message) => hear(desk, message),
    onLost: () => store.dispatch({ t: 'link', link: 'lost' }),
    onClosed: (closed) => closedFor(desk, closed),
  });
}

/** The other parts ask by the socket of the new room from then on. */
const goTo = (desk: MeetingDesk, to: RoomTarget) =>
  changeRoom(desk, to, (ticket) => {
    if (!desk.parts) return;
    desk.parts.connection = connectionTo(desk);
    desk.parts.connection.start({ ticket, resume: null });
  });

function wantPictures({ parts }: MeetingDesk, drawn: WantedPicture[], next: WantedPicture[]): void {
  const slots = parts?.subscriber.grow(drawn.length) ?? FEW_PICTURES;
  parts?.viewer.want([...drawn, ...next].slice(0, Math.max(slots, drawn.length)));
}

/** The first hand of several: a whole class that raises them is heard once. */
function raisedHand(before: MeetingState, after: MeetingState): boolean {
  return (
    isHost(before) && 'hands' in before.revs && hands(before).length === 0 && hands(after).some(({ id }) => id !== before.you)
  );
}

function hear(desk: MeetingDesk, message: ServerMessage): void {
  const { store, parts } = desk;
  if (message.t === 'hint') return tellHint(desk.hintListeners, message);
  const before = store.get();
  if (message.t === 'ended' && before.groupToken !== null) return void comeBack(desk, { why: message.reason, logoutUrl: null });
  if (message.t === 'ended') desk.choice = choiceNow(desk);
  store.dispatch({ t: 'server', message, at: Date.now() });
  if (!parts) return;
  parts.publisher.onMessage(message);
  parts.subscriber.onMessage(message);
  parts.own.onMessage(message);
  if (message.t === 'welcome') {
    const fresh = !message.resumed || message.media === 'lost' || before.media === 'idle';
    welcomed(desk, { fresh, cameFrom: before.phase, changed: before.changingTo });
  }
  if (message.t === 'media-restart') {
    parts.publisher.rebuild();
    parts.subscriber.start();
  }
  if (message.t === 'pub-dead' && message.by === null) parts.publisher.rebuild(message.key);
  if (message.t === 'waiting' && store.get().waiting.length > before.waiting.length) chime(knocked);
  if (raisedHand(before, store.get()) && rememberedHandSound() === 'on') chime(handRaised);
  if (message.t === 'ended' || message.t === 'removed') endOver(desk);
}

type MeetingArrival = { fresh: boolean; cameFrom: string; changed: RoomTarget | null };
function welcomed(desk: MeetingDesk, { fresh, cameFrom, changed }: MeetingArrival): void {
  const { store, parts } = desk;
  if (!parts || store.get().phase !== 'in') return;
  parts.viewer.again();
  if (cameFrom === 'lobby') chime(letIn);
  if (cameFrom === 'in' && changed === null) store.dispatch({ t: 'notice', what: 'back-again' });
  if (!fresh && store.get().media !== 'failed') return;
  parts.subscriber.grow(camerasFor(store.get()));
  parts.subscriber.start();
  if (cameFrom === 'in') parts.publisher.rebuild();
  else void parts.own.begin();
}

function closedFor(desk: MeetingDesk, { why, refused }: ClosedReason): void {
  const reason = why === 'refused' ? (refused?.error ?? 'gone') : why;
  const over = { why: reason, logoutUrl: refused?.logoutUrl ?? null };
  if (desk.store.get().groupToken !== null && (reason === 'ended' || reason === 'gone')) return void comeBack(desk, over);
  desk.choice = choiceNow(desk);
  desk.store.dispatch({ t: 'over', ...over });
  endOver(desk);
}

/** The group is over, and the meeting goes on in its main room, if it does. */
async function comeBack(desk: MeetingDesk, over: NonNullable<MeetingState['over']>): Promise<void> {
  desk.parts?.connection.stop();
  const outcome = await goTo(desk, 'main');
  const { round } = desk;
  if (outcome === 'unreachable') later(COME_BACK_MS, () => desk.round === round && void comeBack(desk, over));
  if (outcome === 'ok' || outcome === 'unreachable') return;
  desk.choice = choiceNow(desk);
  desk.store.dispatch({ t: 'over', ...over });
  endOver(desk);
}

function endOver(desk: MeetingDesk): void {
  forgetSeat(desk.options.sessionToken);
  end(desk);
}

async function leave(desk: MeetingDesk): Promise<void> {
  const left = desk.parts?.connection.request({ t: 'leave' });
  desk.store.dispatch({ t: 'over', why: 'left', logoutUrl: null });
  // The answer may never come (the engine closes the socket): the page does not wait for more than a moment.
  await Promise.race([left, new Promise((done) => later(500, () => done(null)))]);
  endOver(desk);
}
