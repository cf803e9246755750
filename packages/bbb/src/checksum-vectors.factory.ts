import type { ChecksumHash } from '#checksum.ts';

/** A checksum computed with two independent tools; `query` is the raw query without its checksum. */
export type ChecksumVector = { id: string; secret: string; call: string; query: string; hash: ChecksumHash; checksum: string };

const documented = '639259d4-9dd8-4b25-bf01-95f9567eaf4b';
/** The secret of most vectors. */
export const vectorSecret = 'ECCJZNJWLPEA3YB6Y2LTQGQD3GJZ3F93';

/** V01 to V26 of the protocol reference; V01 is also the worked example of the upstream documentation. */
export const checksumVectors: readonly ChecksumVector[] = [
  // documented upstream example
  {
    id: 'V01',
    secret: documented,
    call: 'create',
    query: 'name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444',
    hash: 'sha1',
    checksum: '1fcbb0c4fc1f039f73aa6d697d2db9ba7f803f17',
  },
  // same input
  {
    id: 'V02',
    secret: documented,
    call: 'create',
    query: 'name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444',
    hash: 'sha256',
    checksum: 'da9185f7f333cfdfcd6eeac32dca3777510c4c436020d8b887ba5515bd1d189e',
  },
  // same input
  {
    id: 'V03',
    secret: documented,
    call: 'create',
    query: 'name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444',
    hash: 'sha384',
    checksum: '891ac633df39d0a1b4f8d597f3e190833216c4b29c4fb51ea3ca72757eeb958d6e7b49a845cf29f5c6019c7d29d029d1',
  },
  // same input
  {
    id: 'V04',
    secret: documented,
    call: 'create',
    query: 'name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444',
    hash: 'sha512',
    checksum:
      'de73ad61d11a5c801b68d4bd6ec5248546085cefb0b25c85f3c46249ea93a3a4b120f92c0a8a58d7512cb77821884951a3b01245f3435dbbef49fff3cc3988b4',
  },
  // %20 instead of + : must differ from V01
  {
    id: 'V05',
    secret: documented,
    call: 'create',
    query: 'name=Test%20Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444',
    hash: 'sha1',
    checksum: 'f1ae295e2cb9a9225152334d12c9db97d2bfee5b',
  },
  // order swapped: must differ from V01
  {
    id: 'V06',
    secret: documented,
    call: 'create',
    query: 'meetingID=abc123&name=Test+Meeting&attendeePW=111222&moderatorPW=333444',
    hash: 'sha1',
    checksum: '74f0d3779d31e72314d91cfe8965f7a5bcdd180e',
  },
  // no parameters (query is only checksum)
  {
    id: 'V07',
    secret: vectorSecret,
    call: 'getMeetings',
    query: '',
    hash: 'sha1',
    checksum: '07b43c4dcdd4573eb72da90949191402c25e5ddd',
  },
  // no parameters
  {
    id: 'V08',
    secret: vectorSecret,
    call: 'getMeetings',
    query: '',
    hash: 'sha256',
    checksum: '92a47f4b84a5f53a80e3528483108a85375b024a21bd94e6b81e9e7f7ffb5436',
  },
  // root call with empty call name (PHP client api/?&checksum=)
  {
    id: 'V09',
    secret: vectorSecret,
    call: '',
    query: '',
    hash: 'sha256',
    checksum: 'fb81bc7904c89199c354ce29c5a2f03e2ecadb64820268ef054adbb279456417',
  },
  // UTF-8, upper-case hex, + for space
  {
    id: 'V10',
    secret: vectorSecret,
    call: 'join',
    query: 'fullName=J%C3%BCrgen+M%C3%BCller&meetingID=r%C3%A4um-1&role=MODERATOR&redirect=true',
    hash: 'sha256',
    checksum: '51ba0adc6e62753440b3f8f894313b31a65cf3c05bc2dc67eb3e972c09a0a2ef',
  },
  // same, lower-case percent hex: must differ from V10
  {
    id: 'V11',
    secret: vectorSecret,
    call: 'join',
    query: 'fullName=J%c3%bcrgen+M%c3%bcller&meetingID=r%c3%a4um-1&role=MODERATOR&redirect=true',
    hash: 'sha256',
    checksum: 'fa16eda514afe5763e90665de21fee47913cf795f7858746811f5d0635fda17b',
  },
  // raw query had checksum in the MIDDLE: meetingID=abc&checksum=X&password=mp
  {
    id: 'V12',
    secret: vectorSecret,
    call: 'end',
    query: 'meetingID=abc&password=mp',
    hash: 'sha1',
    checksum: 'cdb0911d40fc80b86648dc4c2e70560d79e34e22',
  },
  // raw query had checksum FIRST: checksum=X&meetingID=abc
  {
    id: 'V13',
    secret: vectorSecret,
    call: 'isMeetingRunning',
    query: 'meetingID=abc',
    hash: 'sha1',
    checksum: '526c164f04f8a564cb1b934430e33f58b5f6e654',
  },
  // POST form, every parameter incl. checksum in body, empty query
  {
    id: 'V14',
    secret: vectorSecret,
    call: 'create',
    query: '',
    hash: 'sha1',
    checksum: 'f75bc87a54404c3710f488b2e7331f66cf92029f',
  },
  // POST application/xml; body not hashed
  {
    id: 'V15',
    secret: vectorSecret,
    call: 'insertDocument',
    query: 'meetingID=Test',
    hash: 'sha256',
    checksum: 'c186e022b1e2070d2b51eca28d569deef8be37fe076ae38ddfa91ad2f2e27e4f',
  },
  // webhooks call name contains a slash
  {
    id: 'V16',
    secret: vectorSecret,
    call: 'hooks/create',
    query: 'callbackURL=https%3A%2F%2Fapp.example.com%2Fhook%3Fa%3D1%26b%3D2&meetingID=abc',
    hash: 'sha1',
    checksum: 'd13b0fc707d9df0fe9c617869c1a67ca4cf3403f',
  },
  // Moodle style id with brackets (http_build_query)
  {
    id: 'V17',
    secret: vectorSecret,
    call: 'getRecordings',
    query: 'meetingID=9d287cf5-4-119%5B0%5D&state=any',
    hash: 'sha1',
    checksum: '65cd2f4a0e96b91ebb1727f92d4e385cc057efe1',
  },
  // encoded commas kept encoded while hashing
  {
    id: 'V18',
    secret: vectorSecret,
    call: 'getRecordings',
    query: 'recordID=aaa%2Cbbb&state=published%2Cunpublished&meta_gl-listed=true',
    hash: 'sha512',
    checksum:
      'e0e4dead14ef62af2bff5252acf3600e9bc1fc5d605ed297e1a163049da7c9a2355856da70560cbf83e4f3963f9ab866051e270c28d0d046897cd9ced5ed8782',
  },
  // literal commas: must differ from V18
  {
    id: 'V19',
    secret: vectorSecret,
    call: 'getRecordings',
    query: 'recordID=aaa,bbb&state=published,unpublished&meta_gl-listed=true',
    hash: 'sha512',
    checksum:
      '6f216ff415fc6bd4b0dc1ee962241cf2e47416a1af47382b283985da7f2ba0d93a7d48eac8d96f63e7dc3d88e85b70c471c740bc9f942cba921b54e40a80091f',
  },
  // non-ASCII secret, UTF-8 bytes
  {
    id: 'V20',
    secret: 'geheim-Schlüssel-π',
    call: 'getMeetingInfo',
    query: 'meetingID=abc',
    hash: 'sha256',
    checksum: '66f53912ebffa5236846d3d12efb2823d538eaab2484e2e3ae73a14f4ed8ec54',
  },
  // stripped query keeps its LEADING ampersand (bbb-web getJoinUrl emits such URLs)
  {
    id: 'V21',
    secret: vectorSecret,
    call: 'join',
    query: '&redirect=true&existingUserID=w_t18rn7uc1wjm&role=MODERATOR&meetingID=abc',
    hash: 'sha1',
    checksum: 'ec8b26b17f44d527ca89ca14547b7ab648e231f9',
  },
  // WordPress plugin double encoding
  {
    id: 'V22',
    secret: vectorSecret,
    call: 'isMeetingRunning',
    query: 'meetingID=a%252Fb',
    hash: 'sha1',
    checksum: '52385657be1f9daa8868a2b60e0270f6a4f00197',
  },
  // empty value = delete meta
  {
    id: 'V23',
    secret: vectorSecret,
    call: 'updateRecordings',
    query: 'recordID=r1&meta_name=',
    hash: 'sha256',
    checksum: 'bcf70e6b4e455b31531c55b25cda2deb3218f030ca8854dcdcd0f4e9b0a2a70f',
  },
  // reserved characters
  {
    id: 'V24',
    secret: vectorSecret,
    call: 'create',
    query: 'meetingID=abc&name=A%2BB%26C%3DD%23E',
    hash: 'sha1',
    checksum: '9b3995b48d64673200607e0c4d0253d210c5b2c1',
  },
  // raw apostrophe (WHATWG URL rewrites it to %27)
  {
    id: 'V25',
    secret: vectorSecret,
    call: 'join',
    query: "fullName=O'Brien&meetingID=abc&role=VIEWER",
    hash: 'sha1',
    checksum: '0993e380a4ba3b3ed6d8104a42efbb2685f66c5c',
  },
  // apostrophe percent-encoded by the signer
  {
    id: 'V26',
    secret: vectorSecret,
    call: 'join',
    query: 'fullName=O%27Brien&meetingID=abc&role=VIEWER',
    hash: 'sha1',
    checksum: '6e566f76eb3af95ee8033af797665c57cb2c25bd',
  },
];

/** The vector of an ID. */
export function checksumVector(id: string): ChecksumVector {
  const vector = checksumVectors.find((candidate) => candidate.id === id);
  if (!vector) throw new Error(`There is no vector ${id}`);
  return vector;
}
