/** Jobs of contracts: reminders 60, 30 and 7 days before the end, and the files of signed ones (rules 20). */
import { path } from '#lib/contract/routes.ts';
import { contractKindText } from '#lib/rules/contracts/kinds.ts';
import { expiryStep } from '#lib/rules/contracts/state.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { contractReminderRef, findEndingContract, listDueContracts, listUnfiled } from './due-rows.ts';
import { fileContract } from './file.ts';
import { findContractById } from './rows.ts';

const handful = 200;

/** Reminds companies, once at each step; a missed step is replaced by the next. */
export function remindContracts(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'remindContracts',
    now,
    list: () => listDueContracts(db, 'remindContracts', now, handful),
    work: async (id: number) => {
      const row = await findEndingContract(db, id, now);
      const days = row === null ? null : expiryStep(row.validTo, now.getTime());
      // Renewed or made void in between: no reminder is needed.
      if (row === null || days === null) return 0;
      const left = daysLeft(row.validTo, now.getTime());
      const name = contractKindText(row.kind);
      return sendMessages(db, {
        companyId: row.companyId,
        kind: 'contract',
        title: `与${row.merchant ?? '平台'}的《${name}》${left === 0 ? '今天到期' : `还有${left}天到期`}`,
        body: `合同${row.no}有效期至${row.validTo}。现在续签，新的合同从到期次日起生效，采购不会中断。`,
        link: path('/dzht', undefined, { merchant: row.merchantId ?? undefined }),
        ref: contractReminderRef(id, days),
      });
    },
  });
}

/** Makes the sealed PDFs of contracts that were signed and not downloaded yet. */
export function fileContracts(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'fileContracts',
    now,
    list: () => listUnfiled(db, 'fileContracts', now, 5),
    work: async (id: number) => {
      const entry = await findContractById(db, id, { merchantId: null });
      if (entry === null || entry.contract.fileDigest !== '') return 0;
      return (await fileContract(db, entry.contract, entry.version, now)) === '' ? 0 : 1;
    },
  });
}
