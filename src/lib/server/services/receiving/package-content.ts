/** All that a receiving package is made of, as ZIP and as PDF: for the company that bought the goods. */
import type { OrderPapers } from '#lib/contract/receiving/schema.ts';
import type { Context } from '../../context.ts';
import { listSentLots, type SentLot } from '../../repos/receiving.ts';
import { type DeliveryNote, findNotes } from '../shipping/notes.ts';
import { licencesOf, lotsOf, type PaperLot } from './papers.ts';

export interface PackageContent {
  no: string;
  now: Date;
  notes: readonly DeliveryNote[];
  first: DeliveryNote;
  sent: readonly SentLot[];
  /** Each of them once. */
  lots: readonly PaperLot[];
  licences: OrderPapers['licences'];
}

/** Null for an order of others and for one of which nothing was sent. */
export async function findPackageContent(
  { db, now, actor: { account } }: Context<'buyer'>,
  no: string,
): Promise<PackageContent | null> {
  const { companyId } = account;
  const notes = await findNotes(db, no, { companyId });
  const [first] = notes ?? [];
  if (notes === null || first === undefined) return null;
  const sent = await listSentLots(db, { no, companyId });
  return {
    no,
    now,
    notes,
    first,
    sent,
    lots: lotsOf(sent),
    licences: await licencesOf(db, first.merchantId),
  };
}

export interface MissingPaper {
  kind: string;
  /** Of what: a goods and its lot. */
  of: string;
  state: string;
}

/** What the merchant has not handed in. */
export function missingOf({ lots }: Pick<PackageContent, 'lots'>): MissingPaper[] {
  return lots.flatMap(({ name, spec, lotNo, report, isAsked, codesMissing, isCodeAsked }) => {
    const of = `${name} ${spec} 批号${lotNo}`;
    const isAskedText = (asked: boolean) => (asked ? '已向商家索取' : '商家尚未提供');
    return [
      ...(report === null ? [{ kind: '药检报告', of, state: isAskedText(isAsked) }] : []),
      ...(codesMissing > 0
        ? [{ kind: '追溯码', of, state: `缺${codesMissing}个，${isAskedText(isCodeAsked)}` }]
        : []),
    ];
  });
}
