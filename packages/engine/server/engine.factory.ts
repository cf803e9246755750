import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { signQuery } from '@atrium/bbb/checksum';
import type { ChecksumHash } from '@atrium/bbb/checksum';
import { writeQuery } from '@atrium/bbb/query';
import { readXml } from '@atrium/bbb/xml';
import type { XmlNode } from '@atrium/bbb/xml';
import WebSocket from 'ws';
import type { EnterResponse, EnterError } from '#protocol/entering.ts';
import type { ServerMessage, WelcomeMessage } from '#protocol/messages.ts';
import { startEngine } from '#server/engine.ts';
import type { RunningEngine } from '#server/engine.ts';
import { tick } from '#server/expiry.ts';
import { fakeMedia } from '#server/fake-media.factory.ts';
import type { FakeMedia } from '#server/fake-media.factory.ts';
import type { LogFacts, LogLevel } from '#server/log.ts';
import type { MediaEvents } from '#server/media/media.ts';
import { readSettings } from '#server/settings.ts';
import type { EngineSettings } from '#server/settings.ts';
import { fakeDraw } from '#server/slides/fake-draw.factory.ts';
import type { KnownTopics } from '#server/topics/hub.ts';
import { chatTopic } from '#topics/chat/chat.topic.ts';

/** Secret B of the reference's vectors. */
export const SECRET = 'ECCJZNJWLPEA3YB6Y2LTQGQD3GJZ3F93';
export const ORIGIN = 'https://meet.example';

type Pairs = Record<string, string>;

/** An answer of the API, with its XML read when there is some. */
export type Reply = { status: number; headers: Headers; text: string; xml: XmlNode | null; key: string; code: string };

export type TestEngine = RunningEngine & {
  base: string;
  media: FakeMedia;
  events: MediaEvents;
  logged: { level: LogLevel; text: string; facts: LogFacts | undefined }[];
  /** Moves the engine's clock and lets its heartbeat run. */
  pass(ms: number): void;
  /** Sends one raw request below the API. */
  raw(path: string, init?: RequestInit): Promise<Reply>;
  /** Makes one signed GET call. */
  call(name: string, params?: Pairs, hash?: ChecksumHash): Promise<Reply>;
};

/** What is needed to speak to an engine, also to one in a process of its own. */
export type EngineDoor = Pick<TestEngine, 'base' | 'raw' | 'call'>;

export function doorAt(base: string): EngineDoor {
  const raw: TestEngine['raw'] = async (path, init) =>
    readReply(await fetch(`${base}/bigbluebutton/api${path}`, { redirect: 'manual', ...init }));
  return { base, raw, call: (name, params = {}, hash = 'sha256') => raw(`/${name}?${signed(name, { params, hash })}`) };
}

/** Starts an engine on a free port with a fake media part and a clock of its own. */
export async function testEngine(change: Partial<EngineSettings> = {}): Promise<TestEngine> {
  const standard = readSettings({ ENGINE_SECRET: SECRET, ENGINE_CLIENT_URL: `${ORIGIN}/m`, ENGINE_LOGOUT_URL: `${ORIGIN}/` });
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const logged: TestEngine['logged'] = [];
  const made: { media: FakeMedia; events: MediaEvents }[] = [];
  const running = await startEngine({
    settings: { ...standard, ...change },
    clock,
    log: (level, text, facts) => void logged.push({ level, text, facts }),
    drawDocument: fakeDraw,
    openMedia(events) {
      const media = fakeMedia(events);
      made.push({ media, events });
      return media;
    },
  });
  const [parts] = made;
  if (parts === undefined) throw new Error('no media was opened');
  return {
    ...running,
    ...parts,
    ...doorAt(`http://127.0.0.1:${running.httpPort}`),
    logged,
    pass(ms) {
      clock.ahead += ms;
      tick(running.engine);
    },
  };
}

/** The signed query of a call. */
export function signed(
  call: string,
  { params, hash = 'sha256', secret = SECRET }: { params: Pairs; hash?: ChecksumHash; secret?: string },
): string {
  return signQuery({ call, query: writeQuery(Object.entries(params)), secret, hash });
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const xml = text.startsWith('<') ? readXml(text) : null;
  const reply = { status: response.status, headers: response.headers, text, xml };
  return { ...reply, key: childText(xml, 'messageKey'), code: childText(xml, 'returncode') };
}

/** The text of a child element, '' when there is none. */
export function childText(node: XmlNode | null, name: string): string {
  return node?.children.find((child) => child.name === name)?.text ?? '';
}

/** A browser without media: one socket, and every message it received. */
export type Browser = {
  socket: WebSocket;
  heard: ServerMessage[];
  say(message: object): void;
  /** Sends a request and waits for its `ok` or `error`. */
  ask(message: object): Promise<Extract<ServerMessage, { t: 'ok' | 'error' }>>;
  /** The first message of a kind, from the past or the future, that the test accepts. */
  hears<T extends ServerMessage['t']>(
    t: T,
    fits?: (message: Extract<ServerMessage, { t: T }>) => boolean,
  ): Promise<Extract<ServerMessage, { t: T }>>;
  closed: Promise<{ code: number; reason: string }>;
};

