import { childOf, entriesOf, flagOf, numberOf, trimmedTextOf } from '#reading.ts';
import { type Recording, readPreview } from '#recordings/recording-reading.ts';
import { type XmlNode, readXml } from '#xml.ts';

/** What a server wrote beside the files of one published format. `lengthMs` is exact there; the API tells whole minutes. */
export type PublishedMetadata = { recording: Recording; format: string; lengthMs: number };

const minuteMs = 60_000;

/**
 * Reads the `metadata.xml` of a published format (`/var/bigbluebutton/published/<format>/<recordID>/metadata.xml`) as if its server had
 * listed a recording with this one format.
 * @throws XmlError when it is not XML; what is missing is empty or 0.
 */
export function readPublishedMetadata(text: string): PublishedMetadata {
  const root = readXml(text);
  const playback = childOf(root, 'playback');
  const metadata = metaOf(childOf(root, 'meta'));
  const meeting = childOf(root, 'meeting');
  const recordID = trimmedTextOf(root, 'id');
  const format = trimmedTextOf(playback, 'format');
  const lengthMs = Math.max(0, numberOf(playback, 'duration'));
  const recording: Recording = {
    recordID,
    meetingID: firstFilled(metadata.get('meetingId'), meeting?.attributes.get('externalId')),
    internalMeetingID: firstFilled(meeting?.attributes.get('id'), recordID),
    name: firstFilled(metadata.get('meetingName'), meeting?.attributes.get('name')),
    published: flagOf(root, 'published'),
    isProtected: undefined,
    state: trimmedTextOf(root, 'state').toLowerCase(),
    startTime: numberOf(root, 'start_time'),
    endTime: numberOf(root, 'end_time'),
    participants: numberOf(root, 'participants'),
    rawSize: numberOf(root, 'raw_size'),
    size: numberOf(playback, 'size'),
    metadata,
    formats: [
      {
        type: format,
        url: trimmedTextOf(playback, 'link'),
        length: Math.round(lengthMs / minuteMs),
        processingTime: numberOf(playback, 'processing_time'),
        size: numberOf(playback, 'size'),
        images: readPreview(childOf(playback, 'extensions')),
      },
    ],
  };
  return { recording, format, lengthMs };
}

/** A blank element says as little as none. */
const firstFilled = (...texts: (string | undefined)[]): string =>
  texts.find((text) => text !== undefined && text.trim() !== '') ?? '';

const metaOf = (node: XmlNode | undefined): Map<string, string> =>
  new Map([...entriesOf(node)].map(([key, value]) => [key, value.trim()]));
