/**
 * A stand-in for the European Central Bank's service of reference rates: it publishes days, gives the last one and the last ninety as the real one does,
 * counts what it was asked, and has switches to be down, slow or to send something else.
 */
import { once } from 'node:events';
import http from 'node:http';

export type EcbDay = { day: string; rates: Record<string, string> };
export type FakeEcb = {
  /** What `EXCHANGE_RATES_ADDRESS` takes. */
  url: string;
  /** Files that were asked for, in their order. */
  asked: string[];
  /** `down`: breaks the line. `failing`: status 500. `gone`: status 404. `silent`: never answers. `cut`: half a file. `page`: another page. */
  mood: 'up' | 'down' | 'failing' | 'gone' | 'silent' | 'cut' | 'page';
  publish(...days: EcbDay[]): void;
  close(): Promise<void>;
};

const dayXml = ({ day, rates }: EcbDay): string =>
  `<Cube time='${day}'>${Object.entries(rates)
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join('')}</Cube>`;
/** A file as the bank writes it. */
export const ecbFile = (days: readonly EcbDay[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${days.map(dayXml).join('')}</Cube></gesmes:Envelope>`;

/** Listens on a free port of this machine, with nothing published. */
export async function startFakeEcb(): Promise<FakeEcb> {
  const days: EcbDay[] = [];
  const fake: Pick<FakeEcb, 'asked' | 'mood'> = { asked: [], mood: 'up' };
  const server = http.createServer((request, response) => {
    const file = /^\/stats\/eurofxref\/eurofxref-(daily|hist-90d)\.xml$/.exec(request.url ?? '')?.[1];
    const say = (status: number, body: string) => void response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
    if (request.method !== 'GET' || file === undefined) return say(404, '');
    fake.asked.push(file);
    const text = ecbFile(file === 'daily' ? days.slice(0, 1) : days.slice(0, 64));
    if (fake.mood === 'silent') return;
    if (fake.mood === 'down') return void response.destroy();
    if (fake.mood === 'failing') return say(500, '<html></html>');
    if (fake.mood === 'gone') return say(404, '<html></html>');
    if (fake.mood === 'page') return say(200, '<html><body>We are moving</body></html>');
    say(200, fake.mood === 'cut' ? text.slice(0, text.length - 40) : text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}/stats/eurofxref`,
    publish: (...more: EcbDay[]) => {
      days.push(...more);
      days.sort((one, other) => (one.day < other.day ? 1 : -1));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
