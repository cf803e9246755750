import type { Answer } from '@atrium/bbb/answers';
import { failed, messageSentAnswer } from '@atrium/bbb/answers';
import { failures } from '@atrium/bbb/failure';
import { readMeetingId } from '@atrium/bbb/fields';
import { readChatMessage } from '@atrium/bbb/meeting-requests';
import type { VerifiedCall } from '@atrium/bbb/server';
import { findMeeting } from '#server/meetings.ts';
import { peopleOf } from '#server/members.ts';
import type { Engine } from '#server/model.ts';
import { sayToAll } from '#topics/chat/server/chat.plug.ts';

/** Writes into the public chat of a meeting in which somebody is. */
export function sendChatMessage(engine: Engine, call: VerifiedCall): Answer {
  const read = readChatMessage(call.params);
  if (!read.ok) return failed(read);
  const meeting = findMeeting(engine, read.value.meetingID);
  if (meeting === undefined || peopleOf(meeting).length === 0) return failed(failures.chatMeetingNotFound);
  sayToAll(meeting, { name: read.value.userName, text: read.value.message });
  return messageSentAnswer();
}

/** This engine shows no documents, so it answers as BBB does where they are switched off. */
export function insertDocument(engine: Engine, call: VerifiedCall): Answer {
  const id = readMeetingId(call.params);
  if (!id.ok) return failed(id);
  return failed(findMeeting(engine, id.value) === undefined ? failures.meetingNotFound : failures.presentationDisabled);
}
