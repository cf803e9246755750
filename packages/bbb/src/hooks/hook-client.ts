import type { SignedCaller } from '#caller.ts';
import { BbbBadAnswer, type CallOutcome } from '#client-answer.ts';
import type { QueryPair } from '#query.ts';
import { childOf, childrenOf, flagOf, textOf, trimmedTextOf } from '#reading.ts';

/** A registered hook. `meetingID` is absent for one that hears about every meeting. */
export type RegisteredHook = {
  hookID: string;
  callbackURL: string;
  meetingID: string | undefined;
  eventID: string;
  permanentHook: boolean;
  rawData: boolean;
};

/** What to subscribe to: all meetings or one, all events or some. */
export type HookParams = {
  callbackURL: string;
  meetingID?: string | undefined;
  eventIds?: readonly string[] | undefined;
  getRaw?: boolean | undefined;
};

/** The calls about webhooks. */
export function hookCalls(caller: SignedCaller) {
  return {
    create: (params: HookParams) => createHook(caller, params),
    list: (params: { meetingID?: string | undefined } = {}) => listHooks(caller, params),
    destroy: (hookID: string) => destroyHook(caller, hookID),
  };
}

async function createHook(
  caller: SignedCaller,
  params: HookParams,
): Promise<CallOutcome<{ hookID: string; outcome: 'created' | 'duplicate' }>> {
  const pairs: QueryPair[] = [['callbackURL', params.callbackURL]];
  if (params.meetingID !== undefined) pairs.push(['meetingID', params.meetingID]);
  if (params.eventIds && params.eventIds.length > 0) pairs.push(['eventID', params.eventIds.join(',')]);
  if (params.getRaw !== undefined) pairs.push(['getRaw', String(params.getRaw)]);
  const answer = await caller.xml('hooks/create', pairs);
  if (!answer.ok) return answer;
  const hookID = trimmedTextOf(answer.response, 'hookID');
  if (hookID === '') throw new BbbBadAnswer('The answer has no hook ID');
  return {
    ok: true,
    hookID,
    outcome: trimmedTextOf(answer.response, 'messageKey') === 'duplicateWarning' ? 'duplicate' : 'created',
  };
}

async function listHooks(
  caller: SignedCaller,
  { meetingID }: { meetingID?: string | undefined },
): Promise<CallOutcome<{ hooks: RegisteredHook[] }>> {
  const answer = await caller.xml('hooks/list', meetingID === undefined ? [] : [['meetingID', meetingID]]);
  if (!answer.ok) return answer;
  const hooks = childrenOf(childOf(answer.response, 'hooks'), 'hook').map((node) => ({
    hookID: trimmedTextOf(node, 'hookID'),
    callbackURL: trimmedTextOf(node, 'callbackURL'),
    meetingID: childOf(node, 'meetingID') ? textOf(node, 'meetingID') : undefined,
    eventID: trimmedTextOf(node, 'eventID'),
    permanentHook: flagOf(node, 'permanentHook'),
    rawData: flagOf(node, 'rawData'),
  }));
  return { ok: true, hooks };
}

async function destroyHook(caller: SignedCaller, hookID: string): Promise<CallOutcome<{ removed: boolean }>> {
  const answer = await caller.xml('hooks/destroy', [['hookID', hookID]]);
  return answer.ok ? { ok: true, removed: flagOf(answer.response, 'removed') } : answer;
}
