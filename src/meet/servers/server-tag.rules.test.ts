import { expect, test } from 'vitest';
import { type PlacementRequest, type PlacementServer, rankServers, standardPolicy } from './placement.rules.ts';
import { namedServers } from './server-tag.rules.ts';

const server = (id: string, over: Partial<PlacementServer> = {}): PlacementServer => ({
  id,
  state: 'enabled',
  health: 'healthy',
  failures: 0,
  load: { at: 0, people: 0, videos: 0, meetings: 0 },
  isolated: false,
  multiplier: 1,
  limits: { people: null, meetings: null },
  pools: [],
  tags: [],
  region: null,
  records: true,
  maintenance: [],
  ...over,
});
const busy = (people: number) => ({ load: { at: 0, people, videos: 0, meetings: 1 } });

function rank(servers: readonly PlacementServer[], asked: Partial<PlacementRequest> = {}) {
  const request: PlacementRequest = {
    key: 'meeting',
    size: { hint: 10, roomRuns: [], accountUsual: null, maximum: null },
    video: 0,
    minutes: 60,
    pools: { required: [], preferred: [] },
    tags: { required: [], preferred: [] },
    region: null,
    isolation: 'none',
    record: false,
    parentServerId: null,
    tried: [],
    ...asked,
  };
  const found = rankServers({ now: 0, request, servers, reservations: [], policy: standardPolicy });
  return { names: found.candidates.map((one) => one.id), reasons: found.out.flatMap((one) => one.reasons) };
}

test.each([
  ['exams', { names: ['exams'], need: 'preferred' }],
  ['exams!', { names: ['exams'], need: 'required' }],
  [' exams ; gpu !', { names: ['exams', 'gpu'], need: 'required' }],
  ['exams,gpu;exams', { names: ['exams', 'gpu'], need: 'preferred' }],
  ['none!', { names: ['none'], need: 'required' }],
  ['', null],
  [' ;!,', null],
] as const)('%j', (text, named) => {
  expect(namedServers(text)).toEqual(named);
});

test('a server with pools takes only meetings that name one of them', () => {
  const gold = server('gold', { pools: ['gold'] });
  const reasons = (asked: Partial<PlacementRequest> = {}) => rank([gold], asked).reasons;
  expect(reasons()).toEqual(['pool']);
  expect(reasons({ pools: { required: [], preferred: ['gold'] } })).toEqual([]);
  expect(reasons({ named: namedServers('gold') })).toEqual([]);
  expect(reasons({ named: namedServers('silver') })).toEqual(['pool']);
  // what runs there may have its breakout rooms
  expect(reasons({ parentServerId: 'gold' })).toEqual([]);
  expect(rank([gold, server('open', busy(90))]).names).toEqual(['open']);
});

test('names of tags and pools: any will do, with an exclamation mark nothing else does', () => {
  const pool = [
    server('plain'),
    server('gpu', { tags: ['gpu'], ...busy(60) }),
    server('exams', { pools: ['exams'], ...busy(90) }),
  ];
  const ask = (text: string) => rank(pool, { named: namedServers(text) }).names;
  expect(ask('')).toEqual(['plain', 'gpu']);
  expect(ask('gpu;exams')).toEqual(['gpu', 'exams', 'plain']);
  expect(ask('gpu;exams!')).toEqual(['gpu', 'exams']);
  expect(ask('none!')).toEqual(['plain']);
  expect(ask('none;gpu!')).toEqual(['plain', 'gpu']);
  expect(ask('other')).toEqual(['plain', 'gpu']);
  expect(ask('other!')).toEqual([]);
  expect(rank([server('plain')], { named: namedServers('gpu!') }).reasons).toEqual(['tag']);
});
