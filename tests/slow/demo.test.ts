/** Demo and real: the database knows which it is, and no environment talks it into the other. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { prepareDemo } from '#demo/history/prepare-demo.ts';
import { growCompanies, growGoods } from '#demo/seed/grow.ts';
import { refreshDemoDates } from '#demo/seed/refresh.ts';
import { parseEnv } from '#lib/server/core/process/env.ts';
import { connect } from '#lib/server/db/client.ts';
import { isDemo } from '#lib/server/db/demo.ts';
import { company, demo, demoGoods, goods, merchant, paper } from '#lib/server/db/schema.ts';
import { runJob } from '#lib/server/start/jobs.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeGoods } from '#tests/support/orders.ts';
import { makeProject, startServer } from '#tests/support/server-process.ts';
import { copyTemplate, dropCopy } from '#tests/support/test-cluster.ts';

const { db, url } = await testDatabase();
const templates = inject('templates');
const later = new Date(Date.now() + 3 * 365 * 86_400_000);

/** A database with one real company and its paper. */
async function makeReal() {
  const address = await copyTemplate(templates, 'empty', 'real');
  const { db: real, pool } = connect(address);
  afterAll(async () => {
    await pool.end();
    await dropCopy(templates.adminUrl, address);
  });
  const [own] = await real
    .insert(company)
    .values({
      name: '真实药房',
      buyerType: 'pharmacy',
      status: 'approved',
      province: '湖北省',
      city: '武汉市',
      regionCode: '420106',
    })
    .returning();
  await real.insert(paper).values({
    companyId: own!.id,
    kind: 'drug_licence',
    number: '鄂1',
    validFrom: '2024-01-01',
    validTo: '2026-01-01',
  });
  return { address, real };
}

const { address: realUrl, real } = await makeReal();

/** All that a database holds of what the demo would touch. */
async function contents() {
  const [papers, merchants, marks] = await Promise.all([
    real.select().from(paper),
    real.$count(merchant),
    real.$count(demo),
  ]);
  return { papers, merchants, marks };
}

const before = await contents();

describe('a real database', () => {
  it('is never made a demo', async () => {
    await expect(real.insert(demo).values({ id: 1 })).rejects.toMatchObject({
      cause: { message: 'only an empty database can become the demo' },
    });
    await expect(prepareDemo(realUrl)).rejects.toThrow('不是演示数据库');
    await expect(growGoods(real, 10, new Date())).rejects.toThrow('不是演示数据库');
    await expect(growCompanies(real, 10, new Date())).rejects.toThrow('不是演示数据库');
    expect(await contents()).toEqual(before);
  });

  it('keeps its dates, whatever the environment says', async () => {
    await expect(refreshDemoDates(real, later)).rejects.toThrow('不是演示数据库');
    await expect(runJob(real, 'refreshDemo', later)).rejects.toThrow('不是演示数据库');
    expect(await contents()).toEqual(before);
  });

  it('refuses to start with DEMO=1, in one sentence', async () => {
    const server = await startServer(makeProject(), { DATABASE_URL: realUrl, DEMO: '1' });
    const { code, err } = await server.ended;
    expect(code).toBe(1);
    expect(err.trim()).toMatch(/^这个数据库里有正式数据，不是演示数据库[^\n]*。$/);
    expect(await contents()).toEqual(before);
  }, 120_000);

  it.each(['0', '1'])(
    'is refused by npm run seed, DEMO=%s',
    async (flag) => {
      await expect(seed(realUrl, flag)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('不是演示数据库'),
      });
      expect(await contents()).toEqual(before);
    },
    120_000,
  );
});

function seed(address: string, flag: string) {
  return promisify(execFile)(process.execPath, [path.resolve('scripts/seed.ts'), '--companies', '3'], {
    env: { PATH: process.env.PATH, DATABASE_URL: address, DEMO: flag },
  });
}

describe('the demo', () => {
  it('stays one: its mark is never taken away', async () => {
    expect(await isDemo(db)).toBe(true);
    for (const statement of ['update demo set id = 1', 'delete from demo', 'truncate demo cascade'])
      await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
        cause: { code: '23001' },
      });
  });

  it('does not start as a real shop, so that nobody logs in with the password that everyone knows', async () => {
    // With an address and no word of it a shop is a real one.
    expect(parseEnv({ DATABASE_URL: url }).DEMO).toBe(false);
    const server = await startServer(makeProject(), { DATABASE_URL: url, DEMO: '' });
    const { code, err } = await server.ended;
    expect(code).toBe(1);
    expect(err.trim()).toMatch(/^这个数据库是演示数据库[^\n]*。$/);
  }, 120_000);

  it('moves the dates of its own goods, and of no others', async () => {
    const own = await db.query.demoGoods.findMany();
    expect(own).toHaveLength(1);
    const added = await makeGoods(db, own[0]!.firstId, 10);
    const expiresOf = async (id: number) => {
      const [row] = await db.select().from(goods).where(eq(goods.id, id));
      return row?.expiresOn ?? '';
    };
    const was = [await expiresOf(own[0]!.firstId), await expiresOf(added)];
    expect(was[0]).toBe(was[1]);
    await refreshDemoDates(db, later);
    expect(await expiresOf(added)).toBe(was[1]);
    expect((await expiresOf(own[0]!.firstId)) > was[0]!).toBe(true);
    await growGoods(db, (await db.$count(goods)) + 5, later);
    const ranges = await db.select().from(demoGoods).orderBy(demoGoods.firstId);
    expect(ranges).toHaveLength(2);
    expect(ranges[1]!.firstId).toBeGreaterThan(added);
  });

  it('listens on this machine only, unless told otherwise', () => {
    expect(parseEnv({}).HOST).toBe('127.0.0.1');
    expect(parseEnv({ HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0');
    expect(parseEnv({ DEMO: '0' }).HOST).toBe('0.0.0.0');
    expect(parseEnv({ DATABASE_URL: 'postgres://db/shop' }).HOST).toBe('0.0.0.0');
    expect(parseEnv({ DATABASE_URL: 'postgres://db/shop', DEMO: '1' }).HOST).toBe('127.0.0.1');
  });

  it('is written into an empty database by npm run seed only for who says DEMO=1', async () => {
    const empty = await copyTemplate(templates, 'empty', 'fresh');
    try {
      await expect(seed(empty, '0')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('DEMO=1'),
      });
      const { stdout } = await seed(empty, '1');
      expect(stdout).toContain('新增客户 3');
    } finally {
      await dropCopy(templates.adminUrl, empty);
    }
  }, 180_000);
});
