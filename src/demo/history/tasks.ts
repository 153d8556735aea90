/** The demo's tasks for points, one of which its merchant has not agreed to pay for, and its owner's scanned receipts. */
import { eq } from 'drizzle-orm';
import { taskMonth } from '#lib/rules/points/tasks.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Tx } from '#lib/server/db/client.ts';
import { merchant, pointsTask, pointsTaskDone } from '#lib/server/db/schema.ts';
import { hourOf } from '../seed/dates.ts';
import { companies } from '../seed/known.ts';
import type { Book, Points } from './book.ts';

const companyId = companies.demo;
const scanPoints = 5;
/** Receipts that were scanned, the last ones. */
const scans = 6;

/** Writes the tasks and what was done of them, and answers the points that it brought. */
export async function writeTasks(tx: Tx, { orders }: Pick<Book, 'orders'>, now: Date): Promise<Points[]> {
  const common = {
    chances: 0,
    payer: 'platform',
    startsAt: hourOf(now, -24 * 60),
    createdBy: '活动运营',
  } as const;
  const [own] = await tx.select({ id: merchant.id }).from(merchant).where(eq(merchant.code, 'M01'));
  const [scan] = await tx
    .insert(pointsTask)
    .values([
      {
        ...common,
        ...{
          title: '扫码收货，少点错',
          kind: 'scan',
          points: scanPoints,
          monthly: 20,
          token: 'demo-task-scan',
        },
      },
      {
        ...common,
        ...{ title: '第一次向商家采购', kind: 'first_order', points: 50, token: 'demo-task-first' },
      },
      {
        ...common,
        ...{ title: '证照到期前更新', kind: 'papers', points: 100, token: 'demo-task-papers' },
      },
      {
        ...common,
        ...{ title: '首次采购送积分，由商家承担', kind: 'first_order', points: 80, token: 'demo-task-own' },
        ...{ payer: 'merchant', merchantId: must(own, 'the merchant M01').id },
        ...{ passedAt: now, stoppedAt: now },
      },
    ])
    .returning({ id: pointsTask.id, title: pointsTask.title });
  if (scan === undefined) throw new Error('no task was made');
  const done = orders
    .filter((order) => order.companyId === companyId && order.completedAt != null)
    .flatMap(({ no, completedAt }) => (completedAt ? [{ no, at: completedAt }] : []))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, scans);
  await tx.insert(pointsTaskDone).values(
    done.map(({ no, at }) => ({
      taskId: scan.id,
      companyId,
      source: `order:${no}`,
      month: taskMonth(at.getTime()),
      createdAt: at,
    })),
  );
  return done.map(({ no, at }) => ({
    companyId,
    useType: 'task',
    amount: scanPoints,
    ref: `${scan.id}:order:${no}`,
    note: `任务“${scan.title}”`,
    createdAt: at,
  }));
}
