/** Files of companies: kept once, seen by their company and by reviewers alone, and swept when nothing names them. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { eq, getTableName } from 'drizzle-orm';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { Zizhi } from '#lib/contract/papers.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { paper, paperFile, storedFile } from '#lib/server/db/schema.ts';
import { markOrphan } from '#lib/server/files/orphan-rows.ts';
import { namedBy } from '#lib/server/files/rows.ts';
import { orphanAge, sweepFiles } from '#lib/server/files/sweep.ts';
import { fileLimits } from '#lib/server/ports/files/limits.ts';
import { addressOf, openFiles } from '#lib/server/ports/files/store.ts';
import { takeBody } from '#lib/server/web/body.ts';
import type { Step } from '#lib/server/web/exchange.ts';
import { listen } from '#lib/server/web/server.ts';
import { callApp } from '#tests/support/call-app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { pdfOf, pictureOf } from '#tests/support/papers.ts';
import { callHandler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as fullOf } from '../../src/pages/file/[id]/full.ts';
import { GET as previewOf } from '../../src/pages/file/[id]/index.ts';
import { GET as pdfCall } from '../../src/pages/file/[id]/pdf.ts';

const upload = routeOf(api.upload);
const papersOf = routeOf(api.zizhi);

const { db, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-files-'));
completeEnv({ FILES_TO: path.join(folder, 'files') });
afterAll(() => rmSync(folder, { recursive: true }));

const demo = await loginAs('demo');
const kept = () => (existsSync(path.join(folder, 'files')) ? readdirSync(path.join(folder, 'files')) : []);

function send(bytes: Buffer, name: string, cookie?: string) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  return request<FileWire>(upload, { body: form, ...(cookie !== undefined && { cookie }) });
}

const see = (id: number, cookie?: string, call = previewOf) =>
  callHandler(call, { params: { id: String(id) }, ...(cookie !== undefined && { cookie }) });

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

async function sizeOf(picture: Buffer) {
  const { width, height } = await sharp(picture).metadata();
  return [width, height];
}

async function name(fileId: number): Promise<number> {
  const [made] = await db
    .insert(paper)
    .values({
      companyId: companies.demo,
      kind: 'quality_survey',
      number: '',
      status: 'draft',
      lacksEnd: true,
    })
    .returning({ id: paper.id });
  await db.insert(paperFile).values({ paperId: made!.id, position: 0, fileId });
  return made!.id;
}

beforeEach(async () => {
  await db.delete(paperFile);
  await db.delete(paper).where(eq(paper.kind, 'quality_survey'));
  await db.delete(storedFile);
  rmSync(path.join(folder, 'files'), { recursive: true, force: true });
});

describe('uploading', () => {
  it('keeps a picture, and the same one once, however often and at once it comes', async () => {
    const bytes = await pictureOf('#224466');
    const first = await send(bytes, 'C:\\照片\\执照.jpg', demo);
    expect(first.data).toMatchObject({
      kind: 'image',
      name: '执照.jpg',
      width: 400,
      height: 280,
      pdf_url: '',
    });
    await Promise.all([send(bytes, 'a.jpg', demo), send(bytes, 'b.jpg', demo)]);
    expect([await db.$count(storedFile), kept().length]).toEqual([1, 1]);
  });

  it('answers with the name of this upload, and takes it over while nothing names the file', async () => {
    const bytes = await pictureOf('#335577');
    const first = await send(bytes, '执照.jpg', demo);
    const again = await send(bytes, '委托书.jpg', demo);
    expect(again.data).toMatchObject({ id: first.data?.id, name: '委托书.jpg' });
    const nameOf = async () => (await db.select({ name: storedFile.name }).from(storedFile))[0]?.name;
    expect(await nameOf()).toBe('委托书.jpg');
    await name(first.data!.id);
    expect((await send(bytes, '新名.jpg', demo)).data?.name).toBe('新名.jpg');
    expect(await nameOf()).toBe('委托书.jpg');
  });

  it('stops where too many files are named by nothing, also for many at once; others go on', async () => {
    const picture = await pictureOf('#446688');
    const rows = Array.from({ length: fileLimits.unnamed - 1 }, (_, index) => ({
      companyId: companies.demo,
      digest: `digest ${index}`,
      kind: 'image' as const,
      contentType: 'image/jpeg',
      bytes: 1,
      width: 1,
      height: 1,
      name: 'a.jpg',
    }));
    const made = await db.insert(storedFile).values(rows).returning({ id: storedFile.id });
    const pictures = await Promise.all(['red', 'green', 'blue', 'white'].map((color) => pictureOf(color)));
    const answers = await Promise.all(pictures.map((bytes) => send(bytes, 'b.jpg', demo)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.message).toContain('没有提交的文件太多');
    // Those that are there already are no more files; another company has a share of its own.
    const there = pictures[answers.findIndex(({ status }) => status === 200)]!;
    expect((await send(there, 'c.jpg', demo)).status).toBe(200);
    expect((await send(picture, 'c.jpg', await loginAs('clinic'))).status).toBe(200);
    await name(made[0]!.id);
    expect((await send(picture, 'd.jpg', demo)).status).toBe(200);
    await db.update(storedFile).set({ bytes: fileLimits.unnamedBytes }).where(eq(storedFile.id, made[1]!.id));
    expect((await send(await pictureOf('black'), 'e.jpg', demo)).status).toBe(429);
  });

  it('is for those who manage the company', async () => {
    const bytes = await pictureOf('red');
    expect((await send(bytes, 'a.jpg')).status).toBe(401);
    expect((await send(bytes, 'a.jpg', await loginAs('demo-caigou'))).status).toBe(403);
    expect((await send(bytes, 'a.jpg', await loginAs('frozen'))).status).toBe(403);
    expect(await db.$count(storedFile)).toBe(0);
  });

  it('refuses what is no such file, by its content, and keeps nothing of it', async () => {
    const refused = await send(Buffer.from('<html>'), '执照.jpg', demo);
    expect([refused.status, refused.message]).toEqual([
      422,
      '“执照.jpg”的格式不支持，请上传 JPG、PNG、WebP、HEIC 图片或 PDF',
    ]);
    expect((await request(upload, { body: 'file=x', cookie: demo })).message).toBe('请选择图片或PDF');
    expect([await db.$count(storedFile), kept()]).toEqual([0, []]);
  });

  it('that is cut off leaves nothing', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    const cut = await request(upload, { body: head, type: 'multipart/form-data; boundary=b', cookie: demo });
    expect(cut.status).toBe(400);
    const half = (await pictureOf('green', 'png')).subarray(0, 200);
    expect((await send(half, 'a.png', demo)).status).toBe(422);
    expect([await db.$count(storedFile), kept()]).toEqual([0, []]);
  });

  it('whose line is cut, in the middle or before the answer, leaves nothing after the sweep; the next one is taken', async () => {
    const bytes = await pictureOf('purple', 'png', 900);
    let [begun, ended] = [0, 0];
    const call = callApp(() => ({ route: upload }));
    const app: Step = async (exchange) => {
      begun += 1;
      try {
        return await call(exchange);
      } finally {
        ended += 1;
      }
    };
    const server = await listen({ host: '127.0.0.1', port: 0, trustProxy: false, overHttps: false });
    server.open([takeBody(app)], async () => ({ reading: true, writing: true }));
    const form = (end: string) =>
      Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
        bytes,
        Buffer.from(end),
      ]);
    const whole = form('\r\n--b--\r\n');
    const head = `POST /api/upload HTTP/1.1\r\nHost: shop.test\r\nCookie: ${demo}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${whole.byteLength}\r\n\r\n`;
    try {
      const half = Math.floor(whole.byteLength / 2);
      for (const [nth, length] of [half, whole.byteLength - 1, whole.byteLength].entries()) {
        const socket = connect(server.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.write(head);
        socket.write(whole.subarray(0, length));
        // It is being read when the line is cut; where it comes whole, the answer is not waited for.
        await expect.poll(() => begun).toBe(nth + 1);
        socket.destroy();
        await expect.poll(() => ended).toBe(nth + 1);
        // Only what came whole may have been kept.
        if (length < whole.byteLength)
          expect([await db.$count(storedFile), kept()], `${length} bytes`).toEqual([0, []]);
      }
      const later = new Date(Date.now() + orphanAge + 60_000);
      expect((await sweepFiles(db, later)).failed).toBe(0);
      expect([await db.$count(storedFile), kept()]).toEqual([0, []]);
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/upload`, {
        method: 'POST',
        body: new Uint8Array(whole),
        headers: { 'content-type': 'multipart/form-data; boundary=b', cookie: demo },
      });
      expect(await answer.json()).toMatchObject({ code: 200, data: { name: 'a.png' } });
      expect([await db.$count(storedFile), kept().length]).toEqual([1, 1]);
    } finally {
      await server.close(500);
    }
  });

  it('says so when the store does not take it, and the next try does', async () => {
    writeFileSync(path.join(folder, 'a-file'), '');
    completeEnv({ FILES_TO: path.join(folder, 'a-file') });
    const bytes = await pictureOf('blue');
    expect((await send(bytes, 'a.jpg', demo)).status).toBe(503);
    completeEnv({ FILES_TO: path.join(folder, 'files') });
    expect((await send(bytes, 'a.jpg', demo)).status).toBe(200);
    expect([await db.$count(storedFile), kept().length]).toEqual([1, 1]);
  });
});

describe('seeing', () => {
  it('is for the company and for reviewers; to everybody else it is not there', async () => {
    const { data } = await send(pdfOf(2), '委托书.pdf', demo);
    const reviewer = await person(db, 'zhiguan1', 'review');
    const seller = await person(db, 'shangjia1', 'admin', 1);
    const picture = (await send(await pictureOf('red'), '执照.jpg', demo)).data;
    const [assistant, other] = [await loginAs('demo-zhidu'), await loginAs('other')];
    for (const [id, call] of [
      [data.id, previewOf],
      [data.id, pdfCall],
      [picture.id, fullOf],
    ] as const) {
      const statuses = await Promise.all(
        [demo, assistant, reviewer.cookie, other, seller.cookie, undefined].map(
          async (cookie) => (await see(id, cookie, call)).status,
        ),
      );
      expect(statuses).toEqual([200, 200, 200, 404, 404, 404]);
    }
    for (const wrong of ['0', 'x', '1e3', '../1', '99999999'])
      expect((await callHandler(previewOf, { params: { id: wrong }, cookie: demo })).status).toBe(404);
  });

  it('is for every colleague, as the papers themselves: who may buy learns what keeps the company from it', async () => {
    const { data } = await send(await pictureOf('orange'), '执照.jpg', demo);
    await name(data.id);
    for (const colleague of ['demo-caigou', 'demo-caiwu', 'demo-shouhuo', 'demo-zhidu'] as const) {
      const cookie = await loginAs(colleague);
      expect.soft((await see(data.id, cookie)).status, colleague).toBe(200);
      const papers = await request<Zizhi>(papersOf, { cookie });
      expect.soft(papers, colleague).toMatchObject({ code: 200, data: { can_change: 0, can_hand_in: 0 } });
      const survey = papers.data.list.find(({ kind }) => kind === 'quality_survey');
      expect
        .soft(
          survey?.open?.files.map(({ id }) => id),
          colleague,
        )
        .toEqual([data.id]);
    }
    expect(await request(papersOf, {})).toMatchObject({ code: 401 });
  });

  it('shows a picture with a watermark that no cache keeps, and the PDF as it is', async () => {
    const bytes = await pictureOf('#ffffff');
    const { data } = await send(bytes, '执照.jpg', demo);
    const seen = await see(data.id, demo);
    expect([seen.headers.get('cache-control'), seen.headers.get('content-type')]).toEqual([
      'private, no-store',
      'image/jpeg',
    ]);
    const { isOpaque, channels } = await sharp(Buffer.from(await seen.arrayBuffer())).stats();
    expect([isOpaque, channels[0]!.min < 240]).toEqual([true, true]);
    expect((await see(data.id, demo, pdfCall)).status).toBe(404);
    const pdf = await send(pdfOf(), '委托书.pdf', demo);
    const passed = await see(pdf.data.id, demo, pdfCall);
    expect(passed.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(Buffer.from(await passed.arrayBuffer()).equals(pdfOf())).toBe(true);
  });

  it('shows a picture with all the pixels that are kept, and the watermark', async () => {
    const large = sharp({ create: { width: 3200, height: 800, channels: 3, background: '#fff' } });
    const { data } = await send(await large.jpeg().toBuffer(), '执照.jpg', demo);
    expect(data).toMatchObject({ url: `/file/${data.id}`, full_url: `/file/${data.id}/full` });
    const [preview, full] = [await see(data.id, demo), await see(data.id, demo, fullOf)];
    expect([full.status, full.headers.get('cache-control'), full.headers.get('content-type')]).toEqual([
      200,
      'private, no-store',
      'image/jpeg',
    ]);
    const [small, shown] = [await bytesOf(preview), await bytesOf(full)];
    expect(await sizeOf(small)).toEqual([1600, 400]);
    expect(await sizeOf(shown)).toEqual([3000, 750]);
    // It is no picture as it was stored: what it is for is written over it.
    const row = { ...(await db.select().from(storedFile))[0]! };
    const stored = await (await openFiles()).find(addressOf(row), 'stored');
    const differs = sharp(stored)
      .composite([{ input: shown, blend: 'difference' }])
      .toBuffer();
    const dark = (await sharp(await differs).stats()).channels.map(({ max }) => max);
    expect(Math.max(...dark)).toBeGreaterThan(40);
    // A document has none.
    const pdf = await send(pdfOf(), '委托书.pdf', demo);
    expect(pdf.data.full_url).toBe('');
    expect((await see(pdf.data.id, demo, fullOf)).status).toBe(404);
  });
});

describe('sweeping', () => {
  const later = () => new Date(Date.now() + orphanAge + 60_000);

  it('takes away what nothing names for a day, and nothing else', async () => {
    const [young, named] = [await send(await pictureOf('red'), 'a', demo), await send(pdfOf(), 'b', demo)];
    await name(named.data.id);
    expect(await sweepFiles(db, new Date())).toEqual({ done: 0, failed: 0 });
    expect(await sweepFiles(db, later())).toEqual({ done: 1, failed: 0 });
    expect(kept()).toHaveLength(1);
    expect((await see(young.data.id, demo)).status).toBe(404);
    expect((await see(named.data.id, demo)).status).toBe(200);
    expect(await sweepFiles(db, later())).toEqual({ done: 0, failed: 0 });
  });

  it('goes on where it broke off; the same picture sent meanwhile is another', async () => {
    const bytes = await pictureOf('red');
    const { data } = await send(bytes, 'a', demo);
    const before = new Date(later().getTime() - orphanAge);
    expect(await markOrphan(db, data.id, before, later())).not.toBeNull();
    expect((await see(data.id, demo)).status).toBe(404);
    const again = await send(bytes, 'a', demo);
    expect(again.data.id).not.toBe(data.id);
    expect(await sweepFiles(db, new Date())).toEqual({ done: 1, failed: 0 });
    expect((await see(again.data.id, demo)).status).toBe(200);
    expect(kept()).toHaveLength(1);
  });

  it('knows everything that names a file', async () => {
    const { rows } = await pool.query(`select conrelid::regclass::text || '.' || attname as column
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where confrelid = 'stored_file'::regclass and contype = 'f'`);
    // Names of columns are made of the code's where a statement is.
    const names = namedBy.map(
      (column) => `${getTableName(column.table)}.${column.name === 'fileId' ? 'file_id' : column.name}`,
    );
    expect(rows.map(({ column }) => column).sort()).toEqual(names.sort());
  });
});

it('a bucket keeps files as a folder does', async () => {
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'papers', configs: [] }],
  });
  const { port } = await s3.run();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
  completeEnv({ FILES_TO: 's3://papers/shop' });
  const { data } = await send(await pictureOf('#446688'), 'a.jpg', demo);
  expect((await see(data.id, demo)).status).toBe(200);
  const [row] = await db.select().from(storedFile);
  const files = await openFiles();
  expect((await files.find(addressOf(row!), 'stored'))?.byteLength).toBe(row!.bytes);
  await sweepFiles(db, new Date(Date.now() + orphanAge + 60_000));
  expect(await files.find(addressOf(row!), 'stored')).toBeUndefined();
  await s3.close();
  expect((await send(await pictureOf('#446689'), 'a.jpg', demo)).status).toBe(503);
  completeEnv({ FILES_TO: path.join(folder, 'files') });
});

it('the same file written twice at once is there once, whole', async () => {
  const files = await openFiles();
  const bytes = Buffer.alloc(200_000, '字');
  await Promise.all(Array.from({ length: 8 }, () => files.put('twice', 'stored', bytes)));
  expect((await files.find('twice', 'stored'))?.equals(bytes)).toBe(true);
  expect(readdirSync(path.join(folder, 'files', 'twice'))).toEqual(['stored']);
});
