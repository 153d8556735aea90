/** Films by their address: to whom, whole or in parts, and from which folder. */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { APIContext } from 'astro';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { LoginName } from '#demo/seed/known.ts';
import { layFilms } from '#demo/seed/photos.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { accountReader } from '#lib/server/core/sessions/session.ts';
import { auditLog, product } from '#lib/server/db/schema.ts';
import { storeFilm } from '#lib/server/goods/store-film.ts';
import { maxFilmBytes, putFilm } from '#lib/server/ports/files/films.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs } from '#tests/support/request.ts';
import { GET } from '../../src/pages/video/[file].ts';

const { db } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-'));
completeEnv({ DATA_DIR: folder, FILES_TO: path.join(folder, 'files') });
mkdirSync(path.join(folder, 'video'));
const text = '0123456789';
for (const name of ['open.mp4', 'secret.webm', 'unnamed.mp4'])
  writeFileSync(path.join(folder, 'video', name), text);
writeFileSync(path.join(folder, 'outside.mp4'), text);
await db.update(product).set({ video: '/video/secret.webm' }).where(eq(product.sku, 'A0001'));
await db.update(product).set({ video: '/video/open.mp4', otc: '乙类OTC' }).where(eq(product.sku, 'A0002'));
await db.update(product).set({ video: '/video/../outside.mp4', otc: '普通' }).where(eq(product.sku, 'A0003'));
await db.update(product).set({ video: '/video/gone.mp4', otc: '普通' }).where(eq(product.sku, 'A0004'));

async function ask(file: string, headers: Record<string, string> = {}, name?: LoginName) {
  if (name !== undefined) headers.cookie = await loginAs(name);
  const request = new Request(`http://shop.test/video/${file}`, { headers });
  const locals = { requestId: 'test', clientAddress: '127.0.0.1', account: accountReader(request) };
  return (await GET({ params: { file }, request, locals } as unknown as APIContext)) as Response;
}

describe('a film', () => {
  it('of open goods is for everyone, and may be kept', async () => {
    const answer = await ask('open.mp4');
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
    });
  });

  it.each([
    [undefined, 401],
    ['pending', 403],
    ['rejected', 403],
    ['demo', 200],
  ] as const)(
    'of a prescription drug, asked by %s, answers %i and is kept by no cache',
    async (name, status) => {
      const answer = await ask('secret.webm', {}, name);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(await answer.text()).toBe(status === 200 ? text : '');
    },
  );

  it('that one prescription drug names is guarded whatever else names it', async () => {
    await db.update(product).set({ video: '/video/secret.webm' }).where(eq(product.sku, 'A0005'));
    await db.update(product).set({ otc: '普通' }).where(eq(product.sku, 'A0005'));
    expect((await ask('secret.webm')).status).toBe(401);
  });

  it.each(['unnamed.mp4', 'gone.mp4', '../outside.mp4', '..%2foutside.mp4', 'open.mp4/', 'open.exe', ''])(
    '%s is not there',
    async (name) => {
      expect((await ask(name)).status).toBe(404);
    },
  );
});

