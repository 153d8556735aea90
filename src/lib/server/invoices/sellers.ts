/** A merchant as the seller of its invoices, at its own desk and at the platform's (rules 19). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { SaveSellerValues, SellerValues, SellerWire } from '#lib/contract/invoices-desk.ts';
import { findTaxNoProblem } from '#lib/rules/invoices/titles.ts';
import { formatYuan, parseYuan } from '#lib/rules/money/money.ts';
import { must } from '#lib/rules/terms/must.ts';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findInvoicePort, listInvoicePorts } from '../ports/invoices/providers.ts';
import { findSellerFile, type SellerFile, saveSeller } from './seller-rows.ts';

type Desk = Context<'staff'>;

/** The merchant that is meant: a merchant's people have their own alone. Throws 404. */
export function merchantOf({ actor }: Pick<Desk, 'actor'>, asked: number | undefined): number {
  const id = actor.merchantId ?? asked;
  if (id === undefined || (asked !== undefined && asked !== id)) throw new AppError(404, '商家不存在');
  return id;
}

/** `GET /api/desk/seller`. Throws 404 for an unknown merchant, and for another one at a merchant's desk. */
export async function getInvoiceSeller(context: Desk, { merchant_id }: SellerValues): Promise<SellerWire> {
  const found = await findInvoiceSeller(context, merchant_id);
  if (found === null) throw new AppError(404, '商家不存在');
  return found;
}

/** The same for a page: null instead of an error. */
export async function findInvoiceSeller(
  context: Desk,
  merchantId: number | undefined,
): Promise<SellerWire | null> {
  const file = await findSellerFile(context.db, merchantOf(context, merchantId));
  return file && sellerWireOf(context.db, file);
}

/** The tax number that a merchant issues with, or would. */
export function taxNoOf({ seller, creditCode }: SellerFile): string {
  return seller?.taxNo ?? creditCode;
}

export async function sellerWireOf(db: Db, file: SellerFile): Promise<SellerWire> {
  const { seller } = file;
  const taxNo = taxNoOf(file);
  const providers = await Promise.all(
    listInvoicePorts().map(async (port) => ({
      key: port.key,
      name: port.name,
      missing: (await port.missing(db, { merchantId: file.id, taxNo })) ?? '',
      agrees: port.agreement === undefined ? (0 as const) : (1 as const),
    })),
  );
  const own = seller === null ? undefined : findInvoicePort(seller.provider);
  const total = seller?.quotaTotal ?? null;
  const used = seller?.quotaUsed ?? null;
  const left = total === null || used === null ? null : total - used;
  const yuan = (fen: number | null) => (fen === null ? null : formatYuan(fen));
  return {
    merchant_id: file.id,
    merchant: file.shortName,
    version: seller?.version ?? 0,
    name: seller?.name ?? file.fullName,
    tax_no: taxNo,
    bank: seller?.bank ?? '',
    bank_account: seller?.bankAccount ?? '',
    address: seller?.address ?? file.address,
    phone: seller?.phone ?? file.phone,
    drawer: seller?.drawer ?? '',
    provider: seller?.provider ?? 'manual',
    form: seller?.form ?? 'net',
    auto_issue: seller?.autoIssue ? 1 : 0,
    quota_alarm: formatYuan(seller?.quotaAlarm ?? 0),
    providers,
    has_session: own?.capabilities.session ? 1 : 0,
    has_quota: own?.capabilities.quota ? 1 : 0,
    session_until: seller?.sessionUntil?.toISOString() ?? null,
    session_checked_at: seller?.sessionCheckedAt?.toISOString() ?? null,
    quota_total: yuan(total),
    quota_used: yuan(used),
    quota_left: yuan(left),
    quota_checked_at: seller?.quotaCheckedAt?.toISOString() ?? null,
    is_quota_low: left !== null && seller !== null && left < seller.quotaAlarm ? 1 : 0,
    lacking: file.lacking,
    failed: file.failed,
  };
}

/**
 * `POST /api/desk/seller`. The same again is the same. Throws 404 as above, 409 where somebody has changed it
 * meanwhile, 422 for a wrong tax number, a provider that is not set here or cannot be used by this seller.
 */
export async function saveInvoiceSeller(
  context: Desk,
  { merchant_id, version, ...input }: SaveSellerValues,
): Promise<SellerWire> {
  const { db, now } = context;
  const merchantId = merchantOf(context, merchant_id);
  const before = await findSellerFile(db, merchantId);
  if (before === null) throw new AppError(404, '商家不存在');
  const row = await readSeller(db, merchantId, input);
  await db.transaction(async (tx) => {
    if (!(await saveSeller(tx, row, version))) {
      const current = must(await findSellerFile(tx, merchantId), 'the merchant');
      if (isSame(current, row)) return;
      throw new AppError(409, '开票资料刚刚被别人修改，请刷新后再改');
    }
    await writeAudit(tx, recordOf(context), {
      act: 'invoice.seller',
      subject: 'merchant',
      key: merchantId,
      before: before.seller && pick(before.seller),
      after: pick(row),
      merchantId,
      at: now,
    });
  });
  return getInvoiceSeller(context, { merchant_id: merchantId });
}

type SellerInput = Omit<SaveSellerValues, 'merchant_id' | 'version'>;

async function readSeller(db: Db, merchantId: number, input: SellerInput) {
  const taxNo = normalizeCreditCode(input.tax_no);
  const problem = findTaxNoProblem(taxNo);
  if (problem !== null) throw fieldError('tax_no', problem);
  if ((input.bank === '') !== (input.bank_account === ''))
    throw fieldError(input.bank === '' ? 'bank' : 'bank_account', '开户行和银行账号请同时填写');
  const port = findInvoicePort(input.provider);
  if (port === undefined) throw fieldError('provider', '这个开票渠道没有开通，请选择其他渠道');
  const missing = await port.missing(db, { merchantId, taxNo });
  if (missing !== null) throw fieldError('provider', missing);
  if (!port.capabilities.form.includes(input.form))
    throw fieldError('form', '这个开票渠道不支持这种折扣写法');
  return {
    ...{ merchantId, taxNo, name: input.name, bank: input.bank, bankAccount: input.bank_account },
    ...{ address: input.address, phone: input.phone, drawer: input.drawer, provider: input.provider },
    ...{ form: input.form, autoIssue: input.auto_issue === 1, quotaAlarm: parseYuan(input.quota_alarm) },
  };
}

type Read = Awaited<ReturnType<typeof readSeller>>;

function pick(row: Read): Omit<Read, 'merchantId'> {
  const { taxNo, name, bank, bankAccount, address, phone, drawer, provider, form, autoIssue, quotaAlarm } =
    row;
  return { taxNo, name, bank, bankAccount, address, phone, drawer, provider, form, autoIssue, quotaAlarm };
}

function isSame({ seller }: SellerFile, row: Read): boolean {
  return seller !== null && JSON.stringify(pick(seller)) === JSON.stringify(pick(row));
}
