import { describe, expect, it } from 'vitest';
import { createDelayTrend } from './delay-trend.ts';
import type { ViewerSlot, RoomSource, RtpStream } from './model.ts';
import type { NativeConnection, TrackHandlers } from './native.ts';
import { answerPublisher } from './publish.ts';
import { buildSenderReport, readRtcp } from './rtcp.ts';
import { payloadOffset, payloadType, sequenceOf, ssrcOf, timestampOf } from './rtp.ts';
import { aimSlot, createSlot, resendPackets, showSource } from './slot.ts';
import { audioPacket, videoPacket } from './synthetic.factory.ts';
import { createUplink } from './uplink.ts';
import { emptyPicture, readPicture } from './vp8.ts';
import { createVoice } from './voices.ts';

const unused = (): never => {
  throw new Error('not used here');
};

function makeSource(kind: 'audio' | 'video'): RoomSource {
  const source = kind === 'audio' ? 'mic' : 'cam';
  return { id: `ada:${source}`, seat: 'ada', key: source, source, kind, streams: [], blocked: false, voice: createVoice() };
}

/** A source whose browser is this test: `send` delivers a packet, `asked` collects the RTCP that the browser gets. */
async function publish(source: RoomSource, rids: string[] = []): Promise<{ send: (packet: Buffer) => void; asked: Buffer[] }> {
  const asked: Buffer[] = [];
  const held: TrackHandlers[] = [];
  const connection: NativeConnection = {
    async answer(_offer, { onTrack }) {
      held.push(onTrack({ mid: '0', send: (packet) => asked.push(packet) }));
      return 'v=0\r\n';
    },
    offer: unused,
    accept: unused,
    reach: unused,
    close: unused,
  };
  const facts = {
    kind: source.kind,
    payloadType: source.kind === 'audio' ? 111 : 96,
    rtxPayloadType: 97,
    rids,
    primaryOf: new Map<number, number>(),
  };
  const offer = { sdp: 'v=0\r\n', facts: { ...facts, extensions: { audioLevel: 1, rid: 4, repairedRid: 5, sendTime: 0 } } };
  const tally = { received: 0, forwarded: 0, resent: 0 };
  const hooks = {
    onStream: () => undefined,
    tally,
    pulse: { at: 0 },
    uplink: createUplink(),
    trend: createDelayTrend(),
    room: { tap: null },
  };
  await answerPublisher(connection, { source, offer, announce: null }, hooks);
  return { send: (packet) => held[0]?.onMessage(packet), asked };
}

type Sent = { sequence: number; timestamp: number; ssrc: number; type: number; picture: number; base: number };
function openSlot(kind: 'audio' | 'video'): { slot: ViewerSlot; sent: Sent[]; raw: Buffer[] } {
  const slot = createSlot({ mid: `${kind[0]}0`, kind, ssrc: 555 });
  const sent: Sent[] = [];
  const raw: Buffer[] = [];
  slot.open = true;
  slot.track = {
    mid: slot.mid,
    send(packet) {
      raw.push(Buffer.from(packet));
      const picture = emptyPicture();
      if (kind === 'video') readPicture(packet, payloadOffset(packet), picture);
      const place = { sequence: sequenceOf(packet), timestamp: timestampOf(packet), ssrc: ssrcOf(packet) };
      sent.push({ ...place, type: payloadType(packet), picture: picture.id, base: picture.base });
    },
  };
  return { slot, sent, raw };
}

/** `what` is `key` or `delta`, and the layer after a space. */
function frame(ssrc: number, count: number, what: string): Buffer {
  const [kind, rid = ''] = what.split(' ');
  const numbers = { ssrc, sequence: count, timestamp: count * 3_000, bytes: 50 };
  return videoPacket(numbers, { rid, keyframe: kind === 'key' ? 'key' : 'delta', picture: count, height: 180 });
}
const only = (source: RoomSource): RtpStream => {
  const [stream] = source.streams;
  if (!stream) throw new Error('no stream');
  return stream;
};
const steps = (sent: readonly Sent[], of: (one: Sent) => number, circle: number): number[] =>
  sent.slice(1).map((one, index) => (of(one) - of(sent[index] ?? one) + circle) % circle);

