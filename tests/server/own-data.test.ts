/** One's own data: the name is changed by oneself, the phone is not, the company's data is shown. */

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#demo/seed/known.ts';
import { userInfo } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import { scopeCodes } from '#lib/rules/companies/qualification.ts';
import { getOwnData } from '#lib/server/accounts/own-data.ts';
import { user } from '#lib/server/db/schema.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const infoCall = routeOf(api.userInfo);
const listViewCall = routeOf(api.saveListView);
const updateCall = routeOf(api.updateUser);

const { db } = await testDatabase();

describe('one’s own name', () => {
  it('is changed by every role, at once and for everything that shows it', async () => {
    const cookie = await loginAs('demo-zhidu');
    const answer = await request(updateCall, { body: 'name= 王小明 ', cookie });
    expect(userInfo.parse(answer.data)).toMatchObject({ name: '王小明' });
    expect(userInfo.parse((await request(infoCall, { cookie })).data).name).toBe('王小明');
    const [other] = await db.select().from(user).where(eq(user.id, users.demo));
    expect(other?.name).not.toBe('王小明');
  });

  it('comes with the phone as it is, and not with another', async () => {
    const cookie = await loginAs('demo');
    const { phone } = (await contextOf(db, 'demo')).actor.account;
    const same = await request(updateCall, { body: { name: '李店长', phone }, cookie });
    expect(same.code).toBe(200);
    const moved = await request(updateCall, { body: { name: '别人', phone: '13911112222' }, cookie });
    expect([moved.code, moved.message]).toEqual([422, '更换手机号须在基本资料里用短信验证码办理']);
    expect((await contextOf(db, 'demo')).actor.account).toMatchObject({ name: '李店长', phone });
  });

  it.each([
    ['name=', '请填写姓名'],
    ['', '请填写姓名'],
    [`name=${'长'.repeat(31)}`, '姓名最多30个字'],
    ['name=a&phone=12', '请填写11位手机号'],
  ])('refuses %s', async (body, sentence) => {
    const answer = await request(updateCall, { body, cookie: await loginAs('demo') });
    expect([answer.code, answer.message]).toEqual([422, sentence]);
  });

  it('is nobody’s without a session', async () => {
    expect((await request(updateCall, { body: 'name=a' })).code).toBe(401);
  });
});

it('the page shows the company’s data with the person’s', async () => {
  const own = await getOwnData(await contextOf(db, 'demo-caigou'));
  expect(own).toMatchObject({ person: { role: '采购员' }, company: { state: '审核通过' } });
  expect(own.company.place).not.toBe('');
  // As the table has them, whatever the query answers in.
  expect(own.company.scopes).toEqual(scopeCodes);
});

describe('the view of lists', () => {
  it('is each person’s own, the last one chosen on any device, in what is told of them anyway', async () => {
    const [phone, desk, other] = await Promise.all([loginAs('demo'), loginAs('demo'), loginAs('other')]);
    const seen = async (cookie: string) =>
      userInfo.parse((await request(infoCall, { cookie })).data).list_view;
    expect(await seen(phone)).toBe('');
    for (const view of ['table', 'drugs', 'drugs']) {
      const answer = await request(listViewCall, { body: { view }, cookie: desk });
      expect([answer.code, answer.data]).toEqual([200, null]);
      expect(await seen(phone)).toBe(view);
    }
    expect([await seen(other), await seen(await loginAs('demo-caigou'))]).toEqual(['', '']);
    // Two devices at once: one of the two stands, for both.
    await Promise.all(
      [phone, desk].map((cookie, at) =>
        request(listViewCall, { body: { view: at ? 'cards' : 'plain' }, cookie }),
      ),
    );
    const [one, two] = await Promise.all([seen(phone), seen(desk)]);
    expect(one).toBe(two);
    expect(['cards', 'plain']).toContain(one);
  });

  it('is one that there is, of somebody who is here', async () => {
    const cookie = await loginAs('demo');
    const answer = await request(listViewCall, { body: { view: 'mosaic' }, cookie });
    expect([answer.code, answer.message]).toEqual([422, '没有这种看法']);
    expect((await request(listViewCall, { body: { view: 'table' } })).code).toBe(401);
  });
});
