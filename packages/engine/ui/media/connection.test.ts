import { describe, expect, test, vi } from 'vitest';
import { LIMITS } from '#protocol/limits.ts';
import { CLOSE, type ClientMessage } from '#protocol/messages.ts';
import { HEARTBEAT_MS, HELLO_MS, readServerMessage, retryDelay } from '#ui/media/connection.ts';
import { entered, inMeeting, setUp } from '#ui/media/connection.factory.ts';
import { readEnter, type EnterResult } from '#ui/enter.ts';
import { welcome } from '#ui/state.factory.ts';

describe('the first socket', () => {
  test('the ticket goes in the first message, nowhere else', () => {
    const { connection, last } = setUp();
    connection.start({ ticket: 'first', resume: null });
    expect(last().sent).toEqual([]);
    last().open();
    expect(last().sent).toEqual([{ t: 'hello', ticket: 'first' }]);
  });
  test('a page that was reloaded asks for its seat', () => {
    const { connection, last } = setUp();
    connection.start({ ticket: 'first', resume: 'kept' });
    last().open();
    expect(last().sent).toEqual([{ t: 'hello', ticket: 'first', resume: 'kept' }]);
  });
  test('a socket that never says welcome is given up', async () => {
    const { connection, sockets, seen, pass } = setUp();
    connection.start({ ticket: 'first', resume: null });
    await pass(HELLO_MS + retryDelay(0) + 10);
    expect([seen.lost, sockets.length, sockets[0]?.closed]).toEqual([1, 2, true]);
  });
});

describe('requests', () => {
  const hand: ClientMessage = { t: 'mute-all' };
  test('each answer finds its own request', async () => {
    const { connection, last } = inMeeting();
    const first = connection.request(hand);
    const second = connection.request({ t: 'lobby-rule', on: true });
    const ids = last()
      .sent.slice(1)
      .map((m) => Number(m['id']));
    last().hear({ t: 'error', id: ids[1] ?? 0, code: 'locked' });
    last().hear({ t: 'ok', id: ids[0] ?? 0 });
    expect([await first, await second]).toEqual(['ok', 'locked']);
  });
  test('a request on its way when the socket goes is lost, and so is one without a socket', async () => {
    const { connection, last } = inMeeting();
    const onItsWay = connection.request(hand);
    last().lose();
    expect([await onItsWay, await connection.request(hand)]).toEqual(['lost', 'lost']);
  });
});

test('what nobody waits for has no number, and is lost without a socket', () => {
  const { connection, last } = inMeeting();
  connection.say({ t: 'hint', topic: 'slides', hint: null });
  expect(last().sent.slice(1)).toEqual([{ t: 'hint', topic: 'slides', hint: null }]);
  last().lose();
  expect(() => connection.say({ t: 'hint', topic: 'slides', hint: null })).not.toThrow();
});

describe('a lost socket', () => {
  test('is opened again with a new ticket and the seat', async () => {
    const { last, seen, pass, sockets } = inMeeting();
    last().lose();
    await pass(retryDelay(0) + 1);
    last().open();
    expect(sockets.length).toBe(2);
    expect(last().sent).toEqual([{ t: 'hello', ticket: 'ticket-1', resume: 'secret' }]);
    last().hear(welcome({ seat: 'secret', resumed: true }));
    expect([seen.lost, seen.closed]).toEqual([1, []]);
  });
  test('five attempts fit into the time in which the seat is kept', async () => {
    const down: EnterResult = { kind: 'unreachable' };
    const { last, seen, pass } = inMeeting([down, down, down, down, down, down, down]);
    last().lose();
    await pass(LIMITS.seatKeptMs);
    expect(seen.entersAt.length).toBeGreaterThanOrEqual(5);
    const gaps = seen.entersAt.slice(1).map((at, i) => at - (seen.entersAt[i] ?? 0));
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  });
  test('is not given up while the engine does not answer', async () => {
    const { last, seen, pass } = inMeeting(Array.from({ length: 30 }, () => ({ kind: 'unreachable' as const })));
    last().lose();
    await pass(60_000);
    expect([seen.closed, seen.entersAt.length > 12]).toEqual([[], true]);
  });
  test('is given up after as many attempts as were asked for, so that somebody can look elsewhere', async () => {
    const { last, seen, pass } = inMeeting(
      Array.from({ length: 20 }, () => ({ kind: 'unreachable' as const })),
      3,
    );
    last().lose();
    await pass(60_000);
    expect(seen.closed).toEqual([{ why: 'lost', refused: null }]);
    expect(seen.entersAt).toHaveLength(3);
  });
  test('is not given up while others are heard: the engine lives, only the way to it is closed', async () => {
    const down = Array.from({ length: 60 }, () => ({ kind: 'unreachable' as const }));
    const { last, seen, pass, hearing } = inMeeting(down, 3);
    hearing.others = true;
    last().lose();
    await pass(90_000);
    expect(seen.closed).toEqual([]);
    expect(seen.entersAt.length).toBeGreaterThan(20);
    hearing.others = false;
    await pass(5000);
    expect(seen.closed).toEqual([{ why: 'lost', refused: null }]);
  });
  test('a socket of a network that is gone is replaced at once, with the seat', async () => {
    const { connection, sockets, last, seen, pass } = inMeeting();
    connection.renew();
    await pass(0);
    last().open();
    expect([sockets.length, sockets[0]?.closed, seen.lost]).toEqual([2, true, 1]);
    expect(last().sent).toEqual([{ t: 'hello', ticket: 'ticket-1', resume: 'secret' }]);
  });
  test('a network that is back is used at once', async () => {
    const { connection, last, seen, pass, clock } = inMeeting(
      Array.from({ length: 9 }, () => ({ kind: 'unreachable' as const })),
    );
    last().lose();
    await pass(3700);
    const before = clock.now;
    connection.nudge();
    await pass(0);
    expect(seen.entersAt.at(-1)).toBe(before);
  });
  test('silence is asked about, and without an answer the socket is dead', async () => {
    const { last, seen, pass } = inMeeting();
    await pass(HEARTBEAT_MS + 1);
    expect(last().sent.at(-1)).toEqual({ t: 'ping' });
    last().hear({ t: 'pong' });
    await pass(HEARTBEAT_MS + 1);
    expect(seen.lost).toBe(0);
    await pass(HEARTBEAT_MS + 1);
    expect(seen.lost).toBe(1);
  });
  test('what an abandoned socket still says is not heard', async () => {
    const { sockets, last, seen, pass } = inMeeting();
    last().lose();
    await pass(retryDelay(0) + 1);
    seen.messages.length = 0;
    sockets[0]?.hear({ t: 'ended', reason: 'duration' });
    sockets[0]?.lose(CLOSE.ended);
    expect([seen.messages, seen.closed]).toEqual([[], []]);
  });
});

