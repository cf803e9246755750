/** A reverse proxy without any logic, to compare with: `node bench/bare-proxy.ts TARGET-PORT`. Prints its own port. */
import http from 'node:http';

const port = Number(process.argv[2]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const proxy = http.createServer((request, response) => {
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
});
proxy.listen(0, '127.0.0.1', () => {
  const address = proxy.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
});
