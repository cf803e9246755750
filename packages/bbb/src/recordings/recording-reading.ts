import { childOf, childrenOf, entriesOf, flagOf, numberOf, optionalNumberOf, textOf, trimmedTextOf } from '#reading.ts';
import type { XmlNode } from '#xml.ts';

/** One way to watch a recording. `length` is in minutes, `processingTime` in milliseconds, `size` in bytes. */
export type PlaybackFormat = {
  type: string;
  url: string;
  length: number;
  processingTime: number;
  size: number;
  images: { url: string; width: number; height: number; alt: string }[];
};

/** One recording. Times are epoch milliseconds; `isProtected` is absent where the server does not know the idea. */
export type Recording = {
  recordID: string;
  meetingID: string;
  internalMeetingID: string;
  name: string;
  published: boolean;
  isProtected: boolean | undefined;
  state: string;
  startTime: number;
  endTime: number;
  participants: number;
  rawSize: number;
  size: number;
  metadata: Map<string, string>;
  formats: PlaybackFormat[];
};

/** Reads `getRecordings`; entries that the server itself marks as broken are left out. `total` counts all pages. */
export function readRecordings(response: XmlNode): { recordings: Recording[]; total: number } {
  const recordings = childrenOf(childOf(response, 'recordings'), 'recording')
    .filter((node) => childOf(node, 'error') === undefined)
    .map(readRecording);
  const total = optionalNumberOf(response, 'totalElements') ?? optionalNumberOf(childOf(response, 'pagination'), 'totalElements');
  return { recordings, total: total ?? recordings.length };
}

function readRecording(node: XmlNode): Recording {
  return {
    recordID: trimmedTextOf(node, 'recordID'),
    meetingID: textOf(node, 'meetingID'),
    internalMeetingID: textOf(node, 'internalMeetingID'),
    name: textOf(node, 'name'),
    published: flagOf(node, 'published'),
    isProtected: trimmedTextOf(node, 'protected') === '' ? undefined : flagOf(node, 'protected'),
    state: trimmedTextOf(node, 'state').toLowerCase(),
    startTime: numberOf(node, 'startTime'),
    endTime: numberOf(node, 'endTime'),
    participants: numberOf(node, 'participants'),
    rawSize: numberOf(node, 'rawSize'),
    size: numberOf(node, 'size'),
    metadata: entriesOf(childOf(node, 'metadata')),
    formats: childrenOf(childOf(node, 'playback'), 'format').map(readFormat),
  };
}

function readFormat(node: XmlNode): PlaybackFormat {
  return {
    type: trimmedTextOf(node, 'type'),
    url: trimmedTextOf(node, 'url'),
    length: numberOf(node, 'length'),
    processingTime: numberOf(node, 'processingTime'),
    size: numberOf(node, 'size'),
    images: readPreview(node),
  };
}

/** The small pictures that stand below `preview/images` of an element. */
export function readPreview(node: XmlNode | undefined): PlaybackFormat['images'] {
  return childrenOf(childOf(childOf(node, 'preview'), 'images'), 'image').map((image) => ({
    url: image.text.trim(),
    width: Number.parseInt(image.attributes.get('width') ?? '0', 10) || 0,
    height: Number.parseInt(image.attributes.get('height') ?? '0', 10) || 0,
    alt: image.attributes.get('alt') ?? '',
  }));
}
