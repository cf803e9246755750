import type { BbbResponse } from '@atrium/bbb/answers';
import { versionAnswer } from '@atrium/bbb/answers';
import { isExtraName } from '@atrium/bbb/calls';
import { readCall, verify, verifyExtra } from '@atrium/bbb/server';
import type { RawRequest, VerifiedCall, VerifiedExtra } from '@atrium/bbb/server';
import { refusalAnswer } from '@atrium/bbb/recordings/text-tracks';
import { create } from '#server/calls/create.ts';
import { end } from '#server/calls/end.ts';
import { createHook, destroyHook, listHooks } from '#server/calls/hooks.ts';
import { join } from '#server/calls/join.ts';
import { getMeetingInfo, getMeetings, getSessions, isMeetingRunning } from '#server/calls/look.ts';
import {
  deleteRecordings,
  getRecordings,
  getRecordingTextTracks,
  publishRecordings,
  putRecordingTextTrack,
  updateRecordings,
} from '#server/calls/recordings.ts';
import { insertDocument, sendChatMessage } from '#server/calls/speak.ts';
import { look, steer } from '#server/calls/steering.ts';
import type { Engine } from '#server/model.ts';

/** Where BBB clients expect the API, below the engine's address. */
export const API_BASE = '/bigbluebutton';

const rulesOf = ({ settings: { secrets, algorithms, rejectUnsignedBodyParams } }: Engine) => ({
  ...{ secrets, algorithms, rejectUnsignedBodyParams },
});

/** Whether the address alone proves that the program knows the secret, so that a long body of it may be kept. */
export function isSigned(engine: Engine, request: Omit<RawRequest, 'body'>): boolean {
  const call = readCall(request);
  return call !== undefined && verify(call, rulesOf(engine)).ok;
}

/** Answers one request below `/bigbluebutton`; undefined for a path that is no part of the API. */
export function answerApi(engine: Engine, request: RawRequest): BbbResponse | undefined {
  const incoming = readCall(request);
  if (incoming === undefined) {
    const path = request.url.split('?')[0];
    return path === API_BASE || path === `${API_BASE}/` ? versionAnswer({ contentType: request.contentType }) : undefined;
  }
  const rules = rulesOf(engine);
  if (isExtraName(incoming.name)) {
    const extra = verifyExtra(incoming, rules);
    return extra.ok ? answerExtra(engine, extra.call) : refusalAnswer(incoming, extra);
  }
  const verdict = verify(incoming, rules);
  return verdict.ok ? dispatch(engine, verdict.call) : refusalAnswer(incoming, verdict);
}

const answerExtra = (engine: Engine, call: VerifiedExtra): BbbResponse =>
  call.name === 'atrium/look' ? look(engine, call) : steer(engine, call);

function dispatch(engine: Engine, call: VerifiedCall): BbbResponse {
  switch (call.name) {
    case '':
      return versionAnswer({ contentType: call.contentType });
    case 'create':
      return create(engine, call);
    case 'join':
      return join(engine, call);
    case 'end':
      return end(engine, call);
    case 'isMeetingRunning':
      return isMeetingRunning(engine, call);
    case 'getMeetingInfo':
      return getMeetingInfo(engine, call);
    case 'getMeetings':
      return getMeetings(engine);
    case 'getSessions':
      return getSessions(engine);
    case 'insertDocument':
      return insertDocument(engine, call);
    case 'sendChatMessage':
      return sendChatMessage(engine, call);
    case 'getRecordings':
      return getRecordings(engine, call);
    case 'publishRecordings':
      return publishRecordings(engine, call);
    case 'deleteRecordings':
      return deleteRecordings(engine, call);
    case 'updateRecordings':
      return updateRecordings(engine, call);
    case 'getRecordingTextTracks':
      return getRecordingTextTracks(engine, call);
    case 'putRecordingTextTrack':
      return putRecordingTextTrack(engine, call);
    case 'hooks/create':
      return createHook(engine, call);
    case 'hooks/list':
      return listHooks(engine, call);
    case 'hooks/destroy':
      return destroyHook(engine, call);
  }
}
