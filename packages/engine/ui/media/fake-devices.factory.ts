import { vi } from 'vitest';
import { fakeTrack } from '#ui/media/fake-peer.factory.ts';

export type DeviceWish = { audio?: unknown; video?: unknown };
/** `opened`: what pages have asked the browser for. `refusal`: the name of the error that it answers with; null: it opens what it is asked for. */
export type FakeDevices = { opened: DeviceWish[]; refusal: { name: string | null } };

function fakeStream(kind: 'audio' | 'video') {
  const track = Object.assign(fakeTrack(), { stop: vi.fn() });
  return {
    getTracks: () => [track],
    getAudioTracks: () => (kind === 'audio' ? [track] : []),
    getVideoTracks: () => (kind === 'video' ? [track] : []),
  };
}

/** Puts microphone, camera and screen in the browser's place. */
export function stubDevices({ opened, refusal }: FakeDevices): void {
  const refuse = () => {
    if (refusal.name) throw Object.assign(new Error('no'), { name: refusal.name });
  };
  const getUserMedia = async (wish: DeviceWish) => {
    opened.push(wish);
    refuse();
    return fakeStream(wish.audio ? 'audio' : 'video');
  };
  const getDisplayMedia = async () => {
    refuse();
    return fakeStream('video');
  };
  vi.stubGlobal('window', { isSecureContext: true });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, getDisplayMedia } });
}
