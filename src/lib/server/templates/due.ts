/** The job that reminds people of their purchase templates on the morning of their day (rules 8). */
import { path } from '#lib/contract/routes.ts';
import { isTextNight } from '#lib/rules/companies/text-kinds.ts';
import { dueNames, dueText } from '#lib/rules/purchase/template-day.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { listDueOwners, ownerKey, replenishRef } from './due-rows.ts';
import { listTemplates, type TemplateOwner } from './rows.ts';

const handful = 100;

/** Writes to each person once a day and company, by day only. The message is for that person alone. */
export async function remindTemplates(db: Db, now: Date): Promise<RowsDone> {
  if (isTextNight(now.getTime())) return { done: 0, failed: 0 };
  const day = dayKey(now.getTime());
  const due = new Map<string, TemplateOwner>();
  return eachRow(db, {
    job: 'remindTemplates',
    now,
    list: async () => {
      const owners = await listDueOwners(db, 'remindTemplates', { now, day, limit: handful });
      for (const owner of owners) due.set(ownerKey(owner), owner);
      return owners.map(ownerKey);
    },
    work: async (key: string) => {
      const owner = due.get(key);
      if (owner === undefined) return 0;
      const names = dueNames(await listTemplates(db, owner), now.getTime());
      // Ordered in between: no reminder is needed.
      if (names.length === 0) return 0;
      return sendMessages(db, {
        ...owner,
        kind: 'replenish',
        title: `今天该补货：${dueText(names)}`,
        body: '打开采购模板，核对数量和价格后一键加入购物车。',
        link: path('/zzfw/kjcg', undefined, { tab: 'templates' }),
        ref: replenishRef(owner.userId, day),
      });
    },
  });
}
