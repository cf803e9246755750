import { useEffect } from 'react';

/** Keeps the screen of a phone on while one is in; the browser gives the lock up in the background and it is taken again. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    const held: { lock: WakeLockSentinel | null; gone: boolean } = { lock: null, gone: false };
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused with a low battery: then the screen goes dark as usual.
      held.lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (held.gone) await held.lock?.release();
    };
    const again = () => void take();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      held.gone = true;
      document.removeEventListener('visibilitychange', again);
      void held.lock?.release();
    };
  }, []);
}
