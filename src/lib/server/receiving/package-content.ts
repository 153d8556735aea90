/** The content of a receiving package, for ZIP and PDF: for the company that bought the items. */
import type { OrderPapers } from '#lib/contract/receiving.ts';
import type { Context } from '../core/context.ts';
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
  /** 首营资料 of the supplier, of makers and items. */
  sets: readonly PaperSet[];
}

/** Null for another company's order and for an unshipped one. */
export async function findPackageContent(
  { db, now, actor: { account } }: Context<'buyer'>,
  no: string,
): Promise<PackageContent | null> {
  const { companyId } = account;
  const notes = await findNotes(db, no, { companyId });
  const [first] = notes ?? [];
  if (notes === null || first === undefined) return null;
  const sent = await listSentLots(db, { no, companyId });
  const goodsIds = sent.map(({ goodsId }) => goodsId);
  const { merchantId } = first;
  return {
    no,
    now,
    notes,
    first,
    sent,
    lots: lotsOf(sent),
    licences: await licencesOf(db, merchantId),
    sets: await findPaperSets(db, { companyId, merchantId, goodsIds, now }),
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
