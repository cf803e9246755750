/** How long ICE may stay `disconnected` before the connection is rebuilt (milliseconds): short radio gaps heal by themselves. */
export const DISCONNECTED_MS = 4000;

/** Waits until all candidates are in the local description, at most half a second: the engine needs none of them. */
export function gathered(pc: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    if (pc.iceGatheringState === 'complete') return resolve();
    const timer = setTimeout(resolve, 500);
    pc.addEventListener('icegatheringstatechange', () => {
      if (pc.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}

export type PeerWatch = { later(ms: number, done: () => void): () => void; failed(): void; connected?(): void };

/** Reports a connection that failed, or stayed disconnected too long, once. Returns the way to stop. */
export function watchPeer(pc: RTCPeerConnection, watch: PeerWatch): () => void {
  const held: { cancel: () => void; done: boolean } = { cancel: () => undefined, done: pc.connectionState === 'closed' };
  const fail = () => {
    if (held.done) return;
    held.done = true;
    watch.failed();
  };
  const look = () => {
    held.cancel();
    if (held.done) return;
    if (pc.connectionState === 'connected') watch.connected?.();
    if (pc.connectionState === 'failed') fail();
    if (pc.connectionState === 'disconnected') held.cancel = watch.later(DISCONNECTED_MS, fail);
  };
  pc.addEventListener('connectionstatechange', look);
  look();
  return () => {
    held.done = true;
    held.cancel();
    pc.removeEventListener('connectionstatechange', look);
  };
}
