import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { addressList, addressWire } from '#lib/contract/addresses.ts';
import { api } from '#lib/contract/api.ts';
import {
  createAddress,
  deleteAddress,
  listAddresses,
  makeDefaultAddress,
  updateAddress,
} from '#lib/server/addresses/addresses.ts';
import { address } from '#lib/server/db/schema.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const remove = routeOf(api.deleteAddress);
const update = routeOf(api.updateAddress);
const create = routeOf(api.createAddress);
const list = routeOf(api.addresses);
const regions = routeOf(api.regions);

const { db } = await testDatabase();
const demo = await contextOf(db, 'demo');
const other = await contextOf(db, 'other');

const fields = {
  receiver: '王小明',
  phone: '13800138000',
  region_code: '420106',
  detail: '中山路1号',
  is_default: 0 as const,
};

async function defaults(companyId: number): Promise<number[]> {
  const rows = await db
    .select({ id: address.id })
    .from(address)
    .where(and(eq(address.companyId, companyId), eq(address.isDefault, true), isNull(address.deletedAt)));
  return rows.map((row) => row.id);
}

beforeEach(async () => {
  await db.update(address).set({ deletedAt: null, isDefault: false });
  await db.delete(address).where(eq(address.receiver, '王小明'));
  for (const { companyId, id } of [
    { companyId: known.companies.demo, id: known.addressDefault },
    { companyId: known.companies.other, id: (await ofOther()).id },
  ])
    await db
      .update(address)
      .set({ isDefault: true })
      .where(and(eq(address.companyId, companyId), eq(address.id, id)));
});

async function ofOther() {
  const [row] = await db.select().from(address).where(eq(address.companyId, known.companies.other));
  return row!;
}

describe('addresses', () => {
  it('are listed, the default one first', async () => {
    const cookie = await loginAs('demo');
    const { list: rows, total } = addressList.parse((await request(list, { cookie })).data);
    expect(total).toBe(2);
    expect(rows.map((row) => [row.id, row.is_default])).toEqual([
      [known.addressDefault, 1],
      [known.addressSecond, 0],
    ]);
  });

  it('take their names from the code, or the code from the names', async () => {
    const cookie = await loginAs('demo');
    const byCode = await request(create, { body: fields, cookie });
    expect(addressWire.parse(byCode.data)).toMatchObject({
      province: '湖北省',
      city: '武汉市',
      district: '武昌区',
    });
    const { region_code: _, ...rest } = fields;
    const names = { province: '北京市', city: '市辖区', district: '东城区' };
    const byName = await request(create, { body: { ...rest, ...names }, cookie });
    expect(byName.data).toMatchObject({ region_code: '110101', city: '北京市' });
  });

  it.each([
    ['phone', '12345'],
    ['phone', ''],
    ['phone', '23800138000'],
    ['receiver', ''],
    ['receiver', '名'.repeat(31)],
    ['detail', ''],
    ['detail', '路'.repeat(101)],
    ['region_code', '42'],
    ['region_code', '999999'],
    ['is_default', '7'],
  ])('refuse %s %j with a sentence for that field', async (field, value) => {
    const cookie = await loginAs('demo');
    const answer = await request<{ errors: Record<string, string[]> }>(create, {
      body: { ...fields, [field]: value },
      cookie,
    });
    expect(answer).toMatchObject({ code: 422, status: 422 });
    expect(answer.data.errors[field]?.[0]).toMatch(/[一-龥]/);
  });

  it('read full-width phones and landlines', async () => {
    const full = await createAddress(demo, { ...fields, phone: '13800138000' });
    expect(full.phone).toBe('13800138000');
    const cookie = await loginAs('demo');
    const answer = await request(create, { body: { ...fields, phone: '０２７-８８８８６６６６' }, cookie });
    expect(answer.data).toMatchObject({ phone: '027-88886666' });
  });

  it('keep one default, also when ten want to be it at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? createAddress(demo, { ...fields, is_default: 1 })
          : makeDefaultAddress(demo, { id: known.addressSecond }),
      ),
    );
    expect(await defaults(known.companies.demo)).toHaveLength(1);
    expect(await defaults(known.companies.other)).toHaveLength(1);
  });

  it('hand the default on when it is deleted, and have none when the last goes', async () => {
    const { list: left } = await deleteAddress(demo, { id: known.addressDefault });
    expect(left.map((row) => [row.id, row.is_default])).toEqual([[known.addressSecond, 1]]);
    await expect(deleteAddress(demo, { id: known.addressDefault })).rejects.toMatchObject({ code: 404 });
    await deleteAddress(demo, { id: known.addressSecond });
    expect(await listAddresses(demo)).toEqual({ list: [], total: 0 });
    expect(await createAddress(demo, fields)).toMatchObject({ is_default: 1 });
  });

  it('stay consistent when two are deleted at once', async () => {
    await Promise.all([
      deleteAddress(demo, { id: known.addressDefault }),
      deleteAddress(demo, { id: known.addressSecond }),
      createAddress(demo, fields),
    ]);
    expect(await defaults(known.companies.demo)).toHaveLength(1);
  });

  it('belong to their company', async () => {
    const { id } = await ofOther();
    await expect(updateAddress(demo, { id, ...fields })).rejects.toMatchObject({ code: 404 });
    await expect(deleteAddress(demo, { id })).rejects.toMatchObject({ code: 404 });
    await expect(makeDefaultAddress(demo, { id })).rejects.toMatchObject({ code: 404 });
    expect(await defaults(known.companies.demo)).toEqual([known.addressDefault]);
    expect(await listAddresses(other)).toMatchObject({ total: 1, list: [{ id, receiver: '何清越' }] });
    const cookie = await loginAs('demo');
    expect(await request(update, { params: { id: String(id) }, body: fields, cookie })).toMatchObject({
      code: 404,
    });
  });

  it('are at most fifty, also under many at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 60 }, () => createAddress(demo, fields)));
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(48);
    expect((await listAddresses(demo)).total).toBe(50);
  });

  it('are read only for those who may not order', async () => {
    const cookie = await loginAs('demo-zhidu');
    expect(await request(create, { body: fields, cookie })).toMatchObject({ code: 403 });
    const params = { id: String(known.addressSecond) };
    expect(await request(remove, { params, body: {}, cookie })).toMatchObject({ code: 403 });
    expect((await listAddresses(await contextOf(db, 'demo-zhidu'))).total).toBe(2);
  });
});

it('gives the divisions for the cascader, to be kept for a day', async () => {
  const answer = await request<{ code: string; children: unknown[] }[]>(regions);
  expect(answer.data).toHaveLength(31);
  expect(answer.headers.get('cache-control')).toContain('max-age=86400');
});
