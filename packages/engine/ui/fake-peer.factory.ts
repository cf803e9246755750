/** A PeerConnection of a test: it negotiates with everybody and changes its state when told. */
export class FakePeer extends EventTarget {
  connectionState: RTCPeerConnectionState = 'new';
  iceGatheringState = 'complete';
  signalingState = 'stable';
  localDescription: { sdp: string } | null = null;
  remote: { type: string; sdp: string } | null = null;
  sending: { track: unknown; encodings: RTCRtpEncodingParameters[] }[] = [];
  readonly number: number;

  constructor(number: number) {
    super();
    this.number = number;
  }
  addTransceiver(track: unknown, init: { sendEncodings?: RTCRtpEncodingParameters[] }): void {
    this.sending.push({ track, encodings: init.sendEncodings ?? [] });
  }
  getSenders() {
    return this.sending.map((sender) => ({ replaceTrack: async (track: unknown) => void Object.assign(sender, { track }) }));
  }
  async setLocalDescription(): Promise<void> {
    this.localDescription = { sdp: `sdp-${this.number}` };
  }
  async setRemoteDescription(description: { type: string; sdp: string }): Promise<void> {
    this.remote = description;
  }
  close(): void {
    this.connectionState = 'closed';
  }
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  bring(mid: string, track: unknown): void {
    this.dispatchEvent(Object.assign(new Event('track'), { transceiver: { mid }, track }));
  }
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
