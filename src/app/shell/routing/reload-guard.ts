import { pageFacts } from '#kit/facts.ts';

const key = 'atrium.reload';
type ReloadPage = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload: () => void;
  onLeave: (run: () => void) => void;
};

// as Chromium, Firefox and Safari say it, and Vite of styles
const chunkWords = /dynamically imported module|importing a module script|unable to preload css/i;
/** Whether code of the page could not be loaded; after an update of the server the old files are gone. */
export const isChunkFailure = (error: unknown): boolean => error instanceof Error && chunkWords.test(error.message);

/** How long a page that is being left may take to go, in ms; a download leaves it where it is. */
const leavingTakes = 10_000;

/**
 * Loads the page again for code that could not be loaded, at most once in 60 s. Tells whether this page goes.
 * A page that is being left is not loaded again: Firefox breaks off the code that still loads before the next page has come,
 * and a reload would keep the reader here.
 */
export function createReloadGuard({ storage, reload, onLeave }: ReloadPage): (error: unknown) => boolean {
  let leftAt = 0;
  onLeave(() => {
    leftAt = Date.now();
  });
  return (error) => {
    const now = Date.now();
    if (!isChunkFailure(error)) return false;
    if (now - leftAt < leavingTakes) return true;
    if (now - Number(storage.getItem(key)) < pageFacts.reloadGuard) return false;
    storage.setItem(key, String(now));
    reload();
    return true;
  };
}

/** The page of a browser. */
export const pageOf = (window: Window): ReloadPage => ({
  storage: window.sessionStorage,
  reload: () => window.location.reload(),
  onLeave: (run) => window.addEventListener('beforeunload', run),
});
