/** 发票抬头: they belong to the company, and one of them is the default (rules 19). */
import { AppError, type FieldErrors, fieldError } from '#lib/contract/errors.ts';
import {
  type ChangeTitleValues,
  maxTitles,
  type TitleFields,
  type TitleList,
  type TitleWire,
} from '#lib/contract/invoice-titles.ts';
import { type InvoiceTitle, invoiceKinds, titleFaults } from '#lib/rules/invoices/titles.ts';
import { entriesOf, keysOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  countTitles,
  findSameTitle,
  findTitle,
  insertTitle,
  listTitleRows,
  lockTitles,
  removeTitleRow,
  setDefaultTitle,
  type TitleRow,
  updateTitle,
} from './title-rows.ts';

const gone = '发票抬头不存在或已被删除';

/** Fields of the wire that have other names than those of the rule. */
const wireNames: Partial<Record<keyof InvoiceTitle, string>> = {
  taxNo: 'tax_no',
  bankAccount: 'bank_account',
};

/** `GET /api/invoice/title`: the default one first. */
export async function listTitles({ db, actor: { account } }: Context<'buyer'>): Promise<TitleList> {
  return titlesOf(db, account.companyId);
}

/**
 * `POST /api/invoice/title`. The first title becomes the default by itself. The same title again is answered as it is;
 * throws 422 for one that differs in its other fields, and above 20 titles.
 */
export async function addTitle(context: Context<'buyer'>, input: TitleFields): Promise<TitleWire> {
  const title = titleOf(input);
  return change(context, async (tx, companyId) => {
    const same = await findSameTitle(tx, companyId, title);
    if (same !== null && !isSame(same, title))
      throw fieldError('name', '已经有同名、同税号的抬头，请直接修改那一个');
    if (same === null && (await countTitles(tx, companyId)) >= maxTitles)
      throw fieldError('name', `最多保存${maxTitles}个发票抬头，请先删除不用的抬头`);
    const id = same?.id ?? must(await insertTitle(tx, companyId, title), 'the title that was written');
    const [first] = await listTitleRows(tx, companyId);
    if (input.is_default === 1 || first?.isDefault !== true) await setDefaultTitle(tx, companyId, id);
    return id;
  });
}

/** `POST /api/invoice/title/{id}`. Throws 404, 409 where it has changed since it was read, 422 for another's name and number. */
export async function changeTitle(context: Context<'buyer'>, input: ChangeTitleValues): Promise<TitleWire> {
  const title = titleOf(input);
  return change(context, async (tx, companyId) => {
    const held = await findTitle(tx, companyId, input.id);
    if (held === null) throw new AppError(404, gone);
    const same = await findSameTitle(tx, companyId, title);
    if (same !== null && same.id !== input.id)
      throw fieldError('name', '已经有同名、同税号的抬头，请直接修改那一个');
    if (!isSame(held, title) && !(await updateTitle(tx, companyId, input, title)))
      throw new AppError(409, '这个抬头刚被同事修改过，请刷新后再改');
    if (input.is_default === 1) await setDefaultTitle(tx, companyId, input.id);
    return input.id;
  });
}

/** `POST /api/invoice/title/{id}/default`. Safe to repeat. */
export async function makeDefaultTitle(
  context: Context<'buyer'>,
  { id }: { id: number },
): Promise<TitleWire> {
  return change(context, async (tx, companyId) => {
    // Thrown inside the transaction, so the old default remains.
    if (!(await setDefaultTitle(tx, companyId, id))) throw new AppError(404, gone);
    return id;
  });
}

/** `POST /api/invoice/title/{id}/remove`: where it was the default, the oldest of the others becomes it. */
export async function removeTitle(
  { db, actor: { account }, now }: Context<'buyer'>,
  { id }: { id: number },
): Promise<TitleList> {
  await db.transaction(async (tx) => {
    await lockTitles(tx, account.companyId);
    if (!(await removeTitleRow(tx, account.companyId, id, now))) throw new AppError(404, gone);
    const [next] = await listTitleRows(tx, account.companyId);
    if (next && !next.isDefault) await setDefaultTitle(tx, account.companyId, next.id);
  });
  return titlesOf(db, account.companyId);
}

async function change(
  { db, actor: { account } }: Context<'buyer'>,
  work: (tx: Tx, companyId: number) => Promise<number>,
): Promise<TitleWire> {
  const row = await db.transaction(async (tx) => {
    await lockTitles(tx, account.companyId);
    return findTitle(tx, account.companyId, await work(tx, account.companyId));
  });
  if (row === null) throw new AppError(404, gone);
  return titleToWire(row);
}

/** The title of a form in its stored form. Throws 422 with a sentence for each wrong field. */
function titleOf(input: TitleFields): InvoiceTitle {
  const { kind, name, bank, bank_account: bankAccount, address, phone, mail, mobile } = input;
  const taxNo = normalizeCreditCode(input.tax_no);
  const title = { kind, name, taxNo, bank, bankAccount, address, phone, mail, mobile };
  const errors: FieldErrors = {};
  for (const [field, sentence] of entriesOf(titleFaults(title)))
    errors[wireNames[field] ?? field] = [sentence];
  const [first] = Object.values(errors);
  if (first !== undefined) throw new AppError(422, first[0], { errors });
  return title;
}

function isSame(row: TitleRow, title: InvoiceTitle): boolean {
  return keysOf(title).every((field) => row[field] === title[field]);
}

async function titlesOf(db: Db, companyId: number): Promise<TitleList> {
  const list = (await listTitleRows(db, companyId)).map(titleToWire);
  return { list, total: list.length };
}

/** A title as the wire writes it. */
function titleToWire(row: TitleRow): TitleWire {
  return {
    id: row.id,
    kind: row.kind,
    kind_text: invoiceKinds[row.kind],
    name: row.name,
    tax_no: row.taxNo,
    bank: row.bank,
    bank_account: row.bankAccount,
    address: row.address,
    phone: row.phone,
    mail: row.mail,
    mobile: row.mobile,
    is_default: row.isDefault ? 1 : 0,
    version: row.version,
  };
}