describe('what a viewer gets in a slot', () => {
  it('is one stream when the person in it changes: numbers go on, nothing of the old person follows', async () => {
    const [ada, ben] = [makeSource('video'), makeSource('video')];
    const [fromAda, fromBen] = [await publish(ada), await publish(ben)];
    const { slot, sent } = openSlot('video');
    fromAda.send(frame(1, 65_534, 'key'));
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    for (const count of [65_535, 65_536, 65_537]) fromAda.send(frame(1, count, count === 65_536 ? 'key' : 'delta'));
    fromBen.send(frame(2, 100, 'delta'));
    showSource(slot, ben);
    aimSlot(slot, only(ben), 0);
    fromAda.send(frame(1, 65_538, 'key'));
    for (const count of [101, 102, 103, 104]) fromBen.send(frame(2, count, count === 102 ? 'key' : 'delta'));
    expect(sent.length).toBe(2 + 3);
    expect(new Set(sent.map((one) => `${one.ssrc} ${one.type}`))).toEqual(new Set(['555 96']));
    expect(steps(sent, (one) => one.sequence, 65_536)).toEqual([1, 1, 1, 1]);
    expect(steps(sent, (one) => one.picture, 32_768)).toEqual([1, 1, 1, 1]);
    expect(steps(sent, (one) => one.base, 256)).toEqual([1, 1, 1, 1]);
    const times = steps(sent, (one) => one.timestamp, 2 ** 32);
    expect([times[0], times[2], times[3]]).toEqual([3_000, 3_000, 3_000]);
    expect(times[1]).toBeLessThan(90_000);
  });
  it('still flows after more packets than the sequence circle has', async () => {
    const ada = makeSource('audio');
    const { send } = await publish(ada);
    const { slot, sent } = openSlot('audio');
    send(audioPacket({ ssrc: 1, sequence: 5, timestamp: 0, bytes: 2 }, 20));
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    const count = 100_000;
    for (let index = 6; index < 6 + count; index += 1)
      send(audioPacket({ ssrc: 1, sequence: index, timestamp: index * 960, bytes: 2 }, 20));
    expect(sent.length).toBe(count);
    expect(new Set(steps(sent, (one) => one.sequence, 65_536))).toEqual(new Set([1]));
  });
  it('does not contain packets from before the switch that come late', async () => {
    const ada = makeSource('video');
    const { send } = await publish(ada);
    const { slot, sent } = openSlot('video');
    send(frame(1, 10, 'delta'));
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    send(frame(1, 12, 'key'));
    send(frame(1, 11, 'delta'));
    send(frame(1, 14, 'delta'));
    send(frame(1, 13, 'delta'));
    expect(sent.map((one) => one.picture)).toEqual([12, 14, 13]);
    expect(sent.map((one) => one.sequence - (sent[0]?.sequence ?? 0))).toEqual([0, 2, 1]);
  });
  it('changes between layers at a key frame only', async () => {
    const ada = makeSource('video');
    const { send, asked } = await publish(ada, ['l', 'h']);
    const { slot, sent } = openSlot('video');
    send(frame(20, 500, 'key h'));
    send(frame(10, 7, 'key l'));
    expect(ada.streams.map((stream) => stream.rid)).toEqual(['l', 'h']);
    const [low, high] = ada.streams;
    showSource(slot, ada);
    aimSlot(slot, low ?? null, 0);
    send(frame(10, 8, 'key l'));
    aimSlot(slot, high ?? null, 1_000);
    expect(readRtcp(asked.at(-1) ?? Buffer.alloc(0))).toEqual([{ type: 'keyframe', ssrc: 20 }]);
    send(frame(20, 501, 'delta h'));
    send(frame(10, 9, 'delta l'));
    send(frame(20, 502, 'key h'));
    send(frame(10, 10, 'delta l'));
    send(frame(20, 503, 'delta h'));
    expect(steps(sent, (one) => one.sequence, 65_536)).toEqual([1, 1, 1]);
    expect(low?.slots).toEqual([]);
  });
  it('can be asked for again, from before and after a switch, exactly as it was sent', async () => {
    const [ada, ben] = [makeSource('video'), makeSource('video')];
    const [fromAda, fromBen] = [await publish(ada), await publish(ben)];
    const { slot, sent, raw } = openSlot('video');
    fromAda.send(frame(1, 1, 'key'));
    fromBen.send(frame(2, 900, 'key'));
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    for (const count of [2, 3, 4]) fromAda.send(frame(1, count, count === 2 ? 'key' : 'delta'));
    showSource(slot, ben);
    aimSlot(slot, only(ben), 0);
    for (const count of [901, 902]) fromBen.send(frame(2, count, count === 901 ? 'key' : 'delta'));
    const originals = raw.slice();
    const tally = { received: 0, forwarded: 0, resent: 0 };
    resendPackets(slot, [...sent.map((one) => one.sequence), 60_000], tally);
    expect(tally.resent).toBe(5);
    expect(raw.slice(5)).toEqual(originals);
  });
  it('can be asked for again when it is sound', async () => {
    const ada = makeSource('audio');
    const { send } = await publish(ada);
    const { slot, sent, raw } = openSlot('audio');
    const say = (count: number): void => send(audioPacket({ ssrc: 1, sequence: count, timestamp: count * 960, bytes: 9 }, 20));
    say(1);
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    for (const count of [2, 3, 4]) say(count);
    resendPackets(slot, [sent[1]?.sequence ?? 0], { received: 0, forwarded: 0, resent: 0 });
    expect(raw[3]).toEqual(raw[1]);
  });
  it('stops at once when the source is blocked, and its level counts as silence', async () => {
    const ada = makeSource('audio');
    const { send } = await publish(ada);
    const { slot, sent } = openSlot('audio');
    send(audioPacket({ ssrc: 1, sequence: 1, timestamp: 0, bytes: 2 }, 20));
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    ada.blocked = true;
    ada.voice.peak = 0;
    send(audioPacket({ ssrc: 1, sequence: 2, timestamp: 960, bytes: 2 }, 20));
    expect([sent.length, ada.voice.peak]).toEqual([0, 0]);
  });
  it('carries the clock of the publisher', async () => {
    const ada = makeSource('audio');
    const { send } = await publish(ada);
    const { slot, sent, raw } = openSlot('audio');
    send(audioPacket({ ssrc: 1, sequence: 1, timestamp: 1_000, bytes: 2 }, 20));
    showSource(slot, ada);
    aimSlot(slot, only(ada), 0);
    send(audioPacket({ ssrc: 1, sequence: 2, timestamp: 2_000, bytes: 2 }, 20));
    const shift = (sent[0]?.timestamp ?? 0) - 2_000;
    send(buildSenderReport({ ssrc: 1, ntpHigh: 11, ntpLow: 22, timestamp: 5_000, packets: 9, octets: 9 }));
    const expected = { type: 'sender-report', ssrc: 555, ntpHigh: 11, ntpLow: 22, timestamp: (5_000 + shift) >>> 0 };
    expect(readRtcp(raw.at(-1) ?? Buffer.alloc(0))).toEqual([expected]);
  });
});

