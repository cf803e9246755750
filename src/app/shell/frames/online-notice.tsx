import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import s from './notices.module.css';
import { shellText } from '#app/shell/shell-text.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
/** Whether the browser has a connection; on the server it is taken for granted. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export function OnlineNotice() {
  const say = shellText();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={s.offline}>
          <IconWifiOff size={16} stroke={2} />
          {say('online.offline')}
        </p>
      )}
    </div>
  );
}
