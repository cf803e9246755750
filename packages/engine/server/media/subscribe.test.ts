import { describe, expect, it, vi } from 'vitest';
import type { RtpStream, PacketTally } from './model.ts';
import type { NativeConnection, SendTrack } from './native.ts';
import { buildNack, buildPli, buildReceiverReport, buildRemb, readRtcp } from './rtcp.ts';
import type { RtcpItem } from './rtcp.ts';
import { payloadOffset } from './rtp.ts';
import { aimSlot, forwardPacket } from './slot.ts';
import { createStream, noteArrival, repairStream } from './stream.ts';
import { acceptAnswer, offerViewer } from './subscribe.ts';
import type { MediaViewer } from './subscribe.ts';
import { videoPacket } from './synthetic.factory.ts';
import { emptyPicture, readPicture } from './vp8.ts';

type Stage = {
  viewer: MediaViewer;
  sdp: string;
  tracks: readonly SendTrack[];
  tally: PacketTally;
  answers: string[];
  say: (index: number, packet: Buffer) => void;
};

/** A viewer whose browser is this test: `say` is RTCP that arrives for the slot with this index. */
async function openViewer(): Promise<Stage> {
  const answers: string[] = [];
  const held: { tracks: readonly SendTrack[] } = { tracks: [] };
  const connection: NativeConnection = {
    answer: async () => '',
    async offer(tracks) {
      held.tracks = tracks;
      const sdp = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\n';
      return { sdp, tracks: tracks.map(({ mid }) => ({ mid, send: () => undefined })) };
    },
    accept: (answer) => answers.push(answer),
    reach: () => undefined,
    close: () => undefined,
  };
  const hooks = { tally: { received: 0, forwarded: 0, resent: 0 }, pulse: { at: 0 } };
  const { viewer, sdp } = await offerViewer(connection, { gen: 3, audioSlots: 1, videoSlots: 2, announce: null }, hooks);
  return {
    viewer,
    sdp,
    tracks: held.tracks,
    tally: hooks.tally,
    answers,
    say: (index, packet) => held.tracks[index]?.onMessage(packet),
  };
}

function show(viewer: MediaViewer, index: number): { stream: RtpStream; asked: RtcpItem[] } {
  const asked: RtcpItem[] = [];
  const stream = createStream({ kind: 'video', ssrc: 70, rid: '', sendRtcp: (packet) => asked.push(...readRtcp(packet)) }, 0);
  const slot = viewer.slots[index];
  if (slot) {
    aimSlot(slot, stream, performance.now());
    slot.current = stream;
  }
  return { stream, asked };
}
const loss = (ssrc: number, share: number): Buffer =>
  buildReceiverReport([{ ssrc, fraction: share * 256, lost: 0, highest: 0, lastReport: 0, delay: 0 }]);

