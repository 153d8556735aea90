/** The first day of a real shop: an empty database becomes one that sells, by the commands of docs/operations.md. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { runScript } from '#tests/support/backup.ts';
import { testDatabase } from '#tests/support/database.ts';
import { merchantFieldsOf, merchantPapersOf } from '#tests/support/merchant.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { shopSettings } from '#tests/support/shop.ts';

const resetForgotten = routeOf(api.resetForgotten);

const { pool, url } = await testDatabase('empty');
const folder = mkdtempSync(path.join(os.tmpdir(), 'first day '));
const env = {
  ...shopSettings,
  DATABASE_URL: url,
  DEMO: '0',
  AUTH_SECRET: 'a secret for tests, thirty-two characters',
  SITE_URL: 'https://www.example.com',
  BACKUP_TO: path.join(folder, 'backups'),
  HOME: folder,
};
const run = (script: 'ops' | 'import' | 'staff', ...args: string[]) =>
  runScript(script, [...args, '--as', '店长'], process.cwd(), env);

const merchantArgs = [
  ...Object.entries(merchantFieldsOf()).flatMap(([name, value]) => [`--${name}`, value]),
  ...merchantPapersOf().flatMap((paper) => ['--paper', paper]),
];

const catalogue = [
  'sku,kind,category1,category2,name,brand,maker,spec,form,origin,size,approval_no,national_code,unit,mid_pack,case_pack,otc,scope,storage,shelf_life_months,indications,base_price,market_price,stock,lot_no,produced_on,expires_on',
  'T0001,化学药,抗感染,青霉素类,试验重楼片,,重庆试验制药有限公司,0.1g*10片,片剂,重庆,,国药准字H20260001,,盒,10,100,处方药,化学药制剂,常温,24,用于试验,12.50,20.00,500,L1,2026-06-01,2028-05-31',
].join('\n');

test('merchant, import, staff: one goods is on the list, and what is lacking is named in between', async () => {
  const before = await run('ops', 'ready');
  expect(before.code).toBe(1);
  for (const words of ['没有商家 → npm run ops -- merchant add', '没有上架的商品', '没有质管', '没有短信'])
    expect(before.err).toContain(words);

  const file = path.join(folder, 'goods.csv');
  writeFileSync(file, catalogue);
  expect((await run('import', file)).err).toContain('npm run ops -- merchant add M01');
  const wrong = await run('ops', 'merchant', 'add', 'M01', '--name', '湖北');
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('--name：企业全称为4–60个字')]);
  const made = await run('ops', 'merchant', 'add', 'M01', ...merchantArgs);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('--merchant 1') });
  expect((await run('ops', 'merchant', 'add', 'M01', ...merchantArgs)).out).toContain('已存在，内容相同');
  expect((await run('ops', 'merchant', 'show', 'M01')).out).toContain('药品经营许可证：鄂AA0270001');

  expect((await run('import', file)).out).toContain('导入完成');
  expect((await run('staff', 'add', 'shangjia', '--role', 'admin', '--merchant', '1')).code).toBe(0);
  const after = await run('ops', 'ready');
  expect(after.err).not.toMatch(/没有商家|没有上架的商品/);
  const { rows } = await pool.query('select is_on_shelf, stock from goods');
  expect(rows).toEqual([{ is_on_shelf: true, stock: 500 }]);
}, 120_000);

test('an account that the platform opens: the link sets one password, once', async () => {
  const opened = await run(
    'ops',
    'company',
    'add',
    '江城康民大药房',
    '--phone',
    '13812345678',
    '--type',
    '单体药房',
  );
  const token = /token=([\w-]{43})/.exec(opened.out)?.[1] ?? '';
  expect(opened.out).toContain('https://www.example.com/forget/link?token=');
  const cookie = `yp_reset=${token}`;
  const set = () => request(resetForgotten, { body: { password: 'Xiangyang-9527-yao' }, cookie });
  expect((await set()).status).toBe(200);
  expect((await set()).status).toBe(409);
  const again = await run(
    'ops',
    'company',
    'add',
    '江城康民大药房',
    '--phone',
    '13812345678',
    '--type',
    '诊所',
  );
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('已有账号')]);
  expect((await run('ops', 'company', 'add', '江城', '--phone', '138', '--type', '药店')).code).toBe(1);
  expect((await run('ops', 'company', 'link', '13812345678')).out).toContain('/forget/link?token=');
  expect((await run('ops', 'company', 'link', '13900000000')).err).toContain('没有账号');
  const { rows } = await pool.query(
    "select act from audit_log where act in ('company.open', 'member.link') order by id",
  );
  expect(rows.map(({ act }) => act)).toEqual(['company.open', 'member.link']);
}, 120_000);
