/** How the releases of BBB differ on the wire, as far as callers notice. */
import type { BbbResponse } from '@atrium/bbb/answers';
import { type ChecksumHash, checksumHashes } from '@atrium/bbb/checksum';
import type { HookChecksumForm } from '@atrium/bbb/hooks/hook-delivery';
import { rewriteXml } from '@atrium/bbb/xml-rewrite';

/** `2.3` stands for everything before the calls were validated; `4.0` for what comes after 3.0. */
export const fakeVersions = ['2.3', '2.4', '2.5', '2.6', '2.7', '3.0', '4.0'] as const;
export type FakeVersion = (typeof fakeVersions)[number];

export type VersionStyle = {
  /** Returned by the root call when the operator reveals it. */
  release: string;
  algorithms: readonly ChecksumHash[];
  /** Calls that this release has not. */
  missing: ReadonlySet<string>;
  nameLimit: number;
  /** What a second `create` without passwords is. */
  passwordlessRepeat: 'duplicate' | 'idNotUnique';
  paging: 'none' | 'pagination' | 'total';
  /** How metadata are written. */
  metadata: 'text' | 'cdata';
  /** Elements of the root call after `returncode`. */
  root: readonly (readonly [string, string])[];
  /** A waiting guest gets a message key and a redirect to a page of its own. */
  guestWait: 'lobby' | 'client';
  checksContentType: boolean;
  joinByPost: boolean;
  /** Failures about IDs have other words in old releases. */
  words: 'old' | 'new';
  hooks: { hash: ChecksumHash; form: HookChecksumForm };
};

const shortVersion = [['version', '2.0']] as const;
const longVersion = [
  ['version', '2.0'],
  ['apiVersion', '2.0'],
  ['bbbVersion', ''],
] as const;
const clientAddresses = [
  ['html5PluginSdkVersion', '0.0.77'],
  ['graphqlWebsocketUrl', 'wss://bbb.example/graphql'],
  ['graphqlApiUrl', 'https://bbb.example/api/rest'],
] as const;
const newCalls = ['sendChatMessage', 'getJoinUrl'] as const;
const oldHashes = ['sha1', 'sha256'] as const;

const modern: VersionStyle = {
  release: '3.0.19',
  algorithms: checksumHashes,
  missing: new Set(),
  nameLimit: 256,
  passwordlessRepeat: 'duplicate',
  paging: 'pagination',
  metadata: 'text',
  root: [...longVersion, ...clientAddresses],
  guestWait: 'client',
  checksContentType: true,
  joinByPost: false,
  words: 'new',
  hooks: { hash: 'sha1', form: 'constant' },
};

const seven: VersionStyle = {
  ...modern,
  release: '2.7.9',
  missing: new Set(newCalls),
  root: longVersion,
  guestWait: 'lobby',
  joinByPost: true,
  hooks: { hash: 'sha1', form: 'json' },
};

const six: VersionStyle = { ...seven, release: '2.6.8', passwordlessRepeat: 'idNotUnique' };
const five: VersionStyle = { ...six, release: '2.5.20', nameLimit: 64, paging: 'none', checksContentType: false };
const four: VersionStyle = {
  ...five,
  release: '2.4.9',
  algorithms: oldHashes,
  missing: new Set([...newCalls, 'insertDocument']),
};

export const versionStyles: Readonly<Record<FakeVersion, VersionStyle>> = {
  '2.3': { ...four, release: '2.3.19', root: shortVersion, metadata: 'cdata', words: 'old' },
  '2.4': four,
  '2.5': five,
  '2.6': six,
  '2.7': seven,
  '3.0': modern,
  '4.0': { ...modern, release: '4.0.0-alpha.1', paging: 'total', hooks: { hash: 'sha256', form: 'body' } },
};

/** Whether a text names a release. */
export function isFakeVersion(text: string): text is FakeVersion {
  return Object.hasOwn(versionStyles, text);
}

const oldWords: ReadonlyMap<string, string> = new Map([
  ['notFound', 'We could not find a meeting with that meeting ID - perhaps the meeting is not yet running?'],
  ['missingParamMeetingID', 'You must specify a meeting ID for the meeting.'],
  ['checksumError', 'You did not pass the checksum security check'],
]);

/** An answer as this release would have written it. Answers that do not differ are passed on as they are. */
export function inStyleOf(answer: BbbResponse, call: string, style: VersionStyle): BbbResponse {
  let { body } = answer;
  if (call === 'getRecordings') body = withPaging(body, style.paging);
  if (style.metadata === 'cdata' && body.includes('<metadata>')) body = withCdata(body);
  if (style.words === 'old' && body.includes('<returncode>FAILED')) body = withOldWords(body);
  if (style.guestWait === 'lobby' && body.includes('<guestStatus>WAIT')) body = withLobby(body);
  return body === answer.body ? answer : { ...answer, body };
}

function withPaging(body: string, paging: VersionStyle['paging']): string {
  const total = /<totalElements>[0-9]+<\/totalElements>(?=<\/response>)/;
  if (paging === 'pagination') return body.replace(total, '');
  const bare = body.replace(/<pagination>.*<\/pagination>/s, '');
  return paging === 'total' ? bare : bare.replace(total, '');
}

function withCdata(body: string): string {
  return body.replace(/<metadata>.*?<\/metadata>/gs, (metadata) =>
    metadata.replace(/>([^<>]+)<\//g, (_, text: string) => `><![CDATA[${unescaped(text)}]]></`),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function withOldWords(body: string): string {
  const key = /<messageKey>([^<]*)</.exec(body)?.[1] ?? '';
  const words = oldWords.get(key);
  return words === undefined ? body : rewriteXml(body, ({ name }) => (name === 'message' ? words : undefined));
}

function withLobby(body: string): string {
  return rewriteXml(body, ({ name, text }) => {
    if (name === 'messageKey') return 'guestWait';
    if (name === 'message') return 'Guest waiting for approval to join meeting.';
    return name === 'url' ? text().replace('/html5client/', '/client/guest-wait.html') : undefined;
  });
}
