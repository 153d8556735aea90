/** How much a call takes follows from its schema: 10 MB where there is a file in it, 1 MB where there is none. */
import { afterAll, describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import { takesFile } from '#lib/contract/takes-file.ts';
import { takeBody } from '#lib/server/web/body.ts';
import { listen } from '#lib/server/web/server.ts';
import { callApp } from '#tests/support/call-app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { routeOf } from '#tests/support/routes.ts';

process.env.LOG_LEVEL = 'silent';
await testDatabase('empty');

const MB = 1024 * 1024;
const inputs: Record<string, Call> = api;
const takes = (name: string) => takesFile(inputs[name]!.input);

/** The calls with a body. */
const calls = Object.entries(api as Record<string, Call>)
  .filter(([, call]) => call.method === 'POST')
  .map(([name, call]) => ({ name, call }));

const account = { companyId: 1, companyState: 'approved', role: 'owner', isDisabled: false };
const staff = { username: 'tester', role: 'admin', isPasswordInitial: false, isEnrolled: true };

/** Somebody who may make any call; nothing of it comes to a service. */
const whoMay = ({ who }: Call) =>
  ({
    account: async () => account,
    staff: async () => ({ ...staff, merchantId: who === 'merchant' ? 1 : null }),
  }) as unknown as Partial<App.Locals>;

/** Each value of the path is one that no schema takes. */
const paramsOf = ({ path }: Call) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '0']));

const headers = { 'idempotency-key': 'upload-limits' };

describe('the call table', () => {
  it('has every `upload(…)` of the contract among its inputs', () => {
    const written = import.meta.glob<string>('../../src/lib/contract/**/*.ts', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const uploads = Object.values(written)
      .join('\n')
      .match(/\bupload\('|\buploadInput\.extend\(/g);
    // Several calls may share an input; one that extends another is a new one.
    const found = new Set(calls.filter(({ name }) => takes(name)).map(({ name }) => inputs[name]!.input));
    expect(found.size).toBe(uploads?.length ?? 0);
  });

  it('says of every call how much it takes before its body is read', async () => {
    const wrong: string[] = [];
    const notified = new Error('told');
    for (const { name, call } of calls) {
      // Notices are read as bytes: their tests are those of the payment providers.
      if (call.isSigned) continue;
      const answer = routeOf(call);
      let limit = 0;
      const locals = {
        ...whoMay(call),
        requestId: 'test',
        clientAddress: '198.51.100.1',
        expectBody: (expected: { limit: number }) => {
          limit = expected.limit;
          throw notified;
        },
      };
      const request = new Request('http://shop.test/', { method: 'POST', headers });
      await answer({ request, url: new URL(request.url), params: {}, locals } as never);
      if (limit > 10 * MB !== takes(name)) wrong.push(`${name}: ${limit}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a form with a file', async () => {
  const uploads = calls.filter(({ name }) => takes(name));
  const server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
  const app = callApp(({ path = '' }) => {
    const { call } = uploads.find((one) => fill(one.call) === path)!;
    return { route: routeOf(call), params: paramsOf(call), locals: whoMay(call) };
  });
  server.open([takeBody(app)], async () => ({ reading: true, writing: true }));
  afterAll(() => server.close(500));
  const fill = ({ path }: Call) => path.replace(/\{\w+\}/g, '0');

  /** A file under a name that no call reads: it comes whole, and is then found wrong. */
  async function send(call: Call, bytes: number): Promise<{ code: number; message: string }> {
    const form = new FormData();
    form.set('photo', new File([new Uint8Array(bytes)], 'photo.jpg'));
    const address = `http://127.0.0.1:${server.port}${fill(call)}`;
    return (await fetch(address, { method: 'POST', body: form, headers })).json();
  }

  it.each(uploads)('of $name may have 10 MB and no more', async ({ call }) => {
    expect(await send(call, 10 * MB)).toMatchObject({ code: 422 });
    expect(await send(call, 11 * MB)).toMatchObject({ code: 413, message: '提交的内容过大，最多 10 MB' });
  });
});
