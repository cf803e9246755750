import type { ClientMessage } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';

/** A video source that is drawn, and how tall (device pixels). */
export type WantedPicture = { source: string; height: number };
export type PictureViewer = {
  want(wants: WantedPicture[]): void /** Tells the engine again: it knows nothing after a lost seat. */;
  again(): void;
  stop(): void;
};
export type ViewerOptions = {
  request(message: ClientMessage): Promise<SendOutcome>;
  later(ms: number, done: () => void): () => void;
};

/** Quiet time before the engine gets the new view (milliseconds): a resize or a new face changes many tiles at once. */
export const VIEW_DEBOUNCE_MS = 150;

/** Heights in steps, so that dragging a window does not ask for a new layer at each pixel. */
export function stepHeight(height: number): number {
  return Math.min(4320, Math.ceil(Math.max(0, height) / 90) * 90);
}

export function createViewer(options: ViewerOptions): PictureViewer {
  const held: { wants: string; told: string; cancel: () => void } = { wants: '[]', told: '', cancel: () => undefined };
  const tell = () => {
    held.cancel();
    held.cancel = options.later(VIEW_DEBOUNCE_MS, () => {
      if (held.wants === held.told) return;
      const wants = held.wants;
      held.told = wants;
      const parsed: WantedPicture[] = JSON.parse(wants);
      void options.request({ t: 'view', wants: parsed }).then((outcome) => {
        if (outcome !== 'ok' && held.told === wants) held.told = '';
      });
    });
  };
  return {
    want(wants) {
      held.wants = JSON.stringify(wants.slice(0, 64).map((w) => ({ source: w.source, height: stepHeight(w.height) })));
      tell();
    },
    again() {
      held.told = '';
      tell();
    },
    stop: () => held.cancel(),
  };
}
