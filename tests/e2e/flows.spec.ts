/** 四流证明: downloaded from an order, checked on a page without the server's word; a changed file does not pass. */
import { readFileSync } from 'node:fs';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { proveDay } from '#lib/server/flows/prove.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { paidOrder } from '#tests/support/placed.ts';
import { violationsOf } from '#tests/support/sound.ts';

test('a buyer downloads the proof of an order and anyone checks it; a changed one does not agree', async ({
  page,
  logIn,
  newVisitor,
  expectStatus,
  database,
}) => {
  await logIn();
  const no = await paidOrder(page.context());
  // A night to come, another one with each run.
  const night = Date.now() + (1 + Math.floor(Math.random() * 30)) * 86_400_000;
  expectStatus(404, `/file/proof/${no}`);
  await page.goto(`/order/info/${no}`);
  await page.getByRole('button', { name: '下载', exact: true }).click();
  await expect(page.getByText('这张订单还没有四流证明')).toBeVisible();
  await proveDay(database.db, dayKey(night), new Date());
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载', exact: true }).click();
  const text = readFileSync(await (await download).path(), 'utf8');

  const guest = await (await newVisitor()).newPage();
  await guest.goto('/verify');
  const picker = guest.getByLabel('四流证明、收货资料包或发票文件', { exact: true });
  const file = (content: string) => ({
    name: `四流证明-${no}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });
  await expect(guest.locator('main astro-island[ssr]')).toHaveCount(0);
  await picker.setInputFiles(file(text));
  await expect(guest.getByText(`相符：订单${no}的票、账、货、款记录`)).toBeVisible();
  expect(await violationsOf(guest, 'main')).toEqual([]);
  const root = await guest
    .getByText(/^[0-9a-f]{64}$/)
    .first()
    .textContent();
  await guest.getByLabel('自己以前记下的根值（选填）').fill(`${root?.slice(1)}0`);
  await expect(guest.getByText('您记下的根值与')).toBeVisible();
  await guest.getByLabel('自己以前记下的根值（选填）').fill('');
  const proof = JSON.parse(text);
  await picker.setInputFiles(
    file(JSON.stringify({ ...proof, flow: { ...proof.flow, refunded: proof.flow.refunded + 100 } })),
  );
  await expect(guest.getByText(`不相符：订单${no}的记录`)).toBeVisible();
  await picker.setInputFiles(file('{}'));
  await expect(guest.getByText('这些文件里没有四流证明')).toBeVisible();
});
