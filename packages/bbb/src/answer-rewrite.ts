import { rewriteJson } from '#json-rewrite.ts';
import { rewriteXml, type XmlLeaf } from '#xml-rewrite.ts';

/**
 * What a proxy changes in the answers of the servers behind it. Every function gets a decoded text and gives the new one;
 * what it does not know it gives back. Absent functions change nothing.
 */
export type AnswerMap = {
  /** External IDs: of meetings, of parents and breakout rooms, in hooks, in the metadata of recordings. */
  meetingId?: ((id: string) => string) | undefined;
  /** Internal IDs of meetings, which are the IDs of their recordings as well. */
  recordId?: ((id: string) => string) | undefined;
  /** One entry of metadata by its element's name; `null` takes it out. */
  metadata?: ((name: string, value: string) => string | null) | undefined;
  /** Addresses: playback, thumbnails, text tracks, the client of `join`. */
  address?: ((address: string) => string) | undefined;
  /** `message`, whose words may name servers and IDs; also the message of old list-shaped failures in element form. */
  message?: ((message: string) => string) | undefined;
  /** Any element of this name anywhere, for what the others do not cover. `null` takes it out. */
  elements?: ReadonlyMap<string, (text: string) => string | null> | undefined;
};

/**
 * An XML answer with its IDs mapped; every byte that no function changed stays as it was, unknown elements included.
 * @throws XmlError when it is no document that can be passed on.
 */
export function rewriteAnswer(xml: string, map: AnswerMap): string {
  return rewriteXml(xml, (leaf) => {
    const change = changeFor(leaf, map);
    if (!change) return undefined;
    const text = leaf.text();
    const changed = change(text);
    return changed === text ? undefined : changed;
  });
}

type TextChange = (text: string) => string | null;

function changeFor({ name, parents }: XmlLeaf, map: AnswerMap): TextChange | undefined {
  const parent = parents.at(-1);
  if (parent === 'metadata') return metadataChange(name, map);
  // Inside custom data the names are those of callers.
  if (parents.includes('customdata')) return undefined;
  return map.elements?.get(name) ?? knownChange(name, { parent, map, parents });
}

function metadataChange(name: string, map: AnswerMap): TextChange | undefined {
  const { meetingId, metadata } = map;
  if (!metadata) return name === 'meetingId' ? meetingId : undefined;
  return (text) => metadata(name, name === 'meetingId' && meetingId ? meetingId(text) : text);
}

function knownChange(
  name: string,
  { parent, parents, map }: { parent: string | undefined; parents: readonly string[]; map: AnswerMap },
): TextChange | undefined {
  switch (name) {
    case 'meetingID':
      // getSessions tells internal IDs under this name.
      return parents.includes('sessions') ? map.recordId : map.meetingId;
    case 'parentMeetingID':
    case 'parentId':
      return map.meetingId && skipping('bbb-none', map.meetingId);
    case 'breakout':
    case 'breakoutRoom':
      return parent === 'breakoutRooms' ? map.meetingId : undefined;
    case 'recordID':
    case 'internalMeetingID':
    case 'meeting_id':
      return map.recordId;
    case 'url':
    case 'image':
      return map.address;
    case 'message':
      return map.message;
    default:
      return undefined;
  }
}

function skipping(kept: string, change: (text: string) => string): TextChange {
  return (text) => (text === kept ? text : change(text));
}

/**
 * A JSON answer (root call, text tracks) with its IDs and addresses mapped, everything else as it was.
 * @throws SyntaxError when it is no JSON.
 */
export function rewriteJsonAnswer(json: string, map: AnswerMap): string {
  return rewriteJson(json, ({ keys, text }) => jsonChange(keys.at(-1), map)?.(text));
}

function jsonChange(key: string | undefined, map: AnswerMap): ((text: string) => string) | undefined {
  if (key === 'recordId' || key === 'recordID') return map.recordId;
  if (key === 'href' || key === 'url') return map.address;
  if (key === 'meetingID') return map.meetingId;
  return key === 'message' ? map.message : undefined;
}
