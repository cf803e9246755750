import type { ClientMessage, ErrorCode } from '#protocol/messages.ts';
import { type Capability, refusalOf } from '#protocol/rights.ts';
import type { Engine, Seat } from '#server/model.ts';

/** Who asks. */
export type Asker = { engine: Engine; seat: Seat };

/** `null` = done. */
export type Outcome = ErrorCode | null;

export type Request<T extends ClientMessage['t']> = Extract<ClientMessage, { t: T }>;

/** Why a person is refused who has not this right; null where they have it. */
export const refusalWithout = ({ rights }: Pick<Seat, 'rights'>, capability: Capability): Outcome =>
  rights.has(capability) ? null : refusalOf(capability);
