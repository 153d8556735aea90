import { expect, it } from 'vitest';
import { listLacks, listSteps, type ShopFacts } from '#lib/rules/site/readiness.ts';

const now = Date.parse('2026-11-28T08:00:00Z');
const ready: ShopFacts = {
  isDemo: false,
  merchants: 1,
  merchantsWithoutAdmin: 0,
  goods: 10,
  roles: ['admin', 'finance', 'review'],
  identityFaults: [],
  hasAddress: true,
  hasSms: true,
  hasInvoices: true,
  hasPayment: true,
  backupAt: now - 3_600_000,
  hasBackupKey: true,
  hasMetrics: true,
  hasSharedFiles: true,
};

it('lacks nothing where all is there', () => {
  expect(listLacks(ready, now)).toEqual([]);
});

it.each<[Partial<ShopFacts>, string, boolean]>([
  [{ isDemo: true }, '这是演示数据库', true],
  [{ identityFaults: ['请设置 SHOP_COMPANY'] }, '请设置 SHOP_COMPANY', true],
  [{ hasAddress: false }, '没有对外网址', true],
  [{ merchants: 0 }, '没有商家', true],
  [{ goods: 0 }, '没有上架的商品', true],
  [{ merchantsWithoutAdmin: 2 }, '有商家没有管理员', true],
  [{ roles: ['finance', 'review'] }, '没有平台管理员', true],
  [{ roles: ['admin', 'finance'] }, '没有质管', true],
  [{ roles: ['admin', 'review'] }, '没有平台财务', true],
  [{ hasPayment: false }, '没有付款方式', true],
  [{ backupAt: null }, '没有 26 小时之内的备份', true],
  [{ backupAt: now - 27 * 3_600_000 }, '没有 26 小时之内的备份', true],
  [{ hasBackupKey: false }, '备份不加密', false],
  [{ hasSms: false }, '没有短信', false],
  [{ hasInvoices: false }, '没有开票渠道', false],
  [{ hasMetrics: false }, '没有指标', false],
  [{ hasSharedFiles: false }, '只在本机', false],
])('%j lacks %s', (facts, text, isMust) => {
  const lacks = listLacks({ ...ready, ...facts }, now);
  expect(lacks).toEqual([{ isMust, text: expect.stringContaining(text), next: expect.stringMatching(/.+/) }]);
});

it('names musts before what can wait', () => {
  const lacks = listLacks({ ...ready, hasSms: false, goods: 0, hasMetrics: false }, now);
  expect(lacks.map(({ isMust }) => isMust)).toEqual([true, false, false]);
});

it('lists every step with its state, each lacking one where it is done', () => {
  const steps = listSteps(ready, now);
  expect(steps.every(({ isDone }) => isDone)).toBe(true);
  const lacking = listSteps({ ...ready, merchants: 0, goods: 0, hasPayment: false }, now).filter(
    ({ isDone }) => !isDone,
  );
  expect(lacking.map(({ group, page }) => [group, page])).toEqual([
    ['merchant', '/desk/merchants/new'],
    ['goods', '/desk/catalogue'],
    ['payment', ''],
  ]);
});
