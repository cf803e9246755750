import type { BbbResponse } from '@atrium/bbb/answers';
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
  readHookRequest,
} from '@atrium/bbb/hooks/hook-answers';
import type { VerifiedCall } from '@atrium/bbb/server';
import type { Engine } from '#server/model.ts';
import { webAddressOrNull } from '#server/web-address.ts';
import { addHook, hookAt } from '#server/webhooks.ts';

const notCreated = failure('createHookError', 'An error happened while creating your hook. Check the logs.');

/** Registers an address for news of meetings; one address has one hook. */
export function createHook(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readHookRequest(call.params);
  if (!read.ok) return failed(read);
  const existing = hookAt(engine, read.value.callbackURL);
  if (existing !== undefined) return hookDuplicateAnswer(existing.hookID);
  // the text itself is what the checksum of a delivery covers, so it is judged and not rewritten
  const hook = webAddressOrNull(read.value.callbackURL) === null ? undefined : addHook(engine, read.value);
  if (hook === undefined) engine.log('warn', 'a hook was not created', { hooks: engine.hooks.size });
  return hook === undefined ? failed(notCreated) : hookCreatedAnswer(hook);
}

/** All hooks, or those that hear about one meeting. */
export function listHooks(engine: Engine, call: VerifiedCall): BbbResponse {
  return hooksAnswer([...engine.hooks.values()].filter((hook) => isHookListed(call.params, hook)));
}

/** Removes a hook; what is on its way to it is still delivered. */
export function destroyHook(engine: Engine, call: VerifiedCall): BbbResponse {
  const hookID = textField(call.params, 'hookID');
  if (hookID === '') return failed(hookFailures.missingId);
  return engine.hooks.delete(hookID) ? hookRemovedAnswer() : failed(hookFailures.unknown);
}
