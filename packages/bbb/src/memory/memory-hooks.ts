import { randomUUID } from 'node:crypto';
import { type BbbResponse, failed } from '#answers.ts';
import { textField } from '#fields.ts';
import {
  type HookView,
  hookCreatedAnswer,
  hookDuplicateAnswer,
  hookFailures,
  hookRemovedAnswer,
  hooksAnswer,
  isHookListed,
  readHookRequest,
} from '#hooks/hook-answers.ts';
import type { MemoryState } from '#memory/memory-state.ts';
import type { VerifiedCall } from '#server.ts';

/** The calls about webhooks of the server in memory. */
export const memoryHooks = {
  'hooks/create'(state: MemoryState, call: VerifiedCall): BbbResponse {
    const read = readHookRequest(call.params);
    if (!read.ok) return failed(read);
    const { callbackURL, meetingID, eventIds, getRaw } = read.value;
    const existing = state.hooks.find((hook) => hook.callbackURL === callbackURL);
    if (existing) return hookDuplicateAnswer(existing.hookID);
    const hook: HookView = {
      hookID: randomUUID(),
      callbackURL,
      meetingID: meetingID || undefined,
      eventID: eventIds.length > 0 ? eventIds.join(',') : undefined,
      permanentHook: false,
      rawData: getRaw,
    };
    state.hooks.push(hook);
    return hookCreatedAnswer(hook);
  },
  'hooks/list'(state: MemoryState, call: VerifiedCall): BbbResponse {
    return hooksAnswer(state.hooks.filter((hook) => isHookListed(call.params, hook)));
  },
  'hooks/destroy'(state: MemoryState, call: VerifiedCall): BbbResponse {
    const hookID = textField(call.params, 'hookID');
    if (hookID === '') return failed(hookFailures.missingId);
    const position = state.hooks.findIndex((hook) => hook.hookID === hookID);
    if (position === -1) return failed(hookFailures.unknown);
    state.hooks.splice(position, 1);
    return hookRemovedAnswer();
  },
};
