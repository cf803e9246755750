/** What holds for every request and every answer, before any door is asked. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const yearSeconds = 31_536_000;
/** Milliseconds between two looks at a body; after two without a byte its connection is lost, within 15 seconds. */
const lookEvery = 5_000;

/** Cipher suites of TLS 1.3, and those of TLS 1.2 with forward secrecy. */
export const tlsCiphers = ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256']
  .concat(['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384'])
  .concat(['ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'])
  .join(':');

/** Two names for one request could send it past a proxy's rules. */
export const hasManyHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Loses the connection of a body that stops coming. One that waits for us to read it is not silent. */
export function dropSilentBody(request: IncomingMessage, every: number = lookEvery): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  let [seen, silent] = [request.socket.bytesRead, 0];
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer);
    const { bytesRead } = request.socket;
    silent = bytesRead === seen && request.readableLength === 0 ? silent + 1 : 0;
    seen = bytesRead;
    if (silent >= 2) request.socket.destroy();
  }, every);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/** The headers of every answer. Names below a customer's own host are not ours to promise HTTPS for. */
export function addSecurityHeaders(request: IncomingMessage, response: ServerResponse, publicUrl: string): void {
  response.setHeader('x-content-type-options', 'nosniff');
  if (!publicUrl.startsWith('https:')) return;
  const own = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '') === new URL(publicUrl).hostname;
  response.setHeader('strict-transport-security', `max-age=${yearSeconds}${own ? '; includeSubDomains' : ''}`);
}

/** False: the request was refused. */
export function guardRequest(request: IncomingMessage, response: ServerResponse, publicUrl: string): boolean {
  addSecurityHeaders(request, response, publicUrl);
  if (hasManyHosts(request)) {
    response.writeHead(400, { connection: 'close', 'content-type': 'text/plain' }).end('Two Host headers\n');
    return false;
  }
  dropSilentBody(request);
  return true;
}
