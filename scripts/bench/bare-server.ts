/** Started by cached-pages.ts as a process of its own: what node:http can do with these bytes and no product. */
import { createServer } from 'node:http';

const [port, encoded] = process.argv.slice(2);
const body = Buffer.from(encoded ?? '', 'base64');

createServer((_, res) => {
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': body.byteLength,
  });
  res.end(body);
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
