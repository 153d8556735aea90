/** Files of the shop in the backup: copied once, sealed, brought back, removed late. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { backUpFiles, goneDays, restoreFiles } from '#lib/server/backup/files.ts';
import { filesPlaceOf } from '#lib/server/backup/files-place.ts';
import { namedFiles } from '#lib/server/backup/named-files.ts';
import { openStore } from '#lib/server/backup/open-store.ts';
import { listBackups, removeOld } from '#lib/server/backup/retention.ts';
import type { Store } from '#lib/server/backup/store.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { merchantFile, product, storedFile } from '#lib/server/db/schema.ts';
import { merchantFileAddress } from '#lib/server/files/report-rows.ts';
import { oldPictures } from '#lib/server/ports/files/own-store.ts';
import { addressOf } from '#lib/server/ports/files/store.ts';
import { runScript } from '#tests/support/backup.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db, url } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-backup-files-'));
const key = randomBytes(32).toString('base64');
const day = 86_400_000;
const now = new Date('2026-11-22T06:15:00Z');
const later = (days: number) => new Date(now.getTime() + days * day);

let s3: S3rver;
beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'shop', configs: [] }],
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(await s3.run()).port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function partsOf(store: Store, under?: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.parts(under)) names.push(name);
  return names.sort();
}

async function* none() {}

describe.each(['folder', 's3'])('in a %s', (kind) => {
  let source: Store;
  let target: Store;
  let restored: Store;
  const content = (name: string) => Buffer.from(`content of ${name}`);
  const names = ['aa-1/preview', 'aa-1/stored', 'm1-bb/stored', 'picture-x/160.webp', 'film-a.mp4/whole'];

  beforeAll(async () => {
    const open = (name: string) =>
      openStore(kind === 's3' ? `s3://shop/${name}` : path.join(folder, kind, name));
    source = await open('files');
    target = await open('backups/files');
    restored = await open('restored');
    for (const name of [...names, 'export-t/stored', 'health-host/stored'])
      await source.put(name, content(name));
  });
  afterAll(() => {
    for (const store of [source, target, restored]) store.close();
  });

  it('copies every file once, and neither exports nor what health writes', async () => {
    const first = await backUpFiles({ store: source }, target, key, now);
    expect(first).toEqual({
      files: names.length,
      bytes: names.reduce((sum, name) => sum + content(name).byteLength, 0),
      before: 0,
      removed: 0,
    });
    await source.put('cc-2/stored', content('cc-2/stored'));
    expect(await backUpFiles({ store: source }, target, key, now)).toMatchObject({
      files: 1,
      before: names.length,
    });
    const [shelf] = await target.list();
    expect(await partsOf(target, shelf!)).toEqual([...names, 'cc-2/stored', 'lock.json'].sort());
  });

  it('seals them, the same content differently each time, and no name opens another’s', async () => {
    const [shelf] = await target.list();
    const sealed = await target.find(`${shelf}/aa-1/stored`);
    expect(sealed?.includes('content')).toBe(false);
    await target.remove(`${shelf}/aa-1`);
    await backUpFiles({ store: source }, target, key, now);
    const again = await target.find(`${shelf}/aa-1/stored`);
    expect(again?.byteLength).toBe(sealed?.byteLength);
    expect(again?.subarray(0, 40).equals(sealed!.subarray(0, 40))).toBe(false);
    await restored.put('aa-1/stored', Buffer.from('of the shop'));
    await target.put(`${shelf}/m1-bb/stored`, again!);
    async function* named() {
      yield* ['aa-1', 'm1-bb', 'never-there'];
    }
    const notified = await restoreFiles(restored, target, key, named());
    expect(notified).toMatchObject({
      files: names.length - 1,
      before: 1,
      damaged: ['m1-bb/stored'],
      missing: ['m1-bb', 'never-there'],
      closed: 0,
    });
    // What the shop has stays as it is.
    expect(String(await restored.find('aa-1/stored'))).toBe('of the shop');
    for (const name of ['aa-1/preview', 'picture-x/160.webp', 'cc-2/stored'])
      expect((await restored.find(name))?.equals(content(name)), name).toBe(true);
  });

  it('another key opens none of them, and says so', async () => {
    const notified = await restoreFiles(restored, target, `${key}x`, none());
    expect(notified).toMatchObject({ files: 0, closed: 1 });
  });

  it(`removes a file ${goneDays} days after it is gone, not one that came back, and nothing when all are gone`, async () => {
    await source.remove('aa-1');
    await source.remove('cc-2');
    const at = (days: number) => backUpFiles({ store: source }, target, key, later(days));
    expect(await at(1)).toMatchObject({ removed: 0 });
    await source.put('cc-2/stored', content('cc-2/stored'));
    expect(await at(2)).toMatchObject({ removed: 0, files: 0 });
    expect(await at(goneDays)).toMatchObject({ removed: 0 });
    expect(await at(goneDays + 1)).toMatchObject({ removed: 1 });
    const [shelf] = await target.list();
    expect((await partsOf(target, shelf!)).filter((name) => /^(aa|cc)-/.test(name))).toEqual(['cc-2/stored']);
    const empty = await openStore(kind === 's3' ? 's3://shop/empty' : path.join(folder, 'empty'));
    await expect(backUpFiles({ store: empty }, target, key, later(99))).rejects.toThrow('请检查 FILES_TO');
    expect(await target.find(`${shelf}/cc-2/stored`)).toBeDefined();
    empty.close();
  });
});

it('lies among the backups, where their retention leaves it', async () => {
  expect(['s3://one', 's3://one/a/b/', '/var/backups', '.backups/'].map(filesPlaceOf)).toEqual([
    's3://one/files',
    's3://one/a/b/files',
    '/var/backups/files',
    '.backups/files',
  ]);
  const backups = await openStore(path.join(folder, 'kept'));
  await backups.put('files/plain/a/stored', Buffer.from('stays'));
  await backups.put('yaopi-20261119T000000Z/manifest.json', Buffer.from('{}'));
  await backups.put('yaopi-20261120T000000Z/manifest.json', Buffer.from('{}'));
  expect(await listBackups(backups)).toHaveLength(2);
  expect(await removeOld(backups, 1)).toEqual(['yaopi-20261119T000000Z']);
  expect(await backups.list()).toEqual(['files', 'yaopi-20261120T000000Z']);
});

it('pictures of earlier versions are copied under the names of the store', async () => {
  const data = path.join(folder, 'old');
  completeEnv({ DATA_DIR: data });
  const name = 'abcdefghijklmnopqrstuv';
  mkdirSync(path.join(data, 'pictures', 'ab'), { recursive: true });
  writeFileSync(path.join(data, 'pictures', 'ab', `${name}-160.webp`), 'old');
  writeFileSync(path.join(data, 'pictures', 'ab', `${name}-160.webp.1.part`), 'half');
  const source = await openStore(path.join(folder, 'old-files'));
  const target = await openStore(path.join(folder, 'old-backup'));
  expect(await backUpFiles({ store: source, old: oldPictures }, target, undefined, now)).toMatchObject({
    files: 1,
  });
  await restoreFiles(source, target, undefined, none());
  expect(String(await source.find(`picture-${name}/160.webp`))).toBe('old');
});

it('the addresses of the rows are those under which files lie', async () => {
  const [file] = await db
    .insert(storedFile)
    .values({
      companyId: companies.demo,
      digest: 'd'.repeat(64),
      kind: 'image',
      contentType: 'image/jpeg',
      name: 'a.jpg',
      bytes: 1,
      width: 1,
      height: 1,
      createdAt: now,
    })
    .returning();
  await db.update(product).set({ pictures: ['p'.repeat(22)], video: '/video/b.mp4' });
  const [merchants] = await db.select().from(merchantFile).limit(1);
  const found = new Set<string>();
  for await (const address of namedFiles(url)) found.add(address);
  expect(found).toContain(addressOf(file!));
  expect(found).toContain(`picture-${'p'.repeat(22)}`);
  expect(found).toContain('film-b.mp4');
  if (merchants !== undefined) expect(found).toContain(merchantFileAddress(merchants));
});

it('the commands copy them and bring them back, and say how many', async () => {
  const files = path.join(folder, 'command-files');
  mkdirSync(path.join(files, 'aa-1'), { recursive: true });
  writeFileSync(path.join(files, 'aa-1', 'stored'), 'paper');
  const backups = path.join(folder, 'commands');
  const env = { BACKUP_TO: backups, BACKUP_KEY: key, DATA_DIR: path.join(folder, 'clean') };
  const made = await runScript('backup', [], folder, { ...env, DATABASE_URL: url, FILES_TO: files });
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain(`文件：${backups}/files，新备份 1 个 5 字节，已有 0 个`);
  rmSync(files, { recursive: true });
  const back = await runScript('restore', ['latest'], folder, { ...env, FILES_TO: files });
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(back.out).toContain('文件：取回 1 个 5 字节，已有 0 个');
  expect(back.out).toMatch(/数据里写着的 \d+ 个文件没有找到：/);
  expect(readFileSync(path.join(files, 'aa-1', 'stored'), 'utf8')).toBe('paper');
}, 120_000);
