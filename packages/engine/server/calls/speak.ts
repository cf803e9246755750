import type { BbbResponse } from '@atrium/bbb/answers';
import { documentInsertedAnswer, failed, messageSentAnswer } from '@atrium/bbb/answers';
import { failure, failures } from '@atrium/bbb/failure';
import { readMeetingId } from '@atrium/bbb/fields';
import { readChatMessage } from '@atrium/bbb/meeting-requests';
import { readModules } from '@atrium/bbb/modules';
import type { VerifiedCall } from '@atrium/bbb/server';
import { everybodyIn } from '#server/calls/meeting-view.ts';
import { findMeeting } from '#server/meetings.ts';
import type { Engine } from '#server/model.ts';
import { takeDocuments } from '#server/slides/call-documents.ts';
import { sayToAll } from '#topics/chat/server/chat.plug.ts';

/** Writes into the public chat of a meeting in which somebody is. */
export function sendChatMessage(engine: Engine, call: VerifiedCall): BbbResponse {
  const read = readChatMessage(call.params);
  if (!read.ok) return failed(read);
  const meeting = findMeeting(engine, read.value.meetingID);
  if (meeting === undefined || everybodyIn(engine, meeting).length === 0) return failed(failures.chatMeetingNotFound);
  sayToAll(meeting, { name: read.value.userName, text: read.value.message });
  return messageSentAnswer();
}

/** Puts documents into a meeting that runs. */
export function insertDocument(engine: Engine, call: VerifiedCall): BbbResponse {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  const meeting = findMeeting(engine, id.value);
  if (meeting === undefined) return failed(failures.meetingNotFound);
  if (meeting.plan.disabledFeatures.has('presentation')) return failed(failures.presentationDisabled);
  const modules = call.body.kind === 'xml' ? readModules(call.body.text) : null;
  if (modules?.ok === false) return failed(modules);
  const documents = modules?.value.documents;
  if (documents === undefined) return failed(failure('validationError', 'The request body has no presentation'));
  takeDocuments(engine, meeting, documents);
  return documentInsertedAnswer();
}
