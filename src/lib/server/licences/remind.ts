/** Notices to merchants about registered licences that lapse, 60, 30 and 7 days before and when they have (rules 2). */
import { path } from '#lib/contract/routes.ts';
import { type LicenceKind, licenceKinds, licenceStep } from '#lib/rules/companies/licences.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { listReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import { findLapsing, hasNotice, listLapsing } from './notice-rows.ts';

const job = 'remindLicences';

/** Notifies each merchant once at each step. A missed step is skipped: the next one says the same. */
export function remindLicences(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job,
    now,
    list: async () => {
      const due: string[] = [];
      for (const row of await listLapsing(db, now))
        if (!(await hasNotice(db, row.merchantId, refOf(row, now))))
          due.push(`${row.merchantId} ${row.kind}`);
      return listReady(db, job, due, now);
    },
    work: async (key: string) => {
      const [merchantId = '', kind = ''] = key.split(' ');
      const row = await findLapsing(db, Number(merchantId), kind, now);
      // Renewed in between: no reminder is needed.
      return row === null ? 0 : notifyMerchant(db, noticeOf(row, now));
    },
  });
}

interface Lapsing {
  merchantId: number;
  kind: LicenceKind;
  number: string;
  validTo: string;
}

/** One notice of a licence's last day and step: a renewed licence has another last day, and starts again. */
function refOf({ kind, validTo }: Lapsing, now: Date): string {
  return `licence:${kind}:${validTo}:${licenceStep(validTo, now.getTime()) ?? ''}`;
}

function noticeOf(row: Lapsing, now: Date) {
  const { merchantId, kind, number, validTo } = row;
  const { text } = licenceKinds[kind];
  const left = daysLeft(validTo, now.getTime());
  const ends = left < 0 ? '已过期' : left === 0 ? '今天到期' : `还有${left}天到期`;
  const then = left < 0 ? '您的商品已暂停销售' : '到期后您的全部商品将暂停销售';
  return {
    merchantId,
    kind: 'licence' as const,
    title: `${text}${ends}`,
    body: `${text}（${number}）有效期至${validTo}，${then}。请提交新证照，平台核验通过后自动生效。`,
    link: path('/desk/licences'),
    ref: refOf(row, now),
    createdAt: now,
  };
}
