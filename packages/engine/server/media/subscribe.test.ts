import { describe, expect, it, vi } from 'vitest';
import type { Stream } from './model.ts';
import type { Connection, SendTrack } from './native.ts';
import { buildPli, buildReceiverReport, buildRemb, readRtcp } from './rtcp.ts';
import type { RtcpItem } from './rtcp.ts';
import { aimSlot } from './slot.ts';
import { createStream, repairStream } from './stream.ts';
import { acceptAnswer, offerViewer } from './subscribe.ts';
import type { Viewer } from './subscribe.ts';

type Stage = {
  viewer: Viewer;
  sdp: string;
  tracks: readonly SendTrack[];
  answers: string[];
  say: (index: number, packet: Buffer) => void;
};

/** A viewer whose browser is this test: `say` is RTCP that arrives for the slot with this index. */
async function openViewer(): Promise<Stage> {
  const answers: string[] = [];
  const held: { tracks: readonly SendTrack[] } = { tracks: [] };
  const connection: Connection = {
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
  return { viewer, sdp, tracks: held.tracks, answers, say: (index, packet) => held.tracks[index]?.onMessage(packet) };
}

function show(viewer: Viewer, index: number): { stream: Stream; asked: RtcpItem[] } {
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
  it('is judged by its worst slot, without what the publisher lost already', async () => {
    const { viewer, tracks, say } = await openViewer();
    const [first, second] = [show(viewer, 1), show(viewer, 2)];
    first.stream.reception.lossShare = 0.25;
    say(1, loss(tracks[1]?.ssrc ?? 0, 0.5));
    expect(viewer.feedback.loss).toBe(0.25);
    second.stream.reception.lossShare = 0;
    say(2, loss(tracks[2]?.ssrc ?? 0, 0.125));
    expect(viewer.feedback.loss).toBe(0.25);
    say(0, loss(tracks[0]?.ssrc ?? 0, 0.75));
    expect(viewer.feedback.loss).toBe(0.25);
  });
  it('tells its own estimate of the network', async () => {
    const { viewer, say } = await openViewer();
    say(0, buildRemb(250_000, [1]));
    expect(viewer.feedback.remb).toBe(250_000);
  });
});
