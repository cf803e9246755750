/** `bad-offer`: the description is not one that we take. `unknown-seat`: the seat was never added or is gone. `failed`: overtaken or not answered in time. */
export type MediaRefusal = 'bad-offer' | 'unknown-seat' | 'failed';

/** A request of a client that cannot be met; nothing was changed by it. */
export class MediaRefused extends Error {
  readonly code: MediaRefusal;

  constructor(code: MediaRefusal, options?: ErrorOptions) {
    super(`media refused: ${code}`, options);
    this.name = 'MediaRefused';
    this.code = code;
  }
}