describe('a publisher', () => {
  it('cannot add layers that were not offered', async () => {
    const ada = makeSource('video');
    const { send } = await publish(ada, ['l']);
    send(frame(10, 1, 'key x'));
    send(frame(10, 2, 'key'));
    expect(ada.streams).toEqual([]);
  });
  it('cannot make the engine follow ever new senders', async () => {
    const ada = makeSource('video');
    const { send } = await publish(ada);
    for (let ssrc = 1; ssrc <= 100; ssrc += 1) send(frame(ssrc, 1, 'key'));
    expect(ada.streams.map((stream) => stream.ssrc)).toEqual([16]);
  });
  it('repairs a hole with a retransmission on another SSRC', async () => {
    const ada = makeSource('video');
    const { send } = await publish(ada, ['h']);
    send(frame(20, 1, 'key h'));
    send(frame(20, 3, 'delta h'));
    expect(only(ada).reception.missing.size).toBe(1);
    const lost = videoPacket(
      { ssrc: 99, sequence: 2, timestamp: 6_000, bytes: 50 },
      { rid: 'h', keyframe: 'delta', picture: 2, height: 0 },
    );
    const start = payloadOffset(lost);
    const resent = Buffer.concat([lost.subarray(0, start), Buffer.from([0, 2]), lost.subarray(start)]);
    resent.writeUInt8(0x80 | 97, 1);
    resent.writeUInt8((5 << 4) | 0, 16);
    send(resent);
    expect(only(ada).reception.missing.size).toBe(0);
  });
});
