/** Stores that a head office named while it registered: seen by the desk, opened once each, or dropped; nobody else's. */

import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { creditCode } from '#demo/seed/credit-code.ts';
import { companies } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { NamedStore } from '#lib/rules/companies/registration.ts';
import { getCompanyFile } from '#lib/server/companies/companies.ts';
import { getReviewFile } from '#lib/server/companies/review.ts';
import { auditLog, company, companyApplication, registration } from '#lib/server/db/schema.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { dropNamedStore } from '#lib/server/stores/drop.ts';
import { openNamedStores } from '#lib/server/stores/open-many.ts';
import { addStore, listMyStores } from '#lib/server/stores/stores.ts';
import { handedIn } from '#tests/support/applications.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const add = routeOf(api.addStore);
const drop = routeOf(api.dropNamedStore);

const { db } = await testDatabase();
const staff = byStaff(db);
let serial = 0;

function named(name: string): NamedStore {
  return {
    companyId: null,
    name,
    creditCode: creditCode('420102', 810_000 + ++serial),
    regionCode: '420102',
  };
}

/** An approved head office that has named these stores. */
async function head(...names: string[]): Promise<{ owner: Account; stores: NamedStore[] }> {
  const [owner] = await makeBuyers(db, 1);
  const stores = names.map(named);
  await db.insert(registration).values({ companyId: owner!.companyId, form: 'head', stores });
  return { owner: owner!, stores };
}

const open = (
  owner: Account,
  { name, creditCode: credit_code }: Pick<NamedStore, 'name' | 'creditCode'>,
  more = {},
) =>
  addStore(contextOf(db, owner), {
    name,
    code: '',
    credit_code,
    inherits: 1,
    receiver: '店长',
    phone: '13800138000',
    region_code: '420102',
    detail: '沿江大道9号',
    ...more,
  });
const strike = (owner: Account, credit_code: string) => dropNamedStore(contextOf(db, owner), { credit_code });
const waiting = async (owner: Account) =>
  (await listMyStores(contextOf(db, owner))).waiting.map(({ name }) => name);
const rows = async ({ companyId }: Account) =>
  (await getCompanyFile(staff, { id: companyId })).named_stores.map((row) => [
    row.name,
    row.state_text,
    row.company_id,
  ]);

