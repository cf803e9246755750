/**
 * A stand-in for the Commission's service that checks numbers for value added tax: it answers `POST …/check-vat-number` as the real one does,
 * remembers what it was asked, and has switches to be down, slow or busy, and for what it says about a number.
 */
import { once } from 'node:events';
import http from 'node:http';
import { z } from 'zod';

const question = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
});
export type ViesQuestion = z.infer<typeof question>;

/** What is known of a number. `error` is sent in place of an answer, such as `MS_UNAVAILABLE`; `says` is the whole answer as it is. */
export type ViesNumber = { valid: boolean; name?: string; address?: string } | { error: string } | { says: object };
export type ViesSwitches = {
  /** `down`: breaks the line. `failing`: a page with status 500. `silent`: never answers. `garbage`: an answer that is no JSON. */
  mood: 'up' | 'down' | 'failing' | 'silent' | 'garbage';
  /** So many questions are turned away as too many at once. */
  busy: number;
  /** Errors by member state, such as `{ DE: 'MS_UNAVAILABLE' }`. */
  states: Record<string, string>;
  /** Sellers' numbers that the service does not take, with their prefix. */
  refusedRequesters: string[];
  /** By number with its prefix; numbers that are not here are valid, without a name or an address. */
  numbers: Record<string, ViesNumber>;
};
export type FakeVies = {
  /** What `checkVatId` takes as its `baseUrl`. */
  url: string;
  asked: ViesQuestion[];
  switches: ViesSwitches;
  close: () => Promise<void>;
};

const prefixes = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ');
const failure = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error, message: error }] });

type State = { switches: ViesSwitches; asked: ViesQuestion[]; now: () => number };

/** What the service says to a question: the body of its answer, whose status is 200 for errors of its own as well. */
function answerTo({ switches, asked, now }: State, body: ViesQuestion): object {
  asked.push(body);
  const { countryCode, vatNumber, requesterMemberStateCode, requesterNumber } = body;
  if (switches.busy > 0) {
    switches.busy -= 1;
    return failure('MS_MAX_CONCURRENT_REQ');
  }
  if (!prefixes.includes(countryCode) || !/^[0-9A-Z+*]{2,12}$/.test(vatNumber)) return failure('INVALID_INPUT');
  const requester = requesterMemberStateCode === undefined ? null : `${requesterMemberStateCode}${requesterNumber ?? ''}`;
  if (requester !== null && switches.refusedRequesters.includes(requester)) return failure('INVALID_REQUESTER_INFO');
  const outage = switches.states[countryCode];
  if (outage !== undefined) return failure(outage);
  const known = switches.numbers[`${countryCode}${vatNumber}`] ?? { valid: true };
  if ('says' in known) return known.says;
  if ('error' in known) return failure(known.error);
  const identifier = requester === null || !known.valid ? '' : `WAPIAAAA${String(asked.length).padStart(8, '0')}`;
  return {
    countryCode,
    vatNumber,
    requestDate: new Date(now()).toISOString(),
    valid: known.valid,
    requestIdentifier: identifier,
    name: known.name ?? '---',
    address: known.address ?? '---',
    traderName: '---',
    traderStreet: '---',
    traderPostalCode: '---',
    traderCity: '---',
    traderCompanyType: '---',
    traderNameMatch: 'NOT_PROCESSED',
    traderStreetMatch: 'NOT_PROCESSED',
    traderPostalCodeMatch: 'NOT_PROCESSED',
    traderCityMatch: 'NOT_PROCESSED',
    traderCompanyTypeMatch: 'NOT_PROCESSED',
  };
}

function serve(state: State, raw: string, response: http.ServerResponse): void {
  const say = (status: number, type: string, body: string) => void response.writeHead(status, { 'content-type': type }).end(body);
  const { mood } = state.switches;
  if (mood === 'down') return void response.destroy();
  if (mood === 'silent') return;
  if (mood === 'failing') return say(500, 'text/html', '<html><body><h1>Internal Server Error</h1></body></html>');
  if (mood === 'garbage') return say(200, 'application/json', '{"valid": tr');
  const read = question.safeParse(parsed(raw));
  if (!read.success) return say(400, 'application/json', JSON.stringify(failure('INVALID_INPUT')));
  return say(200, 'application/json', JSON.stringify(answerTo(state, read.data)));
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

/** Listens on a free port of this machine. `now` gives the time that its answers carry. */
export async function startFakeVies(now: () => number): Promise<FakeVies> {
  const switches: ViesSwitches = { mood: 'up', busy: 0, states: {}, refusedRequesters: [], numbers: {} };
  const state: State = { switches, asked: [], now };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/rest-api/check-vat-number') return void response.writeHead(404).end();
      serve(state, Buffer.concat(chunks).toString('utf8'), response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/rest-api`, asked: state.asked, switches, close };
}
