import { isPhone } from '#ui/media/devices.ts';

export type PageEvents = { hidden(): void; seen(): void; online(): void; closing(): void };

/** Follows the page: phones stop the camera in the background, a network that is back is used at once, a reload keeps the seat. */
export function watchPage(events: () => PageEvents | null): () => void {
  const see = () => {
    const visible = document.visibilityState === 'visible';
    if (isPhone()) visible ? events()?.seen() : events()?.hidden();
    if (visible) events()?.online();
  };
  const online = () => events()?.online();
  const close = () => events()?.closing();
  window.addEventListener('pagehide', close);
  window.addEventListener('online', online);
  document.addEventListener('visibilitychange', see);
  return () => {
    window.removeEventListener('pagehide', close);
    window.removeEventListener('online', online);
    document.removeEventListener('visibilitychange', see);
  };
}