describe('a viewer', () => {
  it('is offered named slots with an SSRC of their own each', async () => {
    const { viewer, tracks } = await openViewer();
    expect(viewer.slots.map((slot) => slot.mid)).toEqual(['a0', 'v0', 'v1']);
    expect(new Set(tracks.map((track) => track.ssrc)).size).toBe(3);
  });
  it('may ask for lost sound again', async () => {
    expect((await openViewer()).sdp).toContain('a=rtcp-fb:111 nack\r\n');
  });
  it('cannot make the engine send to addresses of its choice', async () => {
    const { viewer, answers } = await openViewer();
    acceptAnswer(viewer, 'v=0\r\na=candidate:1 1 udp 1 10.0.0.1 22 typ host\r\na=mid:a0\r\n');
    expect(answers).toEqual(['v=0\r\na=mid:a0\r\n']);
  });
  it('gets a key frame asked for when its slot opens, and when it asks itself', async () => {
    const { viewer, tracks, say } = await openViewer();
    const { stream, asked } = show(viewer, 1);
    tracks[1]?.onOpen();
    expect(asked).toEqual([{ type: 'keyframe', ssrc: 70 }]);
    stream.keyframeAskedAt = Number.NEGATIVE_INFINITY;
    say(1, buildPli(tracks[1]?.ssrc ?? 0));
    expect(asked.length).toBe(2);
    stream.keyframeAskedAt = Number.NEGATIVE_INFINITY;
    say(1, buildPli(tracks[2]?.ssrc ?? 0));
    expect(asked.length).toBe(2);
  });
  it('does not make the publisher send key frames for ever when it keeps losing them', async () => {
    const { tracks, viewer, say } = await openViewer();
    const { stream, asked } = show(viewer, 1);
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      for (let second = 0; second < 60; second += 1) {
        for (let tenth = 0; tenth < 10; tenth += 1) {
          say(1, buildPli(tracks[1]?.ssrc ?? 0));
          repairStream(stream, performance.now());
          vi.advanceTimersByTime(100);
        }
      }
    } finally {
      vi.useRealTimers();
    }
    expect(asked.length).toBeGreaterThan(25);
    expect(asked.length).toBeLessThan(36);
  });
  it('gets lost packets again at a bounded rate, and none of a picture that pauses', async () => {
    const { viewer, tracks, tally, say } = await openViewer();
    const { stream } = show(viewer, 1);
    const slot = viewer.slots[1];
    if (!slot) throw new Error('no slot');
    slot.open = true;
    const frame = { rid: '', keyframe: 'key', picture: 1, height: 180 } as const;
    const packet = videoPacket({ ssrc: 70, sequence: 5, timestamp: 9, bytes: 50 }, frame);
    const picture = emptyPicture();
    readPicture(packet, payloadOffset(packet), picture);
    slot.current = null;
    forwardPacket(slot, stream, { packet, number: noteArrival(stream, packet, 0), timestamp: 9, at: 0, picture });
    const sequence = slot.sequence & 0xffff;
    slot.paused = true;
    say(1, buildNack(tracks[1]?.ssrc ?? 0, [sequence]));
    expect(tally.resent).toBe(0);
    slot.paused = false;
    for (let request = 0; request < 500; request += 1) say(1, buildNack(tracks[1]?.ssrc ?? 0, [sequence]));
    expect(tally.resent).toBeGreaterThan(100);
    expect(tally.resent).toBeLessThan(200);
  });
  it('is judged by its worst slot, without what the publisher lost already', async () => {
    const { viewer, tracks, say } = await openViewer();
    const [first, second] = [show(viewer, 1), show(viewer, 2)];
    first.stream.reception.gapShare = 0.25;
    for (let report = 0; report < 20; report += 1) say(1, loss(tracks[1]?.ssrc ?? 0, 0.5));
    expect(viewer.feedback.loss).toBeCloseTo(0.25, 2);
    second.stream.reception.gapShare = 0;
    for (let report = 0; report < 20; report += 1) say(2, loss(tracks[2]?.ssrc ?? 0, 0.125));
    say(0, loss(tracks[0]?.ssrc ?? 0, 0.75));
    expect(viewer.feedback.loss).toBeCloseTo(0.25, 2);
  });
  it('tells the way there and back once for each report that it got', async () => {
    const { viewer, tracks, say } = await openViewer();
    const slot = viewer.slots[1];
    if (!slot) throw new Error('no slot');
    slot.report = { ntp: 77, at: performance.now() - 500 };
    const answer = { ssrc: tracks[1]?.ssrc ?? 0, fraction: 0, lost: 0, highest: 0, lastReport: 77, delay: 0.2 * 65_536 };
    say(1, buildReceiverReport([{ ...answer, lastReport: 78 }]));
    expect(viewer.feedback.trip).toBeNull();
    say(1, buildReceiverReport([answer]));
    expect(viewer.feedback.trip).toBeCloseTo(300, -1.5);
    viewer.feedback.trip = null;
    say(1, buildReceiverReport([answer]));
    expect(viewer.feedback.trip).toBeNull();
  });
  it('is not blamed for a publisher who loses now more and now less', async () => {
    const { viewer, tracks, say } = await openViewer();
    const { stream } = show(viewer, 1);
    stream.reception.gapShare = 0.05;
    for (let report = 0; report < 40; report += 1) say(1, loss(tracks[1]?.ssrc ?? 0, report % 4 === 0 ? 0.2 : 0));
    viewer.feedback.loss = null;
    say(1, loss(tracks[1]?.ssrc ?? 0, 0.2));
    expect(viewer.feedback.loss).toBeLessThan(0.08);
  });
  it('tells its own estimate of the network', async () => {
    const { viewer, say } = await openViewer();
    say(0, buildRemb(250_000, [1]));
    expect(viewer.feedback.remb).toBe(250_000);
  });
});