describe('the end', () => {
  test.each([
    [CLOSE.replaced, 'replaced'],
    [CLOSE.removed, 'removed'],
    [CLOSE.ended, 'ended'],
    [CLOSE.left, 'left'],
  ] as const)('close code %i is final: %s', async (code, why) => {
    const { last, seen, pass, sockets } = inMeeting();
    last().lose(code);
    await pass(20_000);
    expect([seen.closed, sockets.length]).toEqual([[{ why, refused: null }], 1]);
  });
  test('a used ticket is only a reason to fetch a new one', async () => {
    const { last, seen, pass, sockets } = inMeeting();
    last().lose(CLOSE.badTicket);
    await pass(retryDelay(0) + 1);
    expect([seen.closed, sockets.length]).toEqual([[], 2]);
  });
  test('a session that the engine no longer knows ends the attempts', async () => {
    const { last, seen, pass, sockets } = inMeeting([{ kind: 'refused', refused: { error: 'gone', logoutUrl: null } }]);
    last().lose();
    await pass(20_000);
    expect([seen.closed, sockets.length]).toEqual([[{ why: 'refused', refused: { error: 'gone', logoutUrl: null } }], 1]);
  });
  test('after stop nothing happens any more', async () => {
    const { connection, last, seen, pass, clock } = inMeeting();
    connection.stop();
    last().lose();
    await pass(20_000);
    expect([seen.lost, seen.closed, clock.timers.size]).toEqual([0, [], 0]);
  });
});

describe('reading', () => {
  test.each(['', '{', 'null', '[]', '"ok"', '{"t":1}', '{}'])('%j is no message', (text) => {
    expect(readServerMessage(text)).toBeNull();
  });
  test('only text frames are messages', () => {
    expect(readServerMessage(new Uint8Array())).toBeNull();
    expect(readServerMessage('{"t":"pong"}')).toEqual({ t: 'pong' });
  });
  test('an answer of the session call that is neither in nor refused is no answer', () => {
    for (const body of [null, 7, {}, { error: 'oops' }, { ticket: 1 }]) expect(readEnter(body).kind).toBe('unreachable');
    expect(readEnter({ error: 'full', logoutUrl: null }).kind).toBe('refused');
    expect(readEnter({ ...entered, ticket: 'x' }).kind).toBe('entered');
  });
  test('a failing fetch is no answer either', async () => {
    const { enterSession } = await import('#ui/enter.ts');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    expect(await enterSession('/engine', 'x')).toEqual({ kind: 'unreachable' });
    vi.unstubAllGlobals();
  });
});

describe('a command of a topic', () => {
  const command: ClientMessage = { t: 'do', topic: 'timer', cid: 'c1', command: { do: 'pause' } };
  const lostAndBack = async (seat: 'kept' | 'gone') => {
    const all = inMeeting();
    const outcome = all.connection.request(command);
    all.last().lose();
    await all.pass(retryDelay(0));
    all.last().open();
    all.last().hear(welcome({ seat: 'secret', resumed: seat === 'kept' }));
    return { ...all, outcome };
  };

  test('is sent once more when the seat is taken back, under the same number', async () => {
    const { last, outcome } = await lostAndBack('kept');
    const again = last().sent.at(-1);
    expect(again).toMatchObject(command);
    last().hear({ t: 'ok', id: Number(again?.['id']) });
    expect(await outcome).toBe('ok');
  });
  test('is lost with the seat', async () => {
    const { last, outcome } = await lostAndBack('gone');
    expect(await outcome).toBe('lost');
    expect(last().sent.filter(({ t }) => t === 'do')).toEqual([]);
  });
  test('is lost when the page gives up', async () => {
    const { connection, last } = inMeeting();
    const outcome = connection.request(command);
    last().lose();
    connection.stop();
    expect(await outcome).toBe('lost');
  });
});
