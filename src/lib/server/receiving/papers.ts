/** The receiving package of an order: its documents, what is missing, and requesting it. */
import { AppError } from '#lib/contract/errors.ts';
import type { OrderPapers, PapersInput } from '#lib/contract/receiving.ts';
import { path } from '#lib/contract/routes.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { missingCodes } from '#lib/rules/orders/trace-codes.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { listContractPapers } from '../contracts/file.ts';
import { contractFile } from '../contracts/wire.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { listInvoicePapers } from '../invoices/papers.ts';
import { reportAddress } from '../lots/desk.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { insertOnboardingRequests } from '../onboarding/request-rows.ts';
import { findNoteHead } from '../shipping/note-rows.ts';
import { findPaperSets, lackingOf, setsWire } from './onboarding.ts';
import {
  insertCodeRequests,
  insertReportRequests,
  listMerchantPapers,
  listSentLots,
  type SentLot,
} from './rows.ts';

/** `GET /api/order/{no}/papers`. Throws 404 for an order of another company. */
export async function getOrderPapers(context: Context<'buyer'>, input: PapersInput): Promise<OrderPapers> {
  const found = await findOrderPapers(context, input);
  if (found === null) throw new AppError(404, '订单不存在');
  return found;
}

/** The same, null where there is none. */
export async function findOrderPapers(
  context: Context<'buyer'>,
  { no }: PapersInput,
): Promise<OrderPapers | null> {
  const {
    db,
    now,
    actor: {
      account: { companyId },
    },
  } = context;
  const head = await findNoteHead(db, no, { companyId });
  if (head === null) return null;
  const sent = await listSentLots(db, { no, companyId });
  const lots = lotsOf(sent);
  const missing = lots.filter(({ report }) => report === null);
  const goodsIds = lots.map(({ goodsId }) => goodsId);
  const { merchantId } = head;
  const contracts = await listContractPapers(context, merchantId, dayKey(now.getTime()));
  const sets = await findPaperSets(db, { companyId, merchantId, goodsIds, contracts, now });
  const lacking = lackingOf(sets);
  return {
    no,
    merchant_id: merchantId,
    merchant: head.sender,
    parcels: new Set(sent.map(({ trackingNo }) => trackingNo)).size,
    trace_codes: sent.reduce((sum, { traceCodes }) => sum + traceCodes.length, 0),
    lots: lots.map((lot) => ({
      goods_id: lot.goodsId,
      name: lot.name,
      spec: lot.spec,
      unit: lot.unit,
      lot_no: lot.lotNo,
      produced_on: lot.producedOn,
      expires_on: lot.expiresOn,
      quantity: lot.quantity,
      report_url: lot.report === null ? '' : reportAddress(lot.goodsId, lot.lotNo),
      is_asked: lot.isAsked ? 1 : 0,
      codes: lot.traceCodes.length,
      codes_missing: lot.codesMissing,
      codes_asked: lot.isCodeAsked ? 1 : 0,
    })),
    missing: missing.length,
    codes_missing: lots.reduce((sum, { codesMissing }) => sum + codesMissing, 0),
    unasked: lots.filter(isUnasked).length,
    onboarding: setsWire(sets),
    onboarding_missing: lacking.length,
    onboarding_unasked: lacking.filter(({ isAsked }) => !isAsked).length,
    licences: await licencesOf(db, head.merchantId),
    contracts: contracts.map(({ kind, no: contractNo, validTo }) => ({
      kind_text: kind,
      no: contractNo,
      valid_to: validTo,
      url: contractFile(contractNo),
    })),
    invoices: (await listInvoicePapers(db, { no, companyId })).map(
      ({ id, number, kind, issuedOn, gross, files }) => ({
        id,
        number,
        kind_text: kind,
        issued_on: issuedOn,
        gross_amount: gross,
        has_pdf: files.some((file) => file.kind === 'pdf') ? 1 : 0,
      }),
    ),
    zip_url: `/file/package/${no}`,
    pdf_url: `/file/package/${no}/pdf`,
  };
}

