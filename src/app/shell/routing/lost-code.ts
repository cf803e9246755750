/**
 * Looks out for code that could not be loaded outside of a navigation, for a menu or a dialog: after an update of the server the old
 * files are gone, so the page is loaded again. Without a connection it stays, because nothing would come. Returns the callback by which
 * React reports errors that the error page catches; uncaught ones reach the window.
 */
export function watchLostCode(reloadFor: (error: unknown) => boolean): { onCaughtError: (error: unknown) => void } {
  const look = (error: unknown) => navigator.onLine && reloadFor(error);
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
