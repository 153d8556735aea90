/** The content of a receiving package, for ZIP and PDF: for the company that bought the items. */
import type { OrderPapers } from '#lib/contract/receiving.ts';
import { path } from '#lib/contract/routes.ts';
import type { FlowProof } from '#lib/rules/flows/proof.ts';
import { type ContractPaper, listContractPapers } from '../contracts/file.ts';
import type { Context } from '../core/context.ts';
import { siteAddress } from '../core/process/site-address.ts';
import { findProof } from '../flows/proof.ts';
import { type InvoicePaper, listInvoicePapers } from '../invoices/papers.ts';
import { type DeliveryNote, findNotes } from '../shipping/notes.ts';
import { findPaperSets, lackingLines, type PaperSet } from './onboarding.ts';
import { licencesOf, lotsOf, type PaperLot } from './papers.ts';
import { listSentLots, type SentLot } from './rows.ts';

export interface PackageContent {
  no: string;
  now: Date;
  notes: readonly DeliveryNote[];
  first: DeliveryNote;
  sent: readonly SentLot[];
  /** Each lot once. */
  lots: readonly PaperLot[];
  licences: OrderPapers['licences'];
  /** The order's record under the root of its day; null before its first night. */
  proof: FlowProof | null;
  /** 首营资料 of the supplier, of makers and items. */
  sets: readonly PaperSet[];
  /** Contracts with the merchant that covered the day of the first parcel. */
  contracts: readonly ContractPaper[];
  /** Issued invoices of the order, the newest first. */
  invoices: readonly InvoicePaper[];
}

/** Null for another company's order and for an unshipped one. */
export async function findPackageContent(
  context: Context<'buyer'>,
  no: string,
): Promise<PackageContent | null> {
  const {
    db,
    now,
    actor: { account },
  } = context;
  const { companyId } = account;
  const notes = await findNotes(db, no, { companyId });
  const [first] = notes ?? [];
  if (notes === null || first === undefined) return null;
  const sent = await listSentLots(db, { no, companyId });
  const goodsIds = sent.map(({ goodsId }) => goodsId);
  const { merchantId } = first;
  const contracts = await listContractPapers(context, merchantId, first.shippedOn);
  return {
    no,
    now,
    notes,
    first,
    sent,
    lots: lotsOf(sent),
    licences: await licencesOf(db, merchantId),
    proof: await findProof(db, no, { companyId }),
    sets: await findPaperSets(db, { companyId, merchantId, goodsIds, contracts, now }),
    contracts,
    invoices: await listInvoicePapers(db, { no, companyId }),
  };
}

export interface MissingPaper {
  kind: string;
  /** The subject: an item and its lot, or the owner and kind of documents. */
  of: string;
  state: string;
}

/** Documents that the merchant has not uploaded, and expired ones. */
export function missingOf({ lots, sets }: Pick<PackageContent, 'lots' | 'sets'>): MissingPaper[] {
  const ofLots = lots.flatMap(({ name, spec, lotNo, report, isAsked, codesMissing, isCodeAsked }) => {
    const of = `${name} ${spec} 批号${lotNo}`;
    const isAskedText = (asked: boolean) => (asked ? '已向商家索取' : '商家尚未提供');
    return [
      ...(report === null ? [{ kind: '药检报告', of, state: isAskedText(isAsked) }] : []),
      ...(codesMissing > 0
        ? [{ kind: '追溯码', of, state: `缺${codesMissing}个，${isAskedText(isCodeAsked)}` }]
        : []),
    ];
  });
  return [...ofLots, ...lackingLines(sets)];
}

/** For an order without an issued invoice: it may be asked for, so it is not among the missing documents. */
export const noInvoiceText = '尚未开具，开具后重新下载';

/** Absolute address of the page that checks sealed PDFs of contracts. */
export function verifyAddress(): string {
  return siteAddress() + path('/dzht/verify');
}
