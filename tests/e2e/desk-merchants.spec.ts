/** A merchant's way into the shop by browser alone: added, its goods by a file, its own part changed, at rest and stopped. */
import { alive } from '#tests/support/alive.ts';
import { toastOf } from '#tests/support/controls.ts';
import { signInAtDesk, signInAtMerchantDesk } from '#tests/support/desk.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { violationsOf } from '#tests/support/sound.ts';

test.setTimeout(360_000);

const run = Date.now().toString(36).toUpperCase().slice(-5);
const code = `Z${run}`;
const goods = [
  '商品编码,大类,一级分类,二级分类,通用名,商标,生产企业,规格,剂型,产地,等级尺寸,批准文号,国家本位码,单位,中包装,件装,处方分类,经营范围,贮藏,有效期(月),功能主治,批发价,建议零售价,商家,库存,批号,生产日期,有效期至',
  `E${run}1,化学药,抗感染,青霉素类,开业试验片,,重庆试验制药有限公司,0.1g*${run},片剂,重庆,,国药准字H20260001,,盒,10,100,处方药,化学药制剂,常温,24,用于试验,12.50,20.00,${code},500,L1,2026-06-01,2028-05-31`,
  `E${run}2,化学药,抗感染,青霉素类,开业试验粉,,重庆试验制药有限公司,0.2g*${run},片剂,重庆,,国药准字H20260002,,盒,10,100,处方药,化学药制剂,常温,24,用于试验,十元,20.00,${code},500,L1,2026-06-01,2028-05-31`,
].join('\n');

test('a merchant is added, gets goods by a file, rests, and is stopped', async ({
  page,
  context,
  newVisitor,
}) => {
  await signInAtDesk(context, 'e2e.merchants', 'admin');
  await page.goto('/desk/first-day');
  await expect(page.getByRole('heading', { name: '开业准备' })).toBeVisible();
  await expect(page.getByText('有商家', { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.goto('/desk/merchants');
  await page.getByRole('link', { name: '新增商家' }).click();
  await alive(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: '编码' }).fill(code);
  await page.getByRole('button', { name: '新增' }).click();
  await expect(page.getByText('请填写企业全称')).toBeVisible();
  const fields: Record<string, string> = {
    企业全称: `湖北${run}医药有限公司`,
    简称: `试验${run}`,
    省: '湖北',
    市: '武汉',
    地址: '武汉市某区某路9号',
    电话: '027-88886666',
    专营品类: '抗感染用药',
    运费: '10',
    免运费金额: '300',
    营业执照证号: '91420100MA4KXAAA1P',
  };
  for (const [label, value] of Object.entries(fields))
    await page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.getByLabel(`${label} *`))
      .first()
      .fill(value);
  await page.getByLabel('营业执照发证日期').fill('2020-01-01');
  await page.getByLabel('药品经营许可证证号').fill('鄂AA0270001');
  await page.getByLabel('药品经营许可证发证日期').fill('2024-01-01');
  await page.getByLabel('药品经营许可证有效期至').fill('2028-12-31');
  await page.getByRole('button', { name: '新增' }).click();
  await expect(page.getByRole('heading', { name: `${code} 试验${run}` })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const id = Number(page.url().split('/').at(-1));

  await page.goto('/desk/catalogue');
  await alive(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '目录.csv', mimeType: 'text/csv', buffer: Buffer.from(goods) });
  await expect(page.getByText('还没有写入')).toBeVisible();
  await expect(page.getByRole('table', { name: '每行的结果' }).getByRole('row').nth(1)).toContainText('拒绝');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '导入1行' }).click();
  await expect(page.getByText('已导入', { exact: true })).toBeVisible();

  const shop = await (await newVisitor()).newPage();
  await expect(async () => {
    await shop.goto(`/ListOthershanghu/${id}`);
    await expect(shop.getByText('开业试验片').first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  const own = await newVisitor();
  await signInAtMerchantDesk(own, { username: 'e2e.own.merchant', role: 'admin', merchantId: id });
  const theirs = await own.newPage();
  await theirs.goto('/desk/merchant');
  await alive(theirs);
  expect(await violationsOf(theirs)).toEqual([]);
  await expect(theirs.getByRole('textbox', { name: '企业全称' })).toHaveCount(0);
  await theirs.getByRole('textbox', { name: '起订金额' }).fill('88');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await theirs.getByLabel('休息开始').fill(today);
  await theirs.getByLabel('休息结束').fill(today);
  await theirs.getByRole('button', { name: '保存' }).click();
  await expect(toastOf(theirs)).toContainText('已保存');
  await expect(theirs.getByText('休息中')).toBeVisible();

  await page.goto(`/desk/merchants/${id}`);
  await alive(page);
  await expect(page.getByRole('textbox', { name: '起订金额' })).toHaveValue('88.00');
  await page.getByRole('button', { name: '停止销售' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('试验结束');
  await dialog.getByRole('button', { name: '停止销售' }).click();
  await expect(page.getByText(/起停止销售/)).toBeVisible();
});