describe('parts', () => {
  it.each([
    ['bytes=0-1', 206, '01', 'bytes 0-1/10'],
    ['bytes=5-', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-1,1-4', 206, '01234', 'bytes 0-4/10'],
    ['bytes=0-1,8-9', 200, text, null],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=x', 200, text, null],
    ['lines=0-1', 200, text, null],
  ])('%s answers %i', async (range, status, body, notified) => {
    const answer = await ask('open.mp4', { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      body,
      notified,
    ]);
    if (status !== 416) expect(answer.headers.get('content-length')).toBe(String(body.length));
  });

  it('are four megabytes at most: a player asks on where it stands', async () => {
    const MB = 1024 * 1024;
    const bytes = Buffer.alloc(5 * MB, 1).fill(2, 4 * MB);
    writeFileSync(path.join(folder, 'video', 'open.mp4'), bytes);
    const first = await ask('open.mp4', { range: 'bytes=0-' });
    expect(first.headers.get('content-range')).toBe(`bytes 0-${4 * MB - 1}/${5 * MB}`);
    const rest = await ask('open.mp4', { range: `bytes=${4 * MB}-` });
    expect(rest.headers.get('content-range')).toBe(`bytes ${4 * MB}-${5 * MB - 1}/${5 * MB}`);
    expect(Buffer.concat([await first.bytes(), await rest.bytes()]).equals(bytes)).toBe(true);
    writeFileSync(path.join(folder, 'video', 'open.mp4'), text);
  });

  it('of another version of the file are the whole, and an unchanged one is not sent again', async () => {
    const etag = (await ask('open.mp4')).headers.get('etag') ?? '';
    expect((await ask('open.mp4', { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('open.mp4', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await ask('open.mp4', { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('of the store', () => {
  const content = (bytes: number, fill: number) =>
    Buffer.concat([Buffer.from('00000020667479706d703432', 'hex'), Buffer.alloc(bytes, fill)]);
  const lay = (name: string, bytes: Buffer | string) => {
    const file = path.join(mkdtempSync(path.join(folder, 'from-')), name);
    writeFileSync(file, bytes);
    return file;
  };
  const local = path.join(folder, 'video', 'gone.mp4');

  it('is cut into pieces, copied here at the first asking, and has the same ETag on every machine', async () => {
    const film = content(9 * 1024 * 1024, 7);
    const file = lay('gone.mp4', film);
    expect(await putFilm(file, new Date('2026-11-01T00:00:00Z'))).toMatchObject({ isNew: true });
    expect(existsSync(local)).toBe(false);
    const answers = await Promise.all([ask('gone.mp4', { range: 'bytes=4-7' }), ask('gone.mp4')]);
    expect(answers.map(({ status }) => status)).toEqual([206, 200]);
    expect(await answers[0]!.text()).toBe('ftyp');
    expect((await answers[1]!.bytes()).length).toBe(film.length);
    expect(readFileSync(local).equals(film)).toBe(true);
    expect(readdirSync(path.dirname(local)).filter((name) => name.endsWith('.part'))).toEqual([]);
    rmSync(local);
    expect((await ask('gone.mp4')).headers.get('etag')).toBe(answers[0]!.headers.get('etag'));
  });

  it('put by a person of the staff stands in the audit log, once', async () => {
    const file = lay('by-staff.webm', Buffer.from('1a45dfa300', 'hex'));
    for (const isNew of [true, false]) expect(await storeFilm(byStaff(db), file)).toMatchObject({ isNew });
    const rows = await db.select().from(auditLog).where(eq(auditLog.subject, 'film'));
    expect(rows).toMatchObject([{ act: 'film.put', subjectKey: 'by-staff.webm', after: { bytes: 5 } }]);
  });

  it('has its name once: the same again changes nothing, another content is refused', async () => {
    const again = await putFilm(lay('gone.mp4', content(9 * 1024 * 1024, 7)), new Date());
    expect(again.isNew).toBe(false);
    await expect(putFilm(lay('gone.mp4', content(100, 1)), new Date())).rejects.toThrow(
      '已有另一个名为“gone.mp4”的视频。',
    );
  });

  it('is a film by its name and content', async () => {
    await expect(putFilm(lay('片.mp4', content(10, 1)), new Date())).rejects.toThrow('视频文件名只用字母');
    await expect(putFilm(lay('a.mp4', '<html>'), new Date())).rejects.toThrow('内容不是 MP4 或 WebM 视频');
    await expect(putFilm(lay('a.webm', ''), new Date())).rejects.toThrow('是空文件');
    await expect(putFilm(path.join(folder, 'none.mp4'), new Date())).rejects.toThrow('没有文件');
    const large = lay('large.mp4', content(1, 1));
    truncateSync(large, maxFilmBytes + 1);
    await expect(putFilm(large, new Date())).rejects.toThrow('超过 200 MB');
  });

  it('of which a piece is not what was put is not shown, and nothing of it stays here', async () => {
    rmSync(local);
    const files = path.join(folder, 'files', 'film-gone.mp4');
    const piece = path.join(files, readdirSync(files).find((name) => name.endsWith('000002'))!);
    const bytes = readFileSync(piece);
    writeFileSync(piece, Buffer.concat([bytes.subarray(1), Buffer.from('x')]));
    expect((await ask('gone.mp4')).status).toBe(503);
    expect(readdirSync(path.dirname(local)).filter((name) => name.startsWith('gone'))).toEqual([]);
    writeFileSync(piece, bytes);
    expect((await ask('gone.mp4')).status).toBe(200);
  });
});

it('of the demo are put into the store, and what was laid by hand stays', async () => {
  const laid = path.join(folder, 'video', 'a0159.mp4');
  writeFileSync(laid, 'mine');
  await layFilms();
  expect(readFileSync(laid, 'utf8')).toBe('mine');
  rmSync(laid);
  await layFilms();
  expect(await (await openFiles()).find('film-a0159.mp4', 'whole')).toBeDefined();
});

it('no film lies in a folder that is served as it stands', () => {
  expect(globSync('public/**/*.{mp4,webm,pdf}')).toEqual([]);
});
