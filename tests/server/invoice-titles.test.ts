import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { maxTitles, titleList, titleWire } from '#lib/contract/invoice-titles.ts';
import { invoiceTitle } from '#lib/server/db/schema.ts';
import {
  addTitle,
  changeTitle,
  listTitles,
  makeDefaultTitle,
  removeTitle,
} from '#lib/server/invoices/titles.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { refusalOf } from '#tests/support/refusal.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');

const fields = {
  kind: 'ordinary' as const,
  name: '康泽源大药房',
  tax_no: '91420106MA4KXQ6L04',
  bank: '',
  bank_account: '',
  address: '',
  phone: '',
  mail: '',
  mobile: '',
  is_default: 0 as const,
};
const named = (name: string) => ({ ...fields, name });

async function defaults(companyId: number): Promise<string[]> {
  const rows = await db
    .select({ name: invoiceTitle.name })
    .from(invoiceTitle)
    .where(
      and(
        eq(invoiceTitle.companyId, companyId),
        eq(invoiceTitle.isDefault, true),
        isNull(invoiceTitle.removedAt),
      ),
    );
  return rows.map(({ name }) => name);
}

beforeEach(async () => {
  await db.delete(invoiceTitle);
});

describe('titles', () => {
  it('are added and listed: the first is the default', async () => {
    const cookie = await loginAs('demo');
    const body = { ...fields, tax_no: ' ９１420106ma4kxq6l04 ', mail: 'cw@kangze.example.cn' };
    const made = titleWire.parse((await request(routeOf(api.addTitle), { body, cookie })).data);
    expect(made).toMatchObject({ tax_no: '91420106MA4KXQ6L04', is_default: 1, kind_text: '普通发票' });
    await addTitle(demo, named('二店'));
    const { list, total } = titleList.parse((await request(routeOf(api.titles), { cookie })).data);
    expect([total, list.map(({ name, is_default }) => [name, is_default])]).toEqual([
      2,
      [
        ['康泽源大药房', 1],
        ['二店', 0],
      ],
    ]);
    expect((await listTitles(other)).list).toEqual([]);
  });

  it('are one where the same is sent twice, or by ten at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => addTitle(demo, fields)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await refusalOf(addTitle(demo, { ...fields, mobile: '13800000001' }))).toMatchObject({
      code: 422,
      message: /请直接修改/,
    });
  });

  it.each([
    ['tax_no', '91420106MA4KXQ6L05', /校验位/],
    ['tax_no', '1234', /15至20位/],
    ['name', '', /请填写抬头名称/],
    ['name', '<药房>', /不能含有/],
    ['mail', 'nobody', /邮箱/],
    ['mobile', '123', /手机号/],
    ['bank_account', '12345678', /开户行/],
    ['kind', 'paper', /发票种类/],
  ])('refuse %s %j', async (field, value, sentence) => {
    const cookie = await loginAs('demo');
    const body = { ...fields, [field]: value };
    const answer = await request<{ errors: Record<string, string[]> }>(routeOf(api.addTitle), {
      body,
      cookie,
    });
    expect(answer.code).toBe(422);
    expect(Object.values(answer.data.errors).flat().join()).toMatch(sentence);
  });

  it('of 专票 want bank, account, address and telephone, each said at its field', async () => {
    const refusal = await refusalOf(addTitle(demo, { ...fields, kind: 'special' }));
    expect(refusal.code).toBe(422);
    expect(refusal.data).toMatchObject({
      errors: {
        bank: ['开具专票请填写开户行'],
        bank_account: ['开具专票请填写银行账号'],
        address: ['开具专票请填写注册地址'],
        phone: ['开具专票请填写注册电话'],
      },
    });
  });

  it('are changed once of two at once; the same again changes nothing', async () => {
    const { id, version } = await addTitle(demo, fields);
    const answers = await Promise.allSettled(
      ['13800000001', '13800000002'].map((mobile) => changeTitle(demo, { ...fields, id, version, mobile })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const now = (await listTitles(demo)).list[0]!;
    expect(now.version).toBe(version + 1);
    expect(await changeTitle(demo, { ...fields, id, version, mobile: now.mobile })).toEqual(now);
    expect(await refusalOf(changeTitle(demo, { ...fields, id, version, mobile: '' }))).toMatchObject({
      code: 409,
    });
  });

  it('do not become another one', async () => {
    await addTitle(demo, fields);
    const second = await addTitle(demo, named('二店'));
    expect(await refusalOf(changeTitle(demo, { ...fields, id: second.id, version: 1 }))).toMatchObject({
      code: 422,
    });
  });

  it('keep one default, also when ten want to be it at once', async () => {
    const made: { id: number }[] = [];
    for (const name of ['一店', '二店', '三店']) made.push(await addTitle(demo, named(name)));
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0
          ? makeDefaultTitle(demo, { id: made[at % 3]!.id })
          : addTitle(demo, { ...named(`新${at}`), is_default: 1 }),
      ),
    );
    expect(await defaults(demo.actor.account.companyId)).toHaveLength(1);
  });

  it('are removed: the oldest of the others is the default then; the name is free again', async () => {
    const first = await addTitle(demo, fields);
    await addTitle(demo, named('二店'));
    const { list } = await removeTitle(demo, { id: first.id });
    expect(list.map(({ name, is_default }) => [name, is_default])).toEqual([['二店', 1]]);
    expect(await refusalOf(removeTitle(demo, { id: first.id }))).toMatchObject({ code: 404 });
    expect((await addTitle(demo, fields)).id).not.toBe(first.id);
  });

  it('are twenty at most', async () => {
    for (let at = 0; at < maxTitles; at++) await addTitle(demo, named(`店${at}`));
    expect(await refusalOf(addTitle(demo, named('多一个')))).toMatchObject({ code: 422 });
  });

  it('are the company’s: another company finds, changes and removes none', async () => {
    const { id, version } = await addTitle(demo, fields);
    for (const act of [
      () => changeTitle(other, { ...fields, id, version }),
      () => makeDefaultTitle(other, { id }),
      () => removeTitle(other, { id }),
    ])
      expect(await refusalOf(act())).toMatchObject({ code: 404 });
    expect(await defaults(demo.actor.account.companyId)).toEqual(['康泽源大药房']);
  });

  it('are kept by the owner and 财务 alone', async () => {
    const titles = routeOf(api.titles);
    expect((await request(titles)).code).toBe(401);
    for (const [name, code] of [
      ['demo-caiwu', 200],
      ['demo-caigou', 403],
      ['demo-shouhuo', 403],
      ['demo-zhidu', 403],
    ] as const)
      expect([name, (await request(titles, { cookie: await loginAs(name) })).code]).toEqual([name, code]);
  });
});
