/** Messages to the buying company about one of its contracts (rules 20): one for each thing that happened to it. */
import { path } from '#lib/contract/routes.ts';
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import type { ContractRow } from './rows.ts';

export async function tellBuyer(
  tx: Tx,
  { companyId, no, merchantId }: { companyId: number; no: string; merchantId: number | null },
  title: string,
  body: string,
): Promise<void> {
  await sendMessages(tx, {
    companyId,
    kind: 'contract',
    title,
    body: `${body}合同编号${no}，可在“电子合同”查看。`,
    link: path('/dzht', undefined, { merchant: merchantId ?? undefined }),
    ref: `contract:${no}:${title.slice(0, 40)}`,
  });
}

export function tellVoid(tx: Tx, row: ContractRow, reason: string): Promise<void> {
  return tellBuyer(tx, row, `《${contractKindText(row.kind)}》已作废`, `原因：${reason}。`);
}
