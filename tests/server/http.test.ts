import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#lib/contract/errors.ts';
import { refusal } from '#lib/server/web/answer.ts';
import { takeBody } from '#lib/server/web/body.ts';
import { compressed } from '#lib/server/web/compress.ts';
import type { Step } from '#lib/server/web/exchange.ts';
import { answerOf } from '#lib/server/web/response.ts';
import { listen, type WebServer } from '#lib/server/web/server.ts';
import { staticFiles } from '#lib/server/web/static-files.ts';
import { until } from '#tests/support/server-process.ts';

process.env.LOG_LEVEL = 'silent';

const MB = 1024 * 1024;
const page = `<!doctype html>${'<p>阿莫西林胶囊</p>'.repeat(500)}`;
const events: Array<() => void> = [];

function endEvents(): void {
  for (const end of events.splice(0)) end();
}

/** A body that says one thing at once and the other when the test says so. */
function inTwo(first: string, second: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(first));
      events.push(() => {
        controller.enqueue(Buffer.from(second));
        controller.close();
      });
    },
  });
}

const film = { made: 0, isLeft: false };

/** A film of a gigabyte, made as it is taken. */
function endless(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      film.made += MB;
      if (film.made > 1024 * MB) controller.close();
      else controller.enqueue(Buffer.alloc(MB));
    },
    cancel() {
      film.isLeft = true;
    },
  });
}

const html = { headers: { 'Content-Type': 'text/html' } };

/** Stands in for Astro: one path for each way in which an answer can be made. */
const answers: Record<string, () => Response> = {
  '/page': () => new Response(page, html),
  '/small': () => new Response('<p>小</p>', html),
  '/implicit': () => Response.json(page),
  '/trickle': () => new Response(inTwo(page, '<p>end</p>'), html),
  '/events': () =>
    new Response(inTwo('data: 1\n\n', 'data: 2\n\n'), { headers: { 'Content-Type': 'text/event-stream' } }),
  '/broken': () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('<p>half')),
      pull: (controller) => controller.error(new Error('broken while rendering')),
    });
    return new Response(body, html);
  },
  '/film': () => new Response(endless(), { headers: { 'Content-Type': 'video/mp4' } }),
  '/throws': () => {
    throw new Error('unexpected');
  },
};

const app: Step = async (exchange) => {
  const { path = '', body, id } = exchange;
  const answer = answers[path];
  if (answer) return compressed(exchange, await answerOf(answer()));
  let bytes = 0;
  if (path === '/api/upload') body?.expect?.({ sender: 'member', key: 'company 1', limit: 10 * MB });
  try {
    for await (const chunk of body ?? []) bytes += chunk.byteLength;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusal(exchange, error.code, error.message);
  }
  return compressed(exchange, await answerOf(Response.json({ bytes, id })));
};

let server: WebServer;
const folder = mkdtempSync(join(tmpdir(), 'files-'));
let base: string;

beforeAll(async () => {
  server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: true });
  base = `http://127.0.0.1:${server.port}`;
  writeFileSync(join(folder, 'digits.txt'), '0123456789');
  server.open([staticFiles(folder), takeBody(app)], async () => ({ reading: true, writing: true }));
});

afterAll(async () => {
  await server.close(1000);
  rmSync(folder, { recursive: true });
});

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Without the conveniences of fetch: nothing is decoded or corrected. */
function raw(
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: Buffer;
    onData?: (chunk: Buffer) => void;
  } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {} } = options;
    const call = request(
      { host: '127.0.0.1', port: server.port, path, method, headers, agent: false },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => {
          pieces.push(chunk);
          options.onData?.(chunk);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
        );
      },
    );
    call.on('error', reject);
    call.end(options.body);
  });
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a page is compressed as a whole, with its length (%s)', async (encoding, decompress) => {
  const { headers, body } = await raw('/page', { headers: { 'Accept-Encoding': encoding } });
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    vary: 'Accept-Encoding',
    'content-length': String(body.byteLength),
    'content-type': 'text/html; charset=utf-8',
  });
  expect(decompress(body).toString()).toBe(page);
});

test('nothing is compressed for who does not ask, or refuses it, or when it is small', async () => {
  for (const [path, accept] of [
    ['/page', 'identity'],
    ['/page', 'br;q=0, gzip;q=0'],
    ['/small', 'br'],
  ] as const) {
    const { headers } = await raw(path, { headers: { 'Accept-Encoding': accept } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Accept-Encoding');
  }
});

test('an answer without an explicit head is compressed too', async () => {
  const { headers, body } = await raw('/implicit', { headers: { 'Accept-Encoding': 'br' } });
  expect(headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(body).toString())).toBe(page);
});

test('a page that trickles arrives in pieces', async () => {
  let first = true;
  const { headers, body } = await raw('/trickle', {
    headers: { 'Accept-Encoding': 'br' },
    // The end is written only when the beginning has arrived.
    onData: () => {
      if (first) endEvents();
      first = false;
    },
  });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).toString()).toBe(`${page}<p>end</p>`);
});

