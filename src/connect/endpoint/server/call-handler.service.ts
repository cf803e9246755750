/** What stands between the door of the endpoint and the calls behind it. */
import type { BbbResponse } from '@atrium/bbb/answers';
import type { Ctx } from '#kit/server/ctx.ts';
import type { AccountState, Entitlements } from '#core/accounts/accounts.rules.ts';
import type { CustomerCall } from '#meet/meetings/server/external/external-send.service.ts';
import type { SecretCall, SecretHash } from '../endpoint.rules.ts';
import type { AddressRange } from '#kit/ranges.ts';

/** A secret as the door keeps it in memory. */
export type DoorSecret = {
  id: string;
  name: string;
  secret: string;
  /** Null: every call. */
  calls: readonly SecretCall[] | null;
  /** Null: from anywhere. */
  ranges: readonly AddressRange[] | null;
  callsPerMinute: number | null;
  bodyHash: boolean;
  /** Null: signed with any. */
  hashes: readonly SecretHash[] | null;
  /** Null: as the plan allows. */
  meetingsAtOnce: number | null;
  peoplePerMeeting: number | null;
  /** Epoch milliseconds; null: no end. */
  endsAt: number | null;
};
export type DoorEndpoint = {
  id: string;
  accountId: string;
  key: string;
  secrets: readonly DoorSecret[];
  account: { state: AccountState; plan: Entitlements };
};
/**
 * What a handler tells the log beside its answer: our own code of a refusal, or of what was not done as it was asked in a call that
 * was answered all the same, the server that was asked, and names of parameters that this server does not act upon.
 */
export type CallNote = { reason: string | null; remark: string | null; serverId: string | null; unhonoured: readonly string[] };
/** Whose call it is, and with which of the secrets it was signed. `reads`: whether a person's browser waits for the answer. */
export type EndpointCaller = { endpoint: DoorEndpoint; secret: DoorSecret; note: CallNote; reads: 'page' | 'xml' };

/**
 * Answers one call that the door let in. There is no person behind it, so handlers use the system's hands and name the
 * endpoint's account in every question. Refusals are answers too; what is thrown becomes `internalError`.
 */
export type CallHandler = (ctx: Ctx, caller: EndpointCaller, call: CustomerCall) => Promise<BbbResponse>;
/** By the name of the call. */
export type CallHandlers = Readonly<Record<string, CallHandler>>;
