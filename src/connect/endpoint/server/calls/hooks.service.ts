/** The calls about webhooks: customers' hooks are ours, not those of any server. */
import { isIP } from 'node:net';
import { failed } from '@atrium/bbb/answers';
import { failure } from '@atrium/bbb/failure';
import { textField } from '@atrium/bbb/fields';
import {
  hookCreatedAnswer,
  hookDuplicateAnswer,
  hookFailures,
  hookRemovedAnswer,
  hooksAnswer,
  isHookListed,
  type HookView,
  readHookRequest,
} from '@atrium/bbb/hooks/hook-answers';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { isPrivateAddress, reachOf } from '#kit/server/http/outbound.ts';
import type { CallHandler } from '../call-handler.service.ts';
import { countHooks, deleteHook, type HookRow, hooksOf, insertHook, sameHook } from '../hooks.queries.ts';

const mostHooks = 100;
const longestUrl = 2_000;

const refusals = {
  badUrl: failure(
    'createHookError',
    'The callbackURL must be an address of http or https that can be reached from the internet.',
  ),
  raw: failure('createHookError', 'Raw data is not offered here. Leave getRaw out to get the mapped events.'),
  tooMany: failure('createHookError', 'There are too many hooks. Remove some first.'),
} as const;

/** Checks all that needs no lookup; names are looked up, and checked, at each delivery. */
function isUsableUrl(ctx: Ctx, text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > longestUrl || !/^https?:$/.test(url.protocol)) return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return reachOf(ctx.config) === 'everywhere' || isIP(host) === 0 || !isPrivateAddress(host);
}

const viewOf = (row: HookRow): HookView => ({
  hookID: String(row.number),
  callbackURL: row.callbackUrl,
  meetingID: row.meeting ?? undefined,
  eventID: row.eventIds.length === 0 ? undefined : row.eventIds.join(','),
  permanentHook: false,
  rawData: row.raw,
});

export const hookCalls = {
  'hooks/create': async (ctx, { endpoint, secret }, call) => {
    const read = readHookRequest(call.params);
    if (!read.ok) return failed(read);
    const { callbackURL: callbackUrl, meetingID, eventIds, getRaw } = read.value;
    if (getRaw) return failed(refusals.raw);
    if (!isUsableUrl(ctx, callbackUrl)) return failed(refusals.badUrl);
    const { accountId } = endpoint;
    const meeting = meetingID === '' ? null : meetingID;
    const known = await sameHook(ctx.system.read, { accountId, callbackUrl, meeting });
    if (known !== null) return hookDuplicateAnswer(String(known.number));
    if ((await countHooks(ctx.system.read, accountId)) >= mostHooks) return failed(refusals.tooMany);
    const wish = { id: newId(ctx.now()), accountId, secretId: secret.id, callbackUrl, meeting, eventIds, raw: false };
    const made = await insertHook(ctx.system.read, { ...wish, createdAt: new Date(ctx.now()) });
    if (made !== null) return hookCreatedAnswer(viewOf(made));
    const other = await sameHook(ctx.system.read, { accountId, callbackUrl, meeting });
    return other === null ? failed(hookFailures.unknown) : hookDuplicateAnswer(String(other.number));
  },
  'hooks/list': async (ctx, { endpoint }, call) => {
    const views = (await hooksOf(ctx.system.read, endpoint.accountId)).map(viewOf);
    return hooksAnswer(views.filter((hook) => isHookListed(call.params, hook)));
  },
  'hooks/destroy': async (ctx, { endpoint }, call) => {
    const hookId = textField(call.params, 'hookID');
    if (hookId === '') return failed(hookFailures.missingId);
    const number = /^[0-9]{1,15}$/.test(hookId) ? Number(hookId) : -1;
    const gone = await deleteHook(ctx.system.read, { accountId: endpoint.accountId, number });
    return gone ? hookRemovedAnswer() : failed(hookFailures.unknown);
  },
} satisfies Record<string, CallHandler>;
