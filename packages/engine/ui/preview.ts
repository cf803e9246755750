import { useEffect, useState } from 'react';
import type { DeviceChoice } from '#ui/device-choice.ts';
import { type DeviceList, type DeviceTrouble, listDevices, noDevices, openCam, openMic, stopStream, watchDevices } from '#ui/devices.ts';
import { measureLevel } from '#ui/level.ts';

export type Preview = { stream: MediaStream | null; trouble: DeviceTrouble | null; state: 'idle' | 'opening' | 'done' };
const idle: Preview = { stream: null, trouble: null, state: 'idle' };

/** Opens one device for looking and listening before joining, and closes it when it is switched off or the page goes on. */
function usePreview({ kind, id, wanted }: { kind: 'mic' | 'cam'; id: string | null; wanted: 'on' | 'off' }): Preview {
  const [preview, setPreview] = useState<Preview>(idle);
  useEffect(() => {
    if (wanted === 'off') return setPreview((now) => (now.trouble ? { ...now, stream: null, state: 'done' } : idle));
    const held: { stream: MediaStream | null; gone: boolean } = { stream: null, gone: false };
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
  }, [kind, id, wanted]);
  return preview;
}

/** Camera and microphone one after the other: two questions of the browser at once would cover each other. */
export function usePreviews(choice: DeviceChoice): { mic: Preview; cam: Preview } {
  const mic = usePreview({ kind: 'mic', id: choice.micId, wanted: choice.micOn ? 'on' : 'off' });
  const ready = !choice.micOn || mic.state === 'done';
  const cam = usePreview({ kind: 'cam', id: choice.camId, wanted: choice.camOn && ready ? 'on' : 'off' });
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
