/** The first day in the browser: the first administrator's link, goods by a file, the steps and the backup. */

import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { BackupAnswer, CatalogueReport } from '#lib/contract/first-day.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import { forgetNewestBackup } from '#lib/server/core/metrics/newest-backup.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { withFreeLock } from '#lib/server/db/migrate.ts';
import { auditLog, goods, staff } from '#lib/server/db/schema.ts';
import { importLock } from '#lib/server/engines/import/import.ts';
import { addMerchant } from '#lib/server/merchants/manage.ts';
import { findSteps } from '#lib/server/site/ready.ts';
import { inviteFirst } from '#lib/server/staff/invites.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { merchantFieldsOf, merchantPapersOf } from '#tests/support/merchant.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const importGoods = routeOf(api.importCatalogue);
const backUp = routeOf(api.backUp);
const join = routeOf(api.joinStaff);

const { db, url } = await testDatabase('empty');
completeEnv({ DATABASE_URL: url, BACKUP_TO: mkdtempSync(path.join(os.tmpdir(), 'first day ')) });

const head =
  'sku,kind,category1,category2,name,brand,maker,spec,form,origin,size,approval_no,national_code,unit,mid_pack,case_pack,otc,scope,storage,shelf_life_months,indications,base_price,market_price,stock,lot_no,produced_on,expires_on';
const row = (sku: string, price = '12.50') =>
  `${sku},化学药,抗感染,青霉素类,试验重楼片${sku},,重庆试验制药有限公司,0.1g*${sku.slice(-1)}0片,片剂,重庆,,国药准字H20260001,,盒,10,100,处方药,化学药制剂,常温,24,用于试验,${price},20.00,500,L1,2026-06-01,2028-05-31`;

describe('the first administrator', () => {
  it('comes in by the link of the start, once; then no start makes one', async () => {
    const now = new Date();
    const [old, link] = [await inviteFirst(db, now), await inviteFirst(db, now)];
    const enter = (address: string | null, username: string) =>
      request<StaffWire>(join, {
        body: {
          token: new URL(address!).searchParams.get('token'),
          username,
          password: 'Xiangyang-9527-yao',
        },
      });
    expect(await enter(old, 'first.old')).toMatchObject({ code: 409, message: /已被撤销/ });
    expect(await enter(link, 'first.boss')).toMatchObject({
      code: 200,
      data: { role: 'admin', merchant_id: null, must_enrol: 1 },
    });
    expect(await enter(link, 'first.twice')).toMatchObject({ code: 409 });
    expect(await inviteFirst(db, now)).toBeNull();
    expect(await db.$count(staff)).toBe(1);
  });
});

describe('goods by a file', () => {
  const send = async (text: string, confirm: 0 | 1, cookie: string) => {
    const form = new FormData();
    form.set('file', new File([text], 'goods.csv', { type: 'text/csv' }));
    form.set('confirm', String(confirm));
    return request<CatalogueReport>(importGoods, { body: form, cookie });
  };

  it('are previewed, published once, and the refused rows are told', async () => {
    const { cookie } = await person(db, 'first.goods', 'goods');
    const file = [head, row('T0001'), row('T0002', '十元'), row('T0003')].join('\n');
    expect(await send(file, 0, cookie)).toMatchObject({ code: 409, message: /还没有商家M01/ });
    await addMerchant(byStaff(db), { code: 'M01', fields: merchantFieldsOf(), papers: merchantPapersOf() });
    const seen = await send(file, 0, cookie);
    expect(seen).toMatchObject({ code: 200, data: { is_written: 0, refused: 1 } });
    expect(seen.data.rows[0]).toMatchObject({ at: 3, sku: 'T0002', outcome: '拒绝' });
    expect(await db.$count(goods)).toBe(0);
    const done = await send(file, 1, cookie);
    expect(done).toMatchObject({ code: 200, data: { is_written: 1, refused: 1 } });
    const count = await db.$count(goods, eq(goods.isOnShelf, true));
    expect(count).toBe(done.data.added);
    expect(await send(file, 1, cookie)).toMatchObject({ data: { added: 0, updated: 0, same: count } });
    expect(await send('a,b\n1,2\n', 0, cookie)).toMatchObject({
      code: 422,
      data: { errors: { file: [expect.stringMatching(/^[^-]*$/)] } },
    });
    const busy = await withFreeLock(url, importLock, () => send(file, 1, cookie));
    expect(busy?.done).toMatchObject({ code: 409, message: /另一次导入正在进行/ });
    const clerk = await person(db, 'first.clerk', 'service');
    expect(await send(file, 0, clerk.cookie)).toMatchObject({ code: 403 });
  });
});

describe('the steps', () => {
  it('say what is done and what is lacking, and a backup in the browser is one of them', async () => {
    const { cookie } = await person(db, 'first.admin', 'admin');
    forgetNewestBackup();
    const before = await findSteps(db, new Date());
    expect(before.filter(({ isDone }) => isDone).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['有商家', '有上架的商品', '有平台管理员']),
    );
    expect(before.find(({ group }) => group === 'backup')).toMatchObject({ isDone: false, isMust: true });
    const done = await request<BackupAnswer>(backUp, { method: 'POST', cookie });
    expect(done).toMatchObject({ code: 200, data: { is_done: 1, text: expect.stringContaining('张表') } });
    const entries = await db.select().from(auditLog).where(eq(auditLog.act, 'job.backup'));
    expect(entries.map(({ actorId }) => actorId)).toEqual(['first.admin']);
    const after = await findSteps(db, new Date());
    expect(after.find(({ group, isMust }) => group === 'backup' && isMust)).toMatchObject({
      isDone: true,
      text: '有最近的备份',
    });
    const clerk = await person(db, 'first.money', 'finance');
    expect(await request(backUp, { method: 'POST', cookie: clerk.cookie })).toMatchObject({ code: 403 });
  });
});