/** Each lot once, even if several parcels and lines carried it. */
export function lotsOf(sent: readonly SentLot[]): PaperLot[] {
  return [...Map.groupBy(sent, ({ goodsId, lotNo }) => `${goodsId} ${lotNo}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const bare = same.filter((lot) => lackOf(lot) > 0);
    return [
      {
        ...first,
        quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
        traceCodes: same.flatMap(({ traceCodes }) => traceCodes),
        codesMissing: bare.reduce((sum, lot) => sum + lackOf(lot), 0),
        isCodeAsked: bare.length > 0 && bare.every(({ isCodeAsked }) => isCodeAsked),
      },
    ];
  });
}

/** A lot with everything that its parcels carried of it. */
export interface PaperLot extends SentLot {
  /** Number of missing 追溯码. */
  codesMissing: number;
}

function lackOf({ approvalNo, quantity, traceCodes }: SentLot): number {
  return missingCodes({ approvalNo, quantity, codes: traceCodes.length });
}

function isUnasked({ report, isAsked, codesMissing, isCodeAsked }: PaperLot): boolean {
  return (report === null && !isAsked) || (codesMissing > 0 && !isCodeAsked);
}

/** The merchant's licences in Chinese. */
export async function licencesOf(db: Db, merchantId: number): Promise<OrderPapers['licences']> {
  return (await listMerchantPapers(db, merchantId)).map(({ kind, number, validTo }) => ({
    kind_text: paperNames[kind],
    number,
    valid_to: validTo ?? '长期',
  }));
}

/**
 * `POST /api/order/{no}/papers`: asks the merchant for every missing report and 追溯码 and all missing 首营资料. Reports
 * appear on the merchant's desk of lots, codes on that of orders, 首营资料 on a desk of their own; the company gets a
 * message when they come. A repeat changes nothing. Throws 404 for an order of another company.
 */
export async function askOrderPapers(context: Context<'buyer'>, input: PapersInput): Promise<OrderPapers> {
  const { db, now, actor } = context;
  const { companyId, userId } = actor.account;
  const head = await findNoteHead(db, input.no, { companyId });
  if (head === null) throw new AppError(404, '订单不存在');
  const contracts = await listContractPapers(context, head.merchantId, dayKey(now.getTime()));
  await db.transaction(async (tx) => {
    const sent = await listSentLots(tx, { no: input.no, companyId });
    const missing = lotsOf(sent).filter(({ report }) => report === null);
    // A fixed order of locks for requests of several lots at once.
    missing.sort((a, b) => a.goodsId - b.goodsId || a.lotNo.localeCompare(b.lotNo));
    await insertReportRequests(tx, { companyId, orderNo: input.no, now }, missing);
    const bare = sent.filter((lot) => lackOf(lot) > 0).map(({ id }) => id);
    await insertCodeRequests(tx, bare, { askedBy: userId, now });
    // An order without any shipped piece has nothing to file yet.
    if (sent.length === 0) return;
    const goodsIds = sent.map(({ goodsId }) => goodsId);
    const sets = await findPaperSets(tx, {
      companyId,
      merchantId: head.merchantId,
      goodsIds,
      contracts,
      now,
    });
    const requests = lackingOf(sets).map(({ merchantId, goodsId, maker, kind }) => ({
      merchantId,
      goodsId,
      maker,
      kind,
    }));
    await insertOnboardingRequests(tx, { companyId, orderNo: input.no, now }, requests);
    const asked = { merchantId: head.merchantId, createdAt: now } as const;
    const link = path('/desk/orders/[no]', { no: input.no });
    if (bare.length > 0)
      await notifyMerchant(tx, {
        ...asked,
        kind: 'codes',
        title: '买家索取追溯码',
        body: `订单${input.no}有${bare.length}个包裹批次缺追溯码。`,
        link,
        ref: `codes:${input.no}`,
      });
    if (missing.length > 0 || requests.length > 0)
      await notifyMerchant(tx, {
        ...asked,
        kind: 'papers',
        title: '买家索取资料',
        body: `订单${input.no}：缺药检报告${missing.length}份、首营资料${requests.length}份。`,
        link:
          missing.length > 0 ? path('/desk/lots') : path('/desk/onboarding', undefined, { view: 'asked' }),
        ref: `papers:${input.no}`,
      });
  });
  return getOrderPapers(context, input);
}
