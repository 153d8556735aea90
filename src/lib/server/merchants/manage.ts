/** Adds and changes merchants for an operator: every column, with an entry in the audit log. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { MerchantValues } from '#lib/rules/companies/merchant-fields.ts';
import { type MerchantReading, readMerchant, shownLicence } from '#lib/rules/companies/merchant-form.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import {
  countMerchantGoods,
  insertMerchant,
  listMerchantPapers,
  listMerchantRows,
  type MerchantPaperRow,
  type MerchantRow,
  putMerchantPapers,
  takeMerchantTurn,
  updateMerchant,
} from './desk-rows.ts';

/** Input for a merchant: fields by their names, licences a line each. */
export interface MerchantInput {
  code: string;
  fields: Readonly<Partial<Record<string, string>>>;
  papers: readonly string[];
}

export interface MerchantFile {
  merchant: MerchantRow;
  papers: MerchantPaperRow[];
}

const codePattern = /^[A-Z][A-Z0-9]{1,9}$/;

/**
 * Adds a merchant. A repeat changes nothing. Throws 422 with everything wrong or missing, 409 for a code or a short
 * name that another merchant has.
 */
export async function addMerchant(
  context: Context<'platform'>,
  { code, fields, papers }: MerchantInput,
): Promise<MerchantFile & { isChanged: boolean }> {
  const { db, now } = context;
  if (!codePattern.test(code)) throw fieldError('code', '商家编码为2–10个大写字母和数字，以字母开头，如M01');
  const read = readMerchant(fields, papers, { isNew: true, today: dayKey(now.getTime()) });
  refuse(read);
  return db.transaction(async (tx) => {
    await takeMerchantTurn(tx);
    const known = await findByCode(tx, code);
    const values = { ...columnsOf(read.values, known), licenceNo: shownLicence(read.papers) };
    if (known !== null) {
      const own = await fileOf(tx, known);
      if (!isSame(own, values, read.papers))
        throw new AppError(409, `编码${code}已是“${known.shortName}”，要修改请用 merchant set`);
      return { ...own, isChanged: false };
    }
    await refuseTaken(tx, code, read.values.shortName);
    const id = await insertMerchant(tx, { ...needed(values), code });
    await putMerchantPapers(
      tx,
      read.papers.map((paper) => ({ ...paper, merchantId: id })),
    );
    await record(tx, context, 'merchant.add', id, null, { code, ...values, papers: read.papers });
    return { ...(await getFile(tx, code)), isChanged: true };
  });
}

/** Changes the given fields of a merchant. Throws 404 for an unknown code, 422 and 409 as `addMerchant`. */
export async function changeMerchant(
  context: Context<'platform'>,
  { code, fields, papers }: MerchantInput,
): Promise<MerchantFile & { isChanged: boolean }> {
  const { db, now } = context;
  const read = readMerchant(fields, papers, { isNew: false, today: dayKey(now.getTime()) });
  refuse(read);
  return db.transaction(async (tx) => {
    await takeMerchantTurn(tx);
    const before = await getFile(tx, code);
    await refuseTaken(tx, code, read.values.shortName);
    const kinds = read.papers.map(({ kind }): string => kind);
    const after = [...read.papers, ...before.papers.filter(({ kind }) => !kinds.includes(kind))];
    const values = { ...columnsOf(read.values, before.merchant), licenceNo: shownLicence(after) };
    if (isSame(before, values, read.papers)) return { ...before, isChanged: false };
    await updateMerchant(tx, before.merchant.id, values);
    await putMerchantPapers(
      tx,
      read.papers.map((paper) => ({ ...paper, merchantId: before.merchant.id })),
    );
    const changed = Object.fromEntries(Object.keys(values).map((key) => [key, pick(before.merchant, key)]));
    const beforePapers = before.papers.filter(({ kind }) => kinds.includes(kind));
    await record(
      tx,
      context,
      'merchant.set',
      before.merchant.id,
      { ...changed, papers: beforePapers },
      {
        ...values,
        papers: read.papers,
      },
    );
    return { ...(await getFile(tx, code)), isChanged: true };
  });
}

