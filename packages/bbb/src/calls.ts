/** How one call may be made, which bodies it takes, and the words of its checksum failure. */
export type CallRule = {
  readonly methods: readonly ('GET' | 'POST')[];
  readonly body: 'form' | 'form-or-xml' | 'xml' | 'multipart';
  readonly checksum: 'none' | 'validated' | 'plain' | 'hook';
};

const both = ['GET', 'POST'] as const;
const get = ['GET'] as const;
const post = ['POST'] as const;

/** Every call of the API by the name that follows `/api/`; the root call's name is empty. Upper and lower case differ. */
export const callRules = {
  '': { methods: both, body: 'form', checksum: 'none' },
  create: { methods: both, body: 'form-or-xml', checksum: 'validated' },
  join: { methods: get, body: 'form', checksum: 'validated' },
  isMeetingRunning: { methods: both, body: 'form', checksum: 'validated' },
  end: { methods: both, body: 'form', checksum: 'validated' },
  getMeetingInfo: { methods: both, body: 'form', checksum: 'validated' },
  getMeetings: { methods: both, body: 'form', checksum: 'validated' },
  getSessions: { methods: both, body: 'form', checksum: 'validated' },
  insertDocument: { methods: post, body: 'xml', checksum: 'validated' },
  sendChatMessage: { methods: get, body: 'form', checksum: 'validated' },
  getRecordings: { methods: both, body: 'form', checksum: 'plain' },
  publishRecordings: { methods: get, body: 'form', checksum: 'plain' },
  deleteRecordings: { methods: get, body: 'form', checksum: 'plain' },
  updateRecordings: { methods: both, body: 'form', checksum: 'plain' },
  getRecordingTextTracks: { methods: both, body: 'form', checksum: 'plain' },
  putRecordingTextTrack: { methods: post, body: 'multipart', checksum: 'plain' },
  'hooks/create': { methods: get, body: 'form', checksum: 'hook' },
  'hooks/list': { methods: get, body: 'form', checksum: 'hook' },
  'hooks/destroy': { methods: get, body: 'form', checksum: 'hook' },
} as const satisfies Record<string, CallRule>;

/** The name of a call; `''` is the root. */
export type CallName = keyof typeof callRules;

/**
 * Calls beyond the API, which only servers of this family know: looking into one meeting and steering it while it runs. Any other
 * server answers them with `unsupportedRequest`.
 */
export const extraRules = {
  'atrium/look': { methods: get, body: 'form', checksum: 'validated' },
  'atrium/steer': { methods: get, body: 'form', checksum: 'validated' },
} as const satisfies Record<string, CallRule>;

/** The name of a call beyond the API. */
export type ExtraName = keyof typeof extraRules;

/** Whether a text names a call beyond the API. */
export function isExtraName(name: string): name is ExtraName {
  return Object.hasOwn(extraRules, name);
}

/** Whether a text names a call of the API. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(callRules, name);
}
