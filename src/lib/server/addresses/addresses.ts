/** Delivery addresses: they belong to the company, and one of them is the default. */
import {
  type AddressFields,
  type AddressList,
  type AddressWire,
  maxAddresses,
} from '#lib/contract/addresses.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { isPlaceToCheck } from '#lib/rules/companies/delivery-place.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import type { Account } from '../people/account-rows.ts';
import { findRegion, findRegionByName } from './regions.ts';
import {
  type AddressRow,
  type AddressValues,
  countAddresses,
  deleteAddress as deleteRow,
  findAddress,
  findDefaultAddress,
  insertAddress,
  listAddresses as listRows,
  lockAddresses,
  setDefaultAddress,
  updateAddress as updateRow,
} from './rows.ts';

const gone = '收货地址不存在或已被删除';

/** `GET /api/address`: the default one first. */
export async function listAddresses({ db, actor: { account } }: Context<'buyer'>): Promise<AddressList> {
  const list = (await listRows(db, account.companyId)).map((row) => addressOf(row, account));
  return { list, total: list.length };
}

/** `POST /api/address`: the first address becomes the default by itself. At most 50 a company. */
export async function createAddress(context: Context<'buyer'>, input: AddressFields): Promise<AddressWire> {
  const values = valuesOf(input);
  return change(context, async (tx) => {
    const { companyId } = context.actor.account;
    const count = await countAddresses(tx, companyId);
    if (count >= maxAddresses)
      throw fieldError('detail', `最多保存${maxAddresses}个收货地址，请先删除不用的地址`);
    const made = await insertAddress(tx, companyId, values);
    if (input.is_default === 1 || (await findDefaultAddress(tx, companyId)) === null)
      await setDefaultAddress(tx, companyId, made.id);
    return made.id;
  });
}

/** `POST /api/address/{id}`. The default address stays so until another one becomes it. */
export async function updateAddress(
  context: Context<'buyer'>,
  input: AddressFields & { id: number },
): Promise<AddressWire> {
  const values = valuesOf(input);
  return change(context, async (tx) => {
    const { companyId } = context.actor.account;
    const changed = await updateRow(tx, companyId, input.id, values);
    if (changed === null) throw new AppError(404, gone);
    if (input.is_default === 1) await setDefaultAddress(tx, companyId, input.id);
    return input.id;
  });
}

/** `POST /api/address/{id}/default`. Safe to repeat. */
export async function makeDefaultAddress(
  context: Context<'buyer'>,
  input: { id: number },
): Promise<AddressWire> {
  return change(context, async (tx) => {
    const isOwn = await setDefaultAddress(tx, context.actor.account.companyId, input.id);
    // Thrown inside the transaction, so the old default remains.
    if (!isOwn) throw new AppError(404, gone);
    return input.id;
  });
}

/** `POST /api/address/{id}/delete`: when the default is deleted, the oldest of the others replaces it. */
export async function deleteAddress(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: { id: number },
): Promise<AddressList> {
  await db.transaction(async (tx) => {
    await lockAddresses(tx, account.companyId);
    if (!(await deleteRow(tx, account.companyId, input.id, now))) throw new AppError(404, gone);
    const [next] = await listRows(tx, account.companyId);
    if (next && !next.isDefault) await setDefaultAddress(tx, account.companyId, next.id);
  });
  const list = (await listRows(db, account.companyId)).map((row) => addressOf(row, account));
  return { list, total: list.length };
}

async function change(
  { db, actor: { account } }: Context<'buyer'>,
  work: (tx: Tx) => Promise<number>,
): Promise<AddressWire> {
  const row = await db.transaction(async (tx) => {
    await lockAddresses(tx, account.companyId);
    return findAddress(tx, account.companyId, await work(tx));
  });
  if (row === null) throw new AppError(404, gone);
  return addressOf(row, account);
}

/** The names always follow the code, so that freight and label agree. */
function valuesOf(input: AddressFields): AddressValues {
  const { receiver, phone, detail } = input;
  return { receiver, phone, detail, ...findPlace(input) };
}

/** The chosen district, by its code or its three names. Throws 422 for an unknown one. */
export function findPlace({
  region_code,
  province,
  city,
  district,
}: Pick<AddressFields, 'region_code' | 'province' | 'city' | 'district'>) {
  const region = region_code
    ? findRegion(region_code)
    : findRegionByName(province ?? '', city ?? '', district ?? '');
  if (region === undefined) throw fieldError('region_code', '请选择省、市、区县');
  return {
    regionCode: region.code,
    province: region.province,
    city: region.city,
    district: region.district,
  };
}

/** An address on the wire. */
export function addressOf(row: AddressRow, { regionCode }: Pick<Account, 'regionCode'>): AddressWire {
  return {
    id: row.id,
    receiver: row.receiver,
    phone: row.phone,
    province: row.province,
    city: row.city,
    district: row.district,
    region_code: row.regionCode,
    detail: row.detail,
    is_default: row.isDefault ? 1 : 0,
    to_check: isPlaceToCheck(row.regionCode, regionCode) ? 1 : 0,
  };
}