export async function enter(engine: EngineDoor, sessionToken: string): Promise<EnterResponse | EnterError> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ sessionToken }),
  };
  const answer: EnterResponse | EnterError = JSON.parse(await (await fetch(`${engine.base}/session/enter`, init)).text());
  return answer;
}

export async function ticketFor(engine: EngineDoor, sessionToken: string): Promise<string> {
  const entered = await enter(engine, sessionToken);
  if ('error' in entered) throw new Error(`not let in: ${entered.error}`);
  return entered.ticket;
}

function isKind<T extends ServerMessage['t']>(message: ServerMessage, t: T): message is Extract<ServerMessage, { t: T }> {
  return message.t === t;
}

function isAnswer(message: ServerMessage): message is Extract<ServerMessage, { t: 'ok' | 'error' }> {
  return message.t === 'ok' || message.t === 'error';
}

/** Opens a socket and says nothing yet. */
export async function openSocket(engine: EngineDoor, headers: Record<string, string> = { origin: ORIGIN }): Promise<Browser> {
  const socket = new WebSocket(`${engine.base.replace('http', 'ws')}/session/socket`, { headers });
  const heard: ServerMessage[] = [];
  const news = new EventEmitter({ captureRejections: true }).setMaxListeners(0);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('message', (data) => {
    const message: ServerMessage = JSON.parse(data.toString());
    heard.push(message);
    news.emit('message');
  });
  let next = 1;
  const say = (message: object) => socket.send(JSON.stringify(message));
  const waitFor = async <M extends ServerMessage>(find: () => M | undefined, what: string): Promise<M> => {
    const signal = AbortSignal.timeout(3_000);
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found;
      await once(news, 'message', { signal }).catch(() => {
        throw new Error(`${what} was not heard; heard ${heard.map(({ t }) => t).join(' ')}`);
      });
    }
  };
  await once(socket, 'open');
  return {
    socket,
    heard,
    say,
    closed,
    ask(message) {
      const id = next;
      next += 1;
      say({ ...message, id });
      return waitFor(() => heard.filter(isAnswer).find((answer) => answer.id === id), `answer ${id}`);
    },
    hears: (t, fits = () => true) => waitFor(() => heard.filter((message) => isKind(message, t)).find(fits), t),
  };
}

/** Somebody who joined by the API and said hello. */
export type Person = Browser & { token: string; userId: string; welcome: WelcomeMessage };

/** Joins by the API (redirect=false) and returns the tokens. */
export async function joinByApi(engine: EngineDoor, params: Pairs): Promise<{ token: string; userId: string; reply: Reply }> {
  const reply = await engine.call('join', { redirect: 'false', role: 'VIEWER', ...params });
  return { token: childText(reply.xml, 'session_token'), userId: childText(reply.xml, 'user_id'), reply };
}

const allTopics: KnownTopics = Object.fromEntries(
  ['chat', 'hands', 'presenter', 'locks', 'reactions', 'slides', 'board', 'spotlight', 'timer', 'polls', 'groups'].map((name) => [
    name,
    { v: 1 },
  ]),
);

/** Says hello with a new ticket for the token, from a page that knows every topic. */
export async function greet(
  engine: EngineDoor,
  { token, resume, topics = allTopics }: { token: string; resume?: string; topics?: KnownTopics },
): Promise<Browser & { welcome: WelcomeMessage }> {
  const ticket = await ticketFor(engine, token);
  const browser = await openSocket(engine);
  browser.say({ t: 'hello', ticket, ...(resume !== undefined && { resume }), topics });
  return { ...browser, welcome: await browser.hears('welcome') };
}

/** Joins by the API and enters with a socket. */
export async function person(engine: EngineDoor, params: Pairs, topics?: KnownTopics): Promise<Person> {
  const { token, userId, reply } = await joinByApi(engine, params);
  if (token === '') throw new Error(`join failed: ${reply.text}`);
  return { ...(await greet(engine, { token, ...(topics !== undefined && { topics }) })), token, userId };
}

/** Commands of topics, as a page sends them. */
export const topicCommand = (topic: string, command: object, cid: string = randomUUID()) => ({ t: 'do', topic, cid, command });
export const saying = (text: string) => topicCommand('chat', { do: 'say', text });
export const raising = () => topicCommand('hands', { do: 'raise' });
export const lowering = (member?: string) => topicCommand('hands', { do: 'lower', ...(member !== undefined && { member }) });
/** What somebody said, as a browser hears it. */
export function heardWords(message: ServerMessage): string | null {
  if (message.t !== 'topic-event' || message.topic !== 'chat') return null;
  const event = chatTopic.event.parse(message.event);
  return event.is === 'said' ? event.text : null;
}
