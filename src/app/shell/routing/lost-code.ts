import { isChunkFailure, reloadOnce } from './reload-guard.ts';

/**
 * Looks out for code that could not be loaded outside of a navigation, for a menu or a dialog: after an update of the server the old
 * files are gone, so the page is loaded anew. Without a connection it stays, because nothing would come.
 * Returns what React is to be told of errors that the error page catches; those that nothing catches reach the window.
 */
export function watchLostCode(): { onCaughtError: (error: unknown) => void } {
  const look = (error: unknown) => {
    if (!isChunkFailure(error) || !navigator.onLine) return;
    reloadOnce({ storage: window.sessionStorage, now: () => Date.now(), reload: () => window.location.reload() });
  };
  window.addEventListener('error', ({ error }) => look(error));
  window.addEventListener('unhandledrejection', ({ reason }) => look(reason));
  return {
    onCaughtError: (error) => {
      look(error);
      // biome-ignore lint/suspicious/noConsole: React would write it itself, had we not taken its place
      console.error(error);
    },
  };
}
