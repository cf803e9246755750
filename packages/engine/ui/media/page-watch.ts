import { isPhone } from '#ui/media/devices.ts';

/** `online`: the network may be of use again; `network`: it is back, or another one. */
export type PageEvents = { hidden(): void; seen(): void; online(): void; network(): void; closing(): void };

/** What phones tell of their network: wireless, mobile and so on. Other browsers tell nothing, or only how fast it is. */
const connectionOf = (): EventTarget | null =>
  'connection' in navigator && navigator.connection instanceof EventTarget ? navigator.connection : null;
const typeOf = (connection: EventTarget | null): unknown =>
  connection !== null && 'type' in connection ? connection.type : undefined;

/** Follows the page: phones stop the camera in the background, a network that is back is used at once, a reload keeps the seat. */
export function watchPage(events: () => PageEvents | null): () => void {
  const see = () => {
    const visible = document.visibilityState === 'visible';
    if (isPhone()) visible ? events()?.seen() : events()?.hidden();
    if (visible) events()?.online();
  };
  const network = () => events()?.network();
  const connection = connectionOf();
  let type = typeOf(connection);
  const change = () => {
    // said of its speed, too
    const next = typeOf(connection);
    if (next !== type && next !== 'none') network();
    type = next;
  };
  const close = () => events()?.closing();
  window.addEventListener('pagehide', close);
  window.addEventListener('online', network);
  connection?.addEventListener('change', change);
  document.addEventListener('visibilitychange', see);
  return () => {
    window.removeEventListener('pagehide', close);
    window.removeEventListener('online', network);
    connection?.removeEventListener('change', change);
    document.removeEventListener('visibilitychange', see);
  };
}
