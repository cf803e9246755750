/**
 * `npm run bench sockets`: how soon a chat message reaches the last of 200 people on two web processes, against a NOTIFY to as many bare
 * sockets of two processes; and the memory of 1 000 sockets that hear nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { newId } from '#kit/server/ids.ts';
import { addMember } from '#core/accounts/server/accounts.service.ts';
import { createPerson } from '#core/accounts/server/people.service.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';
import { residentMb } from './callers.ts';
import { type Building, type Customer, openStage, type Stage } from './endpoint-stage.ts';
import { signIn } from './product.ts';
import type { Report } from './report.ts';

const root = path.resolve(import.meta.dirname, '..');
const budgets = { fanOut: 3, idleMb: 40 } as const;
const people = 200;
const idle = 1_000;
const rounds = 30;

type Member = { userId: string; token: string };
async function buildMembers({ ctx }: Building, accountId: string): Promise<Member[]> {
  return ctx.system.write(async (tx) => {
    const made: Member[] = [];
    for (let n = 0; n < people; n += 1) {
      const userId = await createPerson(ctx, tx, {
        ...{ email: `listener${n}@example.org`, name: `Listener ${n}`, passwordHash: null, emailVerified: 'yes' },
        ...{ locale: 'en-US', timeZone: 'UTC', termsVersion: '1' },
      });
      await addMember(ctx, tx, { accountId, userId, role: 'member' });
      made.push({ userId, token: (await startSession(ctx, tx, { userId, accountId })).token });
    }
    return made;
  });
}

/** A socket that has said what it has to; `heard` gets all that comes afterwards. */
async function listening(url: string, greeting: object | null, heard: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  if (greeting !== null) {
    const ready = once(socket, 'message');
    socket.send(JSON.stringify(greeting));
    await ready;
  }
  socket.on('message', (data) => heard(String(data)));
  return socket;
}

/** Milliseconds from each sending until the last one has heard it: the one in the middle. */
async function medianOf(send: (round: number) => Promise<unknown>, waitForAll: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const all = waitForAll();
    const began = performance.now();
    await Promise.all([send(round), all]);
    times.push(performance.now() - began);
    await sleep(50);
  }
  // the first ones prepare
  return times.slice(5).toSorted((a, b) => a - b)[Math.floor((rounds - 5) / 2)] ?? 0;
}

/** Tells when all have heard something since it was asked. */
function counter(): { heard: () => void; all: () => Promise<void> } {
  let [count, done] = [0, () => {}];
  return {
    heard: () => {
      count += 1;
      if (count === people) done();
    },
    all: () => {
      count = 0;
      return new Promise((resolve) => {
        done = resolve;
      });
    },
  };
}

async function bareProcess(databaseUrl: string): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['bench/bare-live.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = child.stdout === null ? [] : await once(child.stdout, 'data');
  return { child, port: Number(String(line)) };
}

async function bareFanOut(stage: Stage): Promise<number> {
  const { rows } = await stage.owner.query<{ name: string }>('select current_database() as name');
  const { host, port, user, password } = stage.owner;
  const url = `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${rows[0]?.name}`;
  const processes = [await bareProcess(url), await bareProcess(url)];
  const { heard, all } = counter();
  const sockets = await Promise.all(
    Array.from({ length: people }, (_none, n) => listening(`ws://127.0.0.1:${processes[n % 2]?.port}`, null, heard)),
  );
  try {
    return await medianOf((round) => stage.owner.query("select pg_notify('bench', $1)", [`Message ${round}`]), all);
  } finally {
    for (const socket of sockets) socket.terminate();
    for (const { child } of processes) child.kill();
  }
}

type Scene = { stage: Stage; token: string; members: readonly Member[] };
async function chatFanOut({ stage, token, members }: Scene): Promise<number> {
  const post = async (call: string, body: object, by = token): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${stage.port}${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${by}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  const ids = members.map(({ userId }) => userId);
  const made: { id: string } = JSON.parse(
    await post('/api/chat/conversations', { kind: 'group', name: 'All', people: ids.slice(0, 20) }),
  );
  for (let at = 20; at < ids.length; at += 20)
    await post(`/api/chat/conversations/${made.id}/people`, { people: ids.slice(at, at + 20) });
  const another = await stage.startWeb();
  const { heard, all } = counter();
  const onMessage = (text: string) => void (text.includes('"what":"message"') && heard());
  const sockets = await Promise.all(
    members.map((member, n) =>
      listening(
        `ws://127.0.0.1:${n % 2 === 0 ? stage.port : another.port}/api/live`,
        { t: 'hello', token: member.token },
        onMessage,
      ),
    ),
  );
  try {
    // in turns: one person may not write that fast
    const send = (round: number) =>
      post(`/api/chat/conversations/${made.id}/messages`, { text: `Message ${round}`, key: newId() }, members[round]?.token);
    return await medianOf(send, all);
  } finally {
    for (const socket of sockets) socket.terminate();
    await another.stop();
  }
}

/** Megabytes that the web process holds more with so many sockets that hear nothing. */
async function idleMemory({ stage, members }: Scene): Promise<number> {
  await sleep(5_000);
  const before = residentMb(stage.pid);
  const sockets: WebSocket[] = [];
  for (let at = 0; at < idle; at += 50)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_none, n) =>
          listening(
            `ws://127.0.0.1:${stage.port}/api/live`,
            { t: 'hello', token: members[(at + n) % people]?.token },
            () => undefined,
          ),
        ),
      )),
    );
  await sleep(10_000);
  const after = residentMb(stage.pid);
  for (const socket of sockets) socket.terminate();
  return after - before;
}

export async function measureSockets(note: Report['note']): Promise<void> {
  const built: { customer: Customer; members: Member[] }[] = [];
  const stage = await openStage(async (to) => {
    const customer = await to.customer('sockets');
    built.push({ customer, members: await buildMembers(to, customer.accountId) });
  });
  try {
    const [first] = built;
    if (first === undefined) throw new Error('there is no customer');
    const { customer, members } = first;
    const token = await signIn({ url: `http://127.0.0.1:${stage.port}`, password: customer.password }, customer.email);
    const scene: Scene = { stage, token, members };
    const [chat, bare] = [await chatFanOut(scene), await bareFanOut(stage)];
    note('a NOTIFY to 200 bare sockets of two processes, until the last', bare, { unit: 'ms' });
    note('a chat message to 200 people on two web processes, until the last', chat, { unit: 'ms' });
    note('the message against the NOTIFY', chat / bare, { unit: 'ratio', atMost: budgets.fanOut });
    note('1 000 idle sockets: memory of the web process', await idleMemory(scene), { unit: 'MB', atMost: budgets.idleMb });
  } finally {
    await stage.stop();
  }
}