describe('a named store', () => {
  it('waits at the head office with what is known of it, and is opened once, of five at once', async () => {
    const { owner, stores } = await head('江岸一店', '江岸二店');
    const [first] = stores;
    expect((await listMyStores(contextOf(db, owner))).waiting[0]).toEqual({
      name: '江岸一店',
      credit_code: first!.creditCode,
      region_code: '420102',
      region: '湖北省武汉市江岸区',
      receiver: '收货人',
      phone: '13800138000',
    });
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => open(owner, first!)));
    const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect(made).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 409, message: expect.stringContaining('已经开通') });
    expect(await db.$count(company, eq(company.headId, owner.companyId))).toBe(1);
    expect(await rows(owner)).toEqual([
      ['江岸一店', '已开通', made[0]],
      ['江岸二店', '待开通', 0],
    ]);
    // Its own address, here and there: others have theirs.
    const place = '湖北省武汉市江岸区沿江大道9号';
    expect((await getCompanyFile(staff, { id: owner.companyId })).named_stores[0]?.address).toBe(place);
    expect((await listMyStores(contextOf(db, owner))).list[1]).toMatchObject({ id: made[0], address: place });
    expect(await waiting(owner)).toEqual(['江岸二店']);
    await expect(strike(owner, first!.creditCode)).rejects.toMatchObject({ code: 409 });
  });

  it('of two that are opened at once both are written down', async () => {
    const { owner, stores } = await head('汉口一店', '汉口二店', '汉口三店');
    await Promise.all([
      open(owner, stores[0]!, { code: '1' }),
      open(owner, stores[1]!, { code: '2' }),
      strike(owner, stores[2]!.creditCode),
    ]);
    expect((await rows(owner)).map(([, state]) => state)).toEqual(['已开通', '已开通', '不再开通']);
  });

  it('is opened with others by one press, once under any repeat; a refused one stops none', async () => {
    const { owner, stores } = await head('武昌一店', '武昌二店', '武昌三店', '武昌四店');
    const [one, two, three, four] = stores as [NamedStore, NamedStore, NamedStore, NamedStore];
    const foreign = named('别家的店');
    await strike(owner, three.creditCode);
    const openMany = (who: Account, list: readonly NamedStore[]) =>
      openNamedStores(contextOf(db, who), {
        inherits: 1,
        stores: list.map(({ creditCode: credit_code }) => ({
          credit_code,
          receiver: '店长',
          phone: '13800138000',
          detail: '沿江大道9号',
        })),
      });
    const asked = [one, foreign, two, three];
    const both = await Promise.all([openMany(owner, asked), openMany(owner, asked)]);
    const statesOf = (nth: number) => both.map(({ results }) => results[nth]?.state).sort();
    expect([0, 1, 2, 3].map(statesOf)).toEqual([
      ['done', 'opened'],
      ['failed', 'failed'],
      ['done', 'opened'],
      ['failed', 'failed'],
    ]);
    expect(
      both[0]?.results.map(({ sentence }) => sentence).filter((text) => text.includes('划去')),
    ).toHaveLength(1);
    expect(both[0]?.stores.waiting.map(({ name }) => name)).toEqual(['武昌四店']);
    expect(await db.$count(company, eq(company.headId, owner.companyId))).toBe(2);
    // The list of one head office opens nothing of another's.
    const [stranger] = await makeBuyers(db, 1);
    expect((await openMany(stranger!, [four])).results[0]?.state).toBe('failed');
    expect(await waiting(owner)).toEqual(['武昌四店']);
  });

  it('on papers of its own begins its application with the code', async () => {
    const { owner, stores } = await head('洪山药房');
    const { id } = await open(owner, stores[0]!, { inherits: 0 });
    const [draft] = await db.select().from(companyApplication).where(eq(companyApplication.companyId, id));
    expect(draft).toMatchObject({
      status: 'draft',
      data: { creditCode: stores[0]!.creditCode, name: '洪山药房', receiver: '店长' },
    });
  });

  it('is not added beside the list by its name', async () => {
    const { owner, stores } = await head('硚口一店');
    await expect(open(owner, { ...stores[0]!, creditCode: '' })).rejects.toMatchObject({
      code: 422,
      data: { errors: { name: [expect.stringContaining('待开通清单')] } },
    });
    await open(owner, { ...stores[0]!, creditCode: '', name: '硚口别的店' });
  });

  it('that is not wanted is dropped, which is safe to repeat, and the desk goes on seeing it', async () => {
    const { owner, stores } = await head('武昌一店', '武昌二店');
    const code = stores[0]!.creditCode;
    const both = await Promise.all([strike(owner, code), strike(owner, code)]);
    for (const one of [...both, await strike(owner, code)])
      expect(one.waiting.map(({ name }) => name)).toEqual(['武昌二店']);
    const key = String(owner.companyId);
    expect(await db.$count(auditLog, and(eq(auditLog.act, 'store.drop'), eq(auditLog.subjectKey, key)))).toBe(
      1,
    );
    expect(await rows(owner)).toContainEqual(['武昌一店', '不再开通', 0]);
    await expect(open(owner, stores[0]!)).rejects.toMatchObject({ code: 409 });
    // Another of this name can be added now.
    await open(owner, { name: '武昌一店', creditCode: '' });
  });

  it('of another head office is not there', async () => {
    const { owner, stores } = await head('青山一店');
    const { owner: stranger } = await head('别家一店');
    await expect(open(stranger, stores[0]!)).rejects.toMatchObject({ code: 404 });
    await expect(strike(stranger, stores[0]!.creditCode)).rejects.toMatchObject({ code: 404 });
    expect(await waiting(stranger)).toEqual(['别家一店']);
    expect(await waiting(owner)).toEqual(['青山一店']);
  });

  it('waits while its head office does', async () => {
    const { owner, stores } = await head('汉阳一店');
    const reviewing: Account = { ...owner, companyState: 'reviewing' };
    expect(await listMyStores(contextOf(db, reviewing))).toMatchObject({ may_open: 0, waiting: [{}] });
    for (const one of [
      open(reviewing, stores[0]!, { inherits: 0 }),
      strike(reviewing, stores[0]!.creditCode),
    ])
      await expect(one).rejects.toMatchObject({ code: 409, message: expect.stringContaining('审核通过后') });
  });

  it('is refused in words where the call is not one, and to whom may not manage', async () => {
    const owner = await loginAs('demo');
    const buyer = await loginAs('demo-caigou');
    const body = { credit_code: creditCode('420102', 819_999) };
    expect(await request(drop, { cookie: owner, body: {} })).toMatchObject({
      code: 422,
      message: expect.stringContaining('统一社会信用代码'),
    });
    expect(await request(drop, { cookie: owner, body })).toMatchObject({
      code: 404,
      message: expect.stringContaining('清单'),
    });
    expect(await request(drop, { cookie: buyer, body })).toMatchObject({ code: 403 });
    expect(await request(drop, { body })).toMatchObject({ code: 401 });
    expect(
      await request(add, { cookie: owner, body: { credit_code: ['1', '2'], name: '测试门店' } }),
    ).toMatchObject({ code: 422, data: { errors: { credit_code: [expect.any(String)] } } });
  });
});

describe('the desk', () => {
  it('sees them in the file of the application, with a code that another company has', async () => {
    const { id, companyId } = await handedIn(db, 81_001);
    const [other] = await db.select().from(company).where(eq(company.id, companies.other));
    const stores = [named('审核一店'), { ...named('审核二店'), creditCode: other!.creditCode! }];
    await db.insert(registration).values({ companyId, form: 'head', stores });
    const { named_stores: seen } = await getReviewFile(staff, { id });
    expect(seen).toEqual([
      {
        name: '审核一店',
        credit_code: stores[0]!.creditCode,
        address: '湖北省武汉市江岸区',
        state_text: '待开通',
        company_id: 0,
        problem: '',
      },
      expect.objectContaining({ name: '审核二店', problem: expect.stringContaining(`企业${other!.id}`) }),
    ]);
    expect((await getCompanyFile(staff, { id: companies.other })).named_stores).toEqual([]);
  });
});
