type Sender = { track: unknown; encodings: RTCRtpEncodingParameters[] };
type Description = { type: string; sdp: string };

/** A PeerConnection of a test: it negotiates with everybody and changes its state on command. */
export function fakePeer(number: number) {
  const senders: Sender[] = [];
  const peer = Object.assign(new EventTarget(), {
    connectionState: 'new',
    iceGatheringState: 'complete',
    localDescription: { sdp: '' },
    remote: { type: '', sdp: '' },
    senders,
    addTransceiver(track: unknown, init: { sendEncodings?: RTCRtpEncodingParameters[] }) {
      senders.push({ track, encodings: init.sendEncodings ?? [] });
    },
    getSenders: () =>
      senders.map((sender) => ({ replaceTrack: async (track: unknown) => void Object.assign(sender, { track }) })),
    async setLocalDescription() {
      peer.localDescription = { sdp: `sdp-${number}` };
    },
    async setRemoteDescription(description: Description) {
      peer.remote = description;
    },
    close() {
      peer.connectionState = 'closed';
    },
    become(state: RTCPeerConnectionState) {
      if (peer.connectionState === 'closed') return;
      peer.connectionState = state;
      peer.dispatchEvent(new Event('connectionstatechange'));
    },
    bring(mid: string) {
      peer.dispatchEvent(Object.assign(new Event('track'), { transceiver: { mid }, track: { mid } }));
    },
  });
  return peer;
}
export type FakePeer = ReturnType<typeof fakePeer>;

const isTrack = (x: object): x is MediaStreamTrack => 'enabled' in x && 'readyState' in x;
export function fakeTrack(): MediaStreamTrack {
  const track = Object.assign(new EventTarget(), { enabled: true, readyState: 'live', contentHint: '' });
  if (!isTrack(track)) throw new Error('not a track');
  return track;
}

/** A clock of a test: `pass` lets milliseconds go by and lets promises settle in between. */
export function fakeClock() {
  const held = { now: 0, next: 1 };
  const timers = new Map<number, { at: number; done: () => void }>();
  const settle = async () => {
    for (let i = 0; i < 12; i++) await Promise.resolve();
  };
  return {
    now: () => held.now,
    later(ms: number, done: () => void): () => void {
      const id = held.next++;
      timers.set(id, { at: held.now + ms, done });
      return () => void timers.delete(id);
    },
    async pass(ms: number): Promise<void> {
      const until = held.now + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, t]) => t.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        timers.delete(due[0]);
        held.now = due[1].at;
        due[1].done();
        await settle();
      }
      held.now = until;
    },
  };
}
