import type { ClientMessage, ErrorCode } from '#protocol/messages.ts';
import type { Engine, Seat } from '#server/model.ts';

/** Who asks. */
export type Asker = { engine: Engine; seat: Seat };

/** `null` = done. */
export type Outcome = ErrorCode | null;

export type Request<T extends ClientMessage['t']> = Extract<ClientMessage, { t: T }>;
