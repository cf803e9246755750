import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networkAddresses, openNearDoor } from './near.ts';
import type { NearDoor } from './near.ts';
import { ATTRIBUTE, attribute, buildStun } from './stun.ts';

const [network] = networkAddresses();

async function open(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  return socket;
}

const check = (name: string): Buffer =>
  buildStun({ type: 1, transaction: Buffer.from('abcdefghijkl') }, [attribute(ATTRIBUTE.username, Buffer.from(name))]);

// A machine without a network has no door, and nothing to test.
describe.skipIf(network === undefined)('the second door to a media port on loopback', () => {
  let engine: Socket;
  let browser: Socket;
  let door: NearDoor;
  const heard: { text: string; address: string }[] = [];

  beforeEach(async () => {
    heard.length = 0;
    engine = await open('127.0.0.1');
    browser = await open(network ?? '');
    engine.on('message', (data, from) => {
      heard.push({ text: data.toString('latin1'), address: from.address });
      engine.send(Buffer.concat([Buffer.from('>'), data]), from.port, from.address);
    });
    const passwordOf = (ufrag: string): string | undefined => (ufrag === 'known' ? 'password' : undefined);
    door = openNearDoor({ engine: { address: '127.0.0.1', port: engine.address().port }, passwordOf, log: () => undefined });
    await expect.poll(() => door.address()).not.toBeNull();
  });
  afterEach(() => {
    door.stop();
    engine.close();
    browser.close();
  });

  async function answerTo(packet: Buffer): Promise<string> {
    const answered = once(browser, 'message');
    browser.send(packet, door.address()?.port ?? 0, network);
    const [answer] = await answered;
    return String(answer.toString('latin1'));
  }

  it('has an address of the network, not of loopback', () => {
    expect(door.address()).toMatchObject({ address: network });
  });
  it('lets a browser in that names a living connection, and then all that it sends', async () => {
    const first = check('known:browser');
    expect(await answerTo(first)).toBe(`>${first.toString('latin1')}`);
    expect(await answerTo(Buffer.from('media'))).toBe('>media');
  });
  it('shows the engine no loopback address of the browser, which Firefox would not take back', async () => {
    await answerTo(check('known:browser'));
    expect(heard.map(({ address }) => address)).toEqual([network]);
  });
  it('is closed to everybody else', async () => {
    for (const packet of [check('unknown:browser'), check(''), Buffer.from('media'), Buffer.alloc(0)])
      browser.send(packet, door.address()?.port ?? 0, network);
    // what comes after them shows that they have been there
    await answerTo(check('known:browser'));
    expect(heard.length).toBe(1);
  });
  it('is gone after its end', () => {
    door.stop();
    expect(door.address()).toBeNull();
  });
});
