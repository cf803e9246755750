/** Sockets behind a NOTIFY and nothing else, to compare with: `node bench/bare-live.ts` with DATABASE_URL. Prints its port. */
import http from 'node:http';
import pg from 'pg';
import { WebSocketServer } from 'ws';

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
await client.query('listen bench');
const server = http.createServer();
const sockets = new WebSocketServer({ server });
client.on('notification', ({ payload = '' }) => {
  for (const socket of sockets.clients) socket.send(payload);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
});
