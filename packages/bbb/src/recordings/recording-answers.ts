import { type BbbResponse, jsonAnswer, success, words } from '#answers.ts';
import { keyedElements } from '#meeting-answers.ts';
import { element, type XmlElement } from '#xml.ts';

/** One way to watch a recording. `length` is in minutes, `processingTime` in milliseconds, `size` in bytes. */
export type FormatView = {
  type: string;
  url: string;
  processingTime: number;
  length: number;
  size?: number | undefined;
  images?: readonly { url: string; width: number; height: number; alt: string }[] | undefined;
};

/** One recording. Times are epoch milliseconds. `isProtected` is left out of the answer when absent. */
export type RecordingView = {
  recordID: string;
  meetingID: string;
  internalMeetingID: string;
  name: string;
  isBreakout: boolean;
  published: boolean;
  isProtected?: boolean | undefined;
  state: string;
  startTime: number;
  endTime: number;
  participants: number;
  rawSize?: number | undefined;
  size?: number | undefined;
  metadata: ReadonlyMap<string, string>;
  formats: readonly FormatView[];
};

/** Which part of all found recordings is returned. */
export type RecordingPage = { offset: number; limit: number; total: number };

/** `getRecordings`. Page numbers are given in the shapes of both server generations. */
export function recordingsAnswer(recordings: readonly RecordingView[], page?: RecordingPage): BbbResponse {
  const list = element('recordings', recordings.map(recordingElement));
  const empty = recordings.length === 0 ? words('noRecordings', 'There are no recordings for the meeting(s).') : [];
  return success([list, ...empty, ...pageElements(page)]);
}

/** The answer to a request for every recording where that is switched off: it has no list element. */
export function recordingsWithheldAnswer(): BbbResponse {
  return success(words('noRecordings', 'No recordings found. This may occur if you attempt to retrieve all recordings.'));
}

/** `publishRecordings`: what was asked for is echoed. */
export function publishedAnswer(state: { published: boolean }): BbbResponse {
  return success([element('published', state.published)]);
}

/** `deleteRecordings`. */
export function deletedAnswer(): BbbResponse {
  return success([element('deleted', true)]);
}

/** `updateRecordings`. */
export function updatedAnswer(): BbbResponse {
  return success([element('updated', true)]);
}

/** One track of words. */
export type TextTrackView = {
  href: string;
  kind: 'subtitles' | 'captions';
  label: string;
  lang: string;
  source: 'live' | 'automatic' | 'upload';
};

/** `getRecordingTextTracks` of a recording that exists; JSON. */
export function textTracksAnswer(tracks: readonly TextTrackView[]): BbbResponse {
  return jsonAnswer({ returncode: 'SUCCESS', tracks });
}

/** A refusal of the two calls that answer in JSON. */
export function jsonFailed(refusal: { key: string; message: string }): BbbResponse {
  const { key, message } = refusal;
  return { ...jsonAnswer({ returncode: 'FAILED', messageKey: key, message }), failureKey: key };
}

function pageElements(page: RecordingPage | undefined): XmlElement[] {
  if (!page) return [];
  const pageable = element('pageable', [
    element('offset', page.offset),
    element('limit', page.limit),
    element('paged', true),
    element('unpaged', false),
  ]);
  const pagination = element('pagination', [pageable, element('totalElements', page.total), element('empty', page.total === 0)]);
  return [pagination, element('totalElements', page.total)];
}

function recordingElement(recording: RecordingView): XmlElement {
  return element('recording', [
    element('recordID', recording.recordID),
    element('meetingID', recording.meetingID),
    element('internalMeetingID', recording.internalMeetingID),
    element('name', recording.name),
    element('isBreakout', recording.isBreakout),
    element('published', recording.published),
    ...optional('protected', recording.isProtected),
    element('state', recording.state),
    element('startTime', recording.startTime),
    element('endTime', recording.endTime),
    element('participants', recording.participants),
    ...optional('rawSize', recording.rawSize),
    element('metadata', keyedElements(recording.metadata)),
    ...optional('size', recording.size),
    element('playback', recording.formats.map(formatElement)),
  ]);
}

function formatElement(format: FormatView): XmlElement {
  const images = (format.images ?? []).map(
    (image): XmlElement => ({
      ...element('image', image.url),
      attributes: [
        ['width', String(image.width)],
        ['height', String(image.height)],
        ['alt', image.alt],
      ],
    }),
  );
  return element('format', [
    element('type', format.type),
    element('url', format.url),
    element('processingTime', format.processingTime),
    element('length', format.length),
    ...optional('size', format.size),
    ...(images.length > 0 ? [element('preview', [element('images', images)])] : []),
  ]);
}

function optional(name: string, value: number | boolean | undefined): XmlElement[] {
  return value === undefined ? [] : [element(name, value)];
}
