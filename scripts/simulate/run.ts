/** Runs a scene under one way of placing. */
import { type ChooseServer, type Placer, sizeFor } from './placers.ts';
import { chanceOf } from './chance.ts';
import type { Scene, SceneMeeting } from './scene.ts';
import { type KnownReservation, type View, viewOf } from './view.ts';

type Kind = 'create' | 'heard' | 'arrive' | 'end' | 'poll';
const kinds = ['create', 'heard', 'arrive', 'end', 'poll'] as const;

/** What happens when; none of it depends on where meetings are placed, so that all ways of placing see the same morning. */
export type Course = { scene: Scene; times: Float64Array; kind: Uint8Array; subject: Uint32Array; order: Uint32Array };

/** Each server is asked every 5 to 10 s, at a pace of its own with jitter, until everybody has arrived. */
export function courseOf(scene: Scene): Course {
  const times: number[] = [];
  const kind: number[] = [];
  const subject: number[] = [];
  const add = (time: number, what: Kind, whom: number) => {
    times.push(time);
    kind.push(kinds.indexOf(what));
    subject.push(whom);
  };
  let last = 0;
  for (const [at, meeting] of scene.meetings.entries()) {
    add(meeting.at, 'create', at);
    add(meeting.at + meeting.lag, 'heard', at);
    for (const arrival of meeting.arrivals) add(arrival, 'arrive', at);
    add(meeting.end, 'end', at);
    last = Math.max(last, meeting.arrivals.at(-1) ?? 0);
  }
  const chance = chanceOf(scene.seed + 1_000_000);
  for (const at of scene.servers.keys()) {
    const every = 5_000 + 4_000 * chance();
    for (let time = every * chance(); time < last; time += every + 1_000 * chance()) add(time, 'poll', at);
  }
  const order = Uint32Array.from(times.keys()).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return { scene, times: Float64Array.from(times), kind: Uint8Array.from(kind), subject: Uint32Array.from(subject), order };
}

/** Per server, the most people at once times the multiplier; `even`: the same for a perfectly even share of everybody. */
export type Outcome = { peaks: Float64Array; even: number };

type World = {
  scene: Scene;
  place: ChooseServer;
  views: readonly [View, View];
  open: Map<string | null, number[]>;
  serverOf: Int32Array;
  peopleIn: Uint32Array;
  peopleOn: Uint32Array;
  liveOn: Set<number>[];
  reserved: KnownReservation[];
  peaks: Float64Array;
};

function create(world: World, at: number, meeting: SceneMeeting): void {
  const view = world.views[meeting.process];
  let open = world.open.get(meeting.pool);
  if (open === undefined) {
    const all = [...world.scene.servers.entries()];
    open = all.filter(([, server]) => meeting.pool === null || server.pools.includes(meeting.pool)).map(([index]) => index);
    world.open.set(meeting.pool, open);
  }
  const server = world.place(view, meeting, open);
  const serverId = world.scene.servers[server]?.id ?? '';
  world.serverOf[at] = server;
  world.liveOn[server]?.add(at);
  world.reserved[at] = { serverId, size: sizeFor(meeting), video: 0, at: meeting.at, seen: null, over: 'live' };
  hear(world, at, view);
}

function hear(world: World, at: number, view: View): void {
  const server = world.serverOf[at] ?? 0;
  const reserved = world.reserved[at];
  if (reserved === undefined || reserved.over === 'ended') return;
  view.meetings[server] = (view.meetings[server] ?? 0) + 1;
  view.creates[server] = (view.creates[server] ?? 0) + 1;
  view.reservations.push(reserved);
}

function arrive(world: World, at: number): void {
  const server = world.serverOf[at] ?? 0;
  world.peopleIn[at] = (world.peopleIn[at] ?? 0) + 1;
  const people = (world.peopleOn[server] ?? 0) + 1;
  world.peopleOn[server] = people;
  const load = people * (world.scene.servers[server]?.multiplier ?? 1);
  if (load > (world.peaks[server] ?? 0)) world.peaks[server] = load;
  for (const view of world.views) view.joins[server] = (view.joins[server] ?? 0) + 1;
}

function end(world: World, at: number, meeting: SceneMeeting): void {
  const server = world.serverOf[at] ?? 0;
  const reserved = world.reserved[at];
  world.peopleOn[server] = (world.peopleOn[server] ?? 0) - (world.peopleIn[at] ?? 0);
  world.liveOn[server]?.delete(at);
  if (reserved !== undefined) Object.assign(reserved, { size: 0, over: 'ended' });
  const heard = meeting.end - meeting.at >= meeting.lag ? world.views : [world.views[meeting.process]];
  for (const view of heard) view.meetings[server] = (view.meetings[server] ?? 0) - 1;
}

/** Scalelite's poller: meetings younger than 15 minutes count at least 15; moderators, here one per meeting, count twice. */
function poll(world: World, server: number, now: number): void {
  const live = world.liveOn[server] ?? new Set<number>();
  let scalelite = 0;
  for (const at of live) {
    const people = world.peopleIn[at] ?? 0;
    const reserved = world.reserved[at];
    const age = now - (world.scene.meetings[at]?.at ?? 0);
    scalelite += age < 900_000 ? Math.max(people + 1, 15) : people + 1;
    if (reserved !== undefined) reserved.seen = Math.max(reserved.seen ?? 0, people);
  }
  const people = world.peopleOn[server] ?? 0;
  for (const view of world.views) {
    const known = view.servers[server];
    if (known !== undefined) view.servers[server] = { ...known, load: { at: now, people, videos: 0, meetings: live.size } };
    view.people[server] = people;
    view.scalelite[server] = scalelite;
    view.joins[server] = 0;
    view.creates[server] = 0;
  }
}

/** The least that the fullest server can have: everybody who is there at once, shared out by strength. */
function evenShare(course: Course): number {
  const { scene, order, kind, subject } = course;
  const strength = scene.servers.reduce((sum, server) => sum + 1 / server.multiplier, 0);
  let people = 0;
  let most = 0;
  for (const at of order) {
    if (kind[at] === kinds.indexOf('arrive')) people += 1;
    if (kind[at] === kinds.indexOf('end')) people -= scene.meetings[subject[at] ?? 0]?.arrivals.length ?? 0;
    most = Math.max(most, people);
  }
  return most / strength;
}

export function runCourse(course: Course, placer: Placer): Outcome {
  const { scene, times, kind, subject, order } = course;
  const world: World = {
    scene,
    place: placer.start(scene.seed),
    views: [viewOf(scene), viewOf(scene)],
    open: new Map(),
    serverOf: new Int32Array(scene.meetings.length),
    peopleIn: new Uint32Array(scene.meetings.length),
    peopleOn: new Uint32Array(scene.servers.length),
    liveOn: scene.servers.map(() => new Set()),
    reserved: [],
    peaks: new Float64Array(scene.servers.length),
  };
  for (const event of order) {
    const now = times[event] ?? 0;
    const whom = subject[event] ?? 0;
    const what = kinds[kind[event] ?? 0];
    for (const view of world.views) view.now = now;
    if (what === 'poll') poll(world, whom, now);
    if (what === 'arrive') arrive(world, whom);
    const meeting = what === 'poll' || what === 'arrive' ? undefined : scene.meetings[whom];
    if (meeting === undefined) continue;
    if (what === 'create') create(world, whom, meeting);
    if (what === 'heard') hear(world, whom, world.views[meeting.process === 0 ? 1 : 0]);
    if (what === 'end') end(world, whom, meeting);
  }
  return { peaks: world.peaks, even: evenShare(course) };
}