test('server-sent events are neither compressed nor held back', async () => {
  const { headers, body } = await raw('/events', {
    headers: { 'Accept-Encoding': 'br' },
    onData: () => endEvents(),
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe('data: 1\n\ndata: 2\n\n');
});

test('a stream is made no faster than it is read, and ends when its reader leaves', async () => {
  const socket = connect(server.port, '127.0.0.1');
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read > 4 * MB) socket.pause();
  });
  socket.write('GET /film HTTP/1.1\r\nHost: shop.test\r\n\r\n');
  await until('it is held back', () => socket.isPaused());
  let before = 0;
  await until('no more is made', async () => {
    const isSame = film.made === before;
    before = film.made;
    await raw('/page');
    return isSame;
  });
  // What lies in the buffers of both ends and of the network between them.
  expect(film.made).toBeLessThan(64 * MB);
  socket.destroy();
  await until('its maker hears of it', () => film.isLeft);
});

test('HEAD of a stream starts none, and keeps none', async () => {
  Object.assign(film, { made: 0, isLeft: false });
  const { status, headers, body } = await raw('/film', { method: 'HEAD' });
  expect([status, headers['content-type'], body.byteLength]).toEqual([200, 'video/mp4', 0]);
  await until('its maker hears of it', () => film.isLeft);
});

test('a page that breaks while it is rendered answers 500', async () => {
  expect((await raw('/broken', { headers: { 'Accept-Encoding': 'br' } })).status).toBe(500);
  expect((await raw('/throws')).status).toBe(500);
});

test.each([
  ['/api/cart', MB],
  ['/api/upload', 10 * MB],
])('%s takes %i bytes and no more, declared or not', async (path, limit) => {
  const fits = await raw(path, { method: 'POST', body: Buffer.alloc(limit) });
  expect(JSON.parse(fits.body.toString()).bytes).toBe(limit);
  for (const headers of [
    { 'Content-Length': String(limit + 1) },
    { 'Transfer-Encoding': 'chunked' },
    { 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' },
  ]) {
    const refused = await raw(path, { method: 'POST', headers, body: Buffer.alloc(limit + 1) });
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body.toString())).toEqual({
      code: 413,
      message: `提交的内容过大，最多 ${limit / MB} MB`,
      data: null,
    });
  }
});

test.each([
  ['bytes=2-4', 206, '234'],
  ['bytes=2-', 206, '23456789'],
  ['bytes=8-99', 206, '89'],
  ['bytes=10-', 416, ''],
  ['bytes=9-3', 200, '0123456789'],
  ['bytes=-3', 200, '0123456789'],
  ['bytes=0-0', 200, '0123456789'],
  ['bytes=0-1,4-5', 200, '0123456789'],
  ['bytes=x', 200, '0123456789'],
  ['lines=1-2', 200, '0123456789'],
])('a file asked for with %s is answered %i', async (range, status, body) => {
  const answer = await raw('/digits.txt', { headers: { range } });
  expect([answer.status, answer.body.toString()]).toEqual([status, body]);
});

test('a part of another version of a file is the whole of this one', async () => {
  const answer = await raw('/digits.txt', { headers: { range: 'bytes=2-4', 'if-range': '"other"' } });
  expect([answer.status, answer.body.toString()]).toEqual([200, '0123456789']);
});

test('broken addresses are 400, foreign methods 405, endless ones 431', async () => {
  expect((await raw('/%zz')).status).toBe(400);
  expect((await raw('/a%00b')).status).toBe(400);
  expect((await raw('/api/%E9')).body.toString()).toBe('{"code":400,"message":"网址格式有误","data":null}');
  expect((await raw('/page', { headers: { Host: 'a b' } })).status).toBe(400);
  expect((await raw('/page', { method: 'TRACE' })).status).toBe(405);
  expect((await raw(`/api/search?q=${'%E9%98%BF'.repeat(5000)}`)).status).toBe(200);
  expect((await raw(`/api/search?q=${'%E9%98%BF'.repeat(9000)}`)).status).toBe(431);
});

test('the request id is ours, the same for the app and in the answer', async () => {
  const { headers, body } = await raw('/api/x', { headers: { 'X-Request-Id': 'mine' } });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(body.toString()).id).toBe(headers['x-request-id']);
});

test('security headers stand on every answer', async () => {
  for (const path of ['/page', '/api/x', '/%zz', '/throws', '/api/health']) {
    const { headers } = await raw(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
    });
  }
  expect((await raw('/page')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect((await raw('/api/x')).headers['content-security-policy']).toContain("default-src 'none'");
});

test('health tells live and ready', async () => {
  const answer = await fetch(`${base}/api/health`);
  expect(await answer.json()).toEqual({
    code: 200,
    message: 'ok',
    data: { live: true, ready: true, reading: true, writing: true },
  });
  expect((await fetch(`${base}/api/health`, { method: 'POST' })).status).toBe(405);
});
