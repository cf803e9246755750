import type { ClientMessage, ErrorCode } from '#protocol/messages.ts';
import { type Capability, refusalOf } from '#protocol/rights.ts';
import type { Engine, MeetingSeat } from '#server/model.ts';

/** Who asks. */
export type RequestSender = { engine: Engine; seat: MeetingSeat };

/** `null` = done. */
export type RequestOutcome = ErrorCode | null;

export type ClientRequest<T extends ClientMessage['t']> = Extract<ClientMessage, { t: T }>;

/** Why a person is refused who has not this right; null where they have it. */
export const refusalWithout = ({ rights }: Pick<MeetingSeat, 'rights'>, capability: Capability): RequestOutcome =>
  rights.has(capability) ? null : refusalOf(capability);
