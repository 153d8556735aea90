/** A tiny real server in the shop's place: a test sees each request arrive and answers it when it likes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

/** One request that the server has received and not yet answered. */
export interface Arrived {
  req: IncomingMessage;
  body: string;
  /** `POST /api/cart` and the form behind it, readable. */
  line: string;
  answer(code: number, data?: unknown, message?: string): void;
  answerRaw(status: number, type: string, body: string): void;
  /** Sends the headers of a 200 and the beginning of its body; the rest never comes. */
  begin(content: string): void;
}

export interface ShopServer {
  /** The next request, in the order of arrival. */
  next: () => Promise<Arrived>;
  /** How many are there that nobody took. */
  left: () => number;
}

/** Runs the server for the tests of a file; every request of theirs is taken. */
export function shopServer(): ShopServer {
  const arrived: Arrived[] = [];
  const waiting: Array<(one: Arrived) => void> = [];

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    function answerRaw(status: number, type: string, content: string): void {
      res.writeHead(status, { 'content-type': type }).end(content);
    }
    const one: Arrived = {
      req,
      body,
      line: [req.method, req.url, decodeURIComponent(body)].filter(Boolean).join(' '),
      answer: (code, data = null, message = 'ok') =>
        answerRaw(code >= 600 ? 401 : code, 'application/json', JSON.stringify({ code, message, data })),
      answerRaw,
      begin: (content) => void res.writeHead(200, { 'content-type': 'application/json' }).write(content),
    };
    const taker = waiting.shift();
    if (taker) taker(one);
    else arrived.push(one);
  }

  const server = createServer((req, res) => void receive(req, res));
  const nodeFetch = globalThis.fetch;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A document of the test is a page of this server; without one, nothing says to what an address is relative.
    const { happyDOM } = globalThis as { happyDOM?: { setURL: (url: string) => void } };
    happyDOM?.setURL(`${base}/here`);
    // The requests are real.
    globalThis.fetch = (address, init) => nodeFetch(new URL(String(address), base), init);
  });
  beforeEach(() => {
    expect(
      arrived.map(({ line }) => line),
      'requests that the test before has left',
    ).toEqual([]);
  });
  afterAll(() => {
    globalThis.fetch = nodeFetch;
    server.closeAllConnections();
    server.close();
  });
  return {
    next() {
      const here = arrived.shift();
      if (here) return Promise.resolve(here);
      return new Promise((resolve) => waiting.push(resolve));
    },
    left: () => arrived.length,
  };
}
