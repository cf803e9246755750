/** A small window over all others (Document Picture-in-Picture, so far in Chromium only). */
declare global {
  interface Window {
    documentPictureInPicture?: { requestWindow(size: { width: number; height: number }): Promise<Window> };
  }
}

const SIZE = { width: 360, height: 280 };

export const canOpenPicture = (): boolean => typeof window !== 'undefined' && window.documentPictureInPicture !== undefined;

/** To be called by a press; null where the browser refuses. */
export async function openPictureWindow(): Promise<Window | null> {
  return (await window.documentPictureInPicture?.requestWindow(SIZE).catch(() => null)) ?? null;
}
