import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { leave } from './leave.ts';

/** A door whose requests take a few milliseconds, and half a second below `/slow`. */
async function openDoor() {
  const door = http.createServer({ keepAliveTimeout: 60_000 });
  const leaving = leave(door);
  door.on('request', (request, response) => {
    leaving.note(response);
    setTimeout(() => response.end('served'), request.url === '/slow' ? 500 : 3);
  });
  door.on('upgrade', (_request, socket) => void socket.on('error', () => undefined).write('HTTP/1.1 101 Switching\r\n\r\n'));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => leaving.cut());
  // cast: a TCP server's address is never a pipe's name
  return { leaving, port: (door.address() as AddressInfo).port };
}

function ask(port: number, agent: http.Agent, path = '/'): Promise<string> {
  return new Promise((done) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => done('served')).on('error', () => done('cut'));
    });
    // the kernel resets a new connection that it has not handed over yet: nobody began to answer it
    request.on('error', () => done(request.reusedSocket ? 'cut' : 'refused'));
  });
}

test('of many who ask all the time by connections that are kept, nobody is cut while the door is shut; a slow request is served to its end', async () => {
  const { leaving, port } = await openDoor();
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const heard = { served: 0, cut: 0, refused: 0 };
  const asking = Array.from({ length: 20 }, async () => {
    for (let answer = 'served'; answer === 'served'; ) {
      answer = await ask(port, agent);
      if (answer === 'served' || answer === 'cut' || answer === 'refused') heard[answer] += 1;
    }
  });
  await wait(100);
  const slow = ask(port, agent, '/slow');
  await wait(50);
  await leaving.begin();
  expect(await slow).toBe('served');
  await Promise.all(asking);
  expect(heard).toEqual({ served: expect.any(Number), cut: 0, refused: 20 });
  expect(heard.served).toBeGreaterThan(40);
});

test('a socket into a meeting lasts until it is cut', async () => {
  const { leaving, port } = await openDoor();
  const socket = net.connect(port, '127.0.0.1');
  socket.write('GET /engine/session/socket HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  await once(socket, 'data');
  await leaving.begin();
  expect(socket.destroyed || socket.readableEnded).toBe(false);
  const closed = once(socket, 'close');
  leaving.cut();
  await closed;
});
