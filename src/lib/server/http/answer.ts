import type { Envelope } from '#lib/contract/errors.ts';
import type { Exchange } from './exchange.ts';

/** Answers with the JSON envelope. */
export function sendEnvelope(exchange: Exchange, status: number, envelope: Envelope<unknown>): void {
  const body = Buffer.from(JSON.stringify(envelope));
  exchange.res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-store',
  });
  exchange.res.end(exchange.req.method === 'HEAD' ? undefined : body);
}

/** Refuses before the app is asked: an envelope for calls, a sentence for pages. */
export function sendRefusal(exchange: Exchange, status: number, message: string): void {
  if (exchange.isCall) {
    sendEnvelope(exchange, status, { code: status, message, data: null });
    return;
  }
  const body = Buffer.from(`${message}\n`);
  exchange.res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-store',
  });
  exchange.res.end(exchange.req.method === 'HEAD' ? undefined : body);
}
