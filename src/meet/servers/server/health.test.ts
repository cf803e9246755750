import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { busListens, type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildFake, buildOperator, buildPooled, tell } from './servers.factory.ts';
import { registerEngine } from './engines.service.ts';
import { addServer, askServer, report, serverOf } from './servers.service.ts';

type Reply = (response: http.ServerResponse) => void;
/** A server of the pool whose answers can be anything. */
async function oddServer(world: World, reply: Reply) {
  const web = http.createServer((_request, response) => reply(response));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    web.close();
    web.closeAllConnections();
  });
  const address = web.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}/bigbluebutton`;
  return addServer(world.ctx(), { name: 'odd', kind: 'bbb', url, secret: 's', directJoin: false });
}
const empty = '<response><returncode>SUCCESS</returncode><meetings/></response>';

test.each<[string, Reply, string]>([
  ['a page in place of XML', (response) => void response.end('<html><body>nginx</body></html>'), 'bad_answer'],
  ['an error of the server', (response) => void response.writeHead(500).end('<h1>500</h1>'), 'bad_answer'],
  ['nothing at all', (response) => void response.end(), 'bad_answer'],
  ['half an answer', (response) => void response.end(empty.slice(0, 30)), 'bad_answer'],
  ['a redirect', (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'bad_answer'],
  ['a broken connection', (response) => void response.destroy(), 'unreachable'],
  ['a refusal without a key', (response) => void response.end('<response><returncode>FAILED</returncode></response>'), 'refused'],
])('%s is a failure with its own reason', async (_what, reply, failed) => {
  const world = await worldForThisTest();
  expect(await askServer(world.ctx(), await oddServer(world, reply))).toEqual({ failed });
});

test('a server that holds the connection and says nothing is given up after three seconds', async () => {
  const world = await worldForThisTest();
  const server = await oddServer(world, () => undefined);
  const began = performance.now();
  expect(await askServer(world.ctx(), server)).toEqual({ failed: 'unreachable' });
  expect(performance.now() - began).toBeLessThan(4_500);
});

test('a clock that is off is heard with the answer, and the server takes no meetings', async () => {
  const world = await worldForThisTest();
  const late = () => ({ date: new Date(Date.now() - 120_000).toUTCString() });
  const server = await oddServer(world, (response) => void response.writeHead(200, late()).end(empty));
  const asked = await askServer(world.ctx(), server);
  if ('failed' in asked) throw new Error(asked.failed);
  expect(Math.round((asked.answered.clockSkewMs ?? 0) / 10_000)).toBe(-12);
  expect(await report(world.ctx(), { serverId: server.id, answered: asked.answered })).toBe('degraded');
  expect(await serverOf(world.ctx(), server.id)).toMatchObject({ healthReason: 'clock' });
});

test('an engine that starts anew keeps what was decided about it', async () => {
  const world = await worldForThisTest();
  const fake = await buildFake();
  const engineId = newId();
  const engine = await registerEngine(world.ctx(), { engineId, url: fake.url, secret: 'one' });
  expect(engine).toMatchObject({ state: 'enabled', health: 'healthy' });
  const operator = await buildOperator(world);
  await world.api(operator).servers.drain({ params: { id: engine.id } });
  expect(await registerEngine(world.ctx(), { engineId, url: fake.url, secret: 'two' })).toMatchObject({
    id: engine.id,
    state: 'draining',
  });
});

test('open lists hear of what changed, and of nothing else', async () => {
  const world = await worldForThisTest();
  const operator = await buildOperator(world);
  const { server } = await buildPooled(world, operator);
  await busListens(world);
  const heard: unknown[] = [];
  onTestFinished(world.parts.bus.on('operator', (push) => void (push.kind === 'server' && heard.push(push.data))));
  await tell(world, server.id, { meetings: 1, people: 4 });
  await tell(world, server.id, { meetings: 1, people: 4, answerMs: 21 });
  await tell(world, server.id, { meetings: 1, people: 5 });
  // pushes arrive in order, so this one says that all before it did
  await busListens(world);
  expect(heard).toMatchObject([
    { id: server.id, people: 4 },
    { people: 5, health: 'healthy', state: 'enabled' },
  ]);
});
