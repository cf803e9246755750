/** People of a large class: each joins by the room's door and sits in the meeting with a socket and without a browser. */
import { once } from 'node:events';
import WebSocket from 'ws';
import * as z from 'zod/mini';

const ticket = z.object({ url: z.string() });
const entered = z.object({ ticket: z.string() });

async function post(base: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: base };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

async function seatPerson(base: string, slug: string, name: string): Promise<WebSocket> {
  const { url } = ticket.parse(await post(base, `/api/public/rooms/${slug}/join`, { name }));
  const query = new URL(url, base).searchParams;
  const engine = /^\d+$/.test(query.get('engine') ?? '') ? `/engine-${query.get('engine')}` : '/engine';
  const answer = entered.parse(await post(base, `${engine}/session/enter`, { sessionToken: query.get('sessionToken') }));
  const socket = new WebSocket(`${base.replace('http', 'ws')}${engine}/session/socket`, { headers: { origin: base } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ t: 'hello', ticket: answer.ticket }));
  await once(socket, 'message');
  return socket;
}

/** They sit there until what this answers with is called. */
export async function seatClass(base: string, slug: string, names: readonly string[]): Promise<() => void> {
  const sockets: WebSocket[] = [];
  for (const name of names) sockets.push(await seatPerson(base, slug, name));
  return () => sockets.forEach((socket) => socket.terminate());
}
