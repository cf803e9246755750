import type { MeetingNotice } from '#ui/state.ts';
import type { TextKey } from '#ui/text.ts';

/** The text of each notice about the reader's own state. */
export const noticeWords: Record<MeetingNotice['what'], TextKey> = {
  'muted-by-host': 'notice.mutedByHost',
  'cam-stopped': 'notice.camStopped',
  'share-stopped': 'notice.shareStopped',
  'now-host': 'notice.nowHost',
  'now-viewer': 'notice.nowViewer',
  'share-taken': 'notice.shareTaken',
  locked: 'notice.locked',
  'too-many-cameras': 'notice.tooManyCameras',
  'unmuted-by-host': 'notice.unmutedByHost',
  'not-allowed': 'notice.notAllowed',
  'too-fast': 'notice.tooFast',
  'not-sent': 'notice.notSent',
  'back-again': 'notice.backAgain',
  'record-lost': 'notice.recordLost',
  'five-minutes': 'notice.fiveMinutes',
  'one-minute': 'notice.oneMinute',
  extended: 'notice.extended',
  'room-refused': 'notice.roomRefused',
  'room-full': 'notice.roomFull',
  'room-closed': 'notice.roomClosed',
  'room-unreachable': 'notice.roomUnreachable',
};
