import { useCallback, useEffect, useState } from 'react';
import type { DeviceChoice } from '#ui/media/device-choice.ts';
import {
  askForBoth,
  type DeviceList,
  type DeviceTrouble,
  listDevices,
  noDevices,
  openCam,
  openMic,
  stopStream,
  watchDevices,
} from '#ui/media/devices.ts';
import { measureLevel } from '#ui/media/level.ts';

type PreviewState = { stream: MediaStream | null; trouble: DeviceTrouble | null; state: 'idle' | 'opening' | 'done' };
/** `again` tries once more after a trouble. */
export type DevicePreview = PreviewState & { again(): void };
const idle: PreviewState = { stream: null, trouble: null, state: 'idle' };

/** Opens one device for looking and listening before joining, and closes it when it is switched off or the page goes on. */
function usePreview({ kind, id, wanted }: { kind: 'mic' | 'cam'; id: string | null; wanted: 'on' | 'off' }): DevicePreview {
  const [preview, setPreview] = useState<PreviewState>(idle);
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((n) => n + 1), []);
  useEffect(() => {
    if (wanted === 'off') return setPreview((now) => (now.trouble ? { ...now, stream: null, state: 'done' } : idle));
    const held: { stream: MediaStream | null; gone: boolean } = { stream: null, gone: attempt < 0 };
    setPreview({ stream: null, trouble: null, state: 'opening' });
    void (kind === 'mic' ? openMic(id) : openCam(id)).then(({ stream, trouble }) => {
      if (held.gone) return stopStream(stream);
      held.stream = stream;
      setPreview({ stream, trouble, state: 'done' });
    });
    return () => {
      held.gone = true;
      stopStream(held.stream);
    };
  }, [kind, id, wanted, attempt]);
  // A device that was missing may be plugged in at any time.
  const missing = preview.trouble === 'none';
  useEffect(() => (missing ? watchDevices(again) : undefined), [missing, again]);
  return { ...preview, again };
}

/**
 * Camera and microphone as chosen. Where the browser has to ask for both, it is asked once for the two; the answer is held
 * until each is open by itself, because some browsers forget a permission with the last stream.
 */
export function usePreviews(choice: DeviceChoice): { mic: DevicePreview; cam: DevicePreview } {
  const [asked, setAsked] = useState<{ stream: MediaStream | null; done: boolean }>({ stream: null, done: false });
  const both = choice.micOn && choice.camOn;
  useEffect(() => {
    if (!both) return;
    const held = { gone: false };
    void askForBoth().then((stream) => (held.gone ? stopStream(stream) : setAsked({ stream, done: true })));
    return () => {
      held.gone = true;
    };
  }, [both]);
  const may = !both || asked.done;
  const mic = usePreview({ kind: 'mic', id: choice.micId, wanted: choice.micOn && may ? 'on' : 'off' });
  const cam = usePreview({ kind: 'cam', id: choice.camId, wanted: choice.camOn && may ? 'on' : 'off' });
  const settled = mic.state === 'done' && cam.state === 'done';
  useEffect(() => {
    if (settled) stopStream(asked.stream);
    return () => stopStream(asked.stream);
  }, [settled, asked.stream]);
  return { mic, cam };
}

/** The devices of this machine; read again when one is plugged in and when `again` changes (labels appear with the permission). */
export function useDevices(again: unknown): DeviceList {
  const [devices, setDevices] = useState<DeviceList>(noDevices);
  useEffect(() => {
    const held = { gone: false };
    const read = () => void listDevices().then((list) => !held.gone && again !== undefined && setDevices(list));
    read();
    const unwatch = watchDevices(read);
    return () => {
      held.gone = true;
      unwatch();
    };
  }, [again]);
  return devices;
}

/** How loud a stream is, 0 to 1. */
export function useLevel(stream: MediaStream | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (!stream) return setLevel(0);
    return measureLevel(stream, (heard) => setLevel((now) => Math.max(heard, now * 0.8)));
  }, [stream]);
  return level;
}