/** All merchants, each with its number of items on the shelf. */
export async function listForDesk({ db }: { db: Db }): Promise<(MerchantRow & { goods: number })[]> {
  const [rows, counts] = await Promise.all([listMerchantRows(db), countMerchantGoods(db)]);
  return rows.map((row) => ({ ...row, goods: counts.get(row.id) ?? 0 }));
}

/** A merchant with its licences. Throws 404 for an unknown code. */
export async function getFile(db: Db | Tx, code: string): Promise<MerchantFile> {
  const found = await findByCode(db, code);
  if (found === null) throw new AppError(404, `没有商家${code}`);
  return fileOf(db, found);
}

async function fileOf(db: Db | Tx, merchant: MerchantRow): Promise<MerchantFile> {
  return { merchant, papers: await listMerchantPapers(db, merchant.id) };
}

async function findByCode(db: Db | Tx, code: string): Promise<MerchantRow | null> {
  return (await listMerchantRows(db)).find((row) => row.code === code) ?? null;
}

/** A command names what is wrong by its options, a page at its fields. */
function refuse({ refusals, errors, paperRefusals }: MerchantReading): void {
  if (refusals.length === 0) return;
  const papers = paperRefusals.length === 0 ? {} : { papers: [paperRefusals.join('；')] };
  const fields = Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name, [sentence]]));
  throw new AppError(422, refusals.join('；'), { errors: { ...fields, ...papers } });
}

/** Throws 409 where another merchant has the short name. */
export async function refuseTaken(tx: Tx, code: string, shortName: string | undefined): Promise<void> {
  const other = (await listMerchantRows(tx)).find((row) => row.shortName === shortName && row.code !== code);
  if (other) throw new AppError(409, `简称“${shortName}”已是商家${other.code}的`);
}

type Columns = Partial<Omit<MerchantRow, 'id' | 'code'>>;

/** Columns of read values. Unserved regions are part of the freight rules, whose other rules stay. */
export function columnsOf(
  { unservedRegions, ...values }: Partial<MerchantValues>,
  known: MerchantRow | null,
): Columns {
  if (unservedRegions === undefined) return values;
  const { unservedRegions: _, ...rules } = known?.freightRules ?? {};
  return { ...values, freightRules: unservedRegions.length > 0 ? { ...rules, unservedRegions } : rules };
}

type Needed = Parameters<typeof insertMerchant>[1];

/** A new merchant's columns: `readMerchant` has refused input without one of them. */
function needed(values: Columns): Omit<Needed, 'code'> {
  const { shortName, fullName, province, city, address, licenceNo, kind, speciality, phone } = values;
  const { freeShippingAmount, shippingFee } = values;
  const texts = { shortName, fullName, province, city, address, licenceNo, kind, speciality, phone };
  const amounts = { freeShippingAmount, shippingFee };
  if (!isWhole(texts) || !isWhole(amounts)) throw new Error('a needed column of a merchant was not read');
  return { ...values, ...texts, ...amounts };
}

function isWhole<Row extends object>(row: Row): row is Row & { [key in keyof Row]-?: NonNullable<Row[key]> } {
  return Object.values(row).every((value) => value !== undefined && value !== null);
}

function pick(row: MerchantRow, key: string): unknown {
  return Object.entries(row).find(([name]) => name === key)?.[1];
}

function isSame(
  { merchant, papers }: MerchantFile,
  values: Columns,
  given: MerchantReading['papers'],
): boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return (
    Object.entries(values).every(([key, value]) => same(pick(merchant, key), value)) &&
    given.every((paper) =>
      papers.some(({ kind, number, validFrom, validTo }) =>
        same({ kind, number, validFrom, validTo }, paper),
      ),
    )
  );
}

async function record(
  tx: Tx,
  context: Context<'platform'>,
  act: 'merchant.add' | 'merchant.set',
  id: number,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Promise<void> {
  await writeAudit(tx, recordOf(context), {
    act,
    subject: 'merchant',
    key: id,
    merchantId: id,
    before,
    after,
    at: context.now,
  });
}
