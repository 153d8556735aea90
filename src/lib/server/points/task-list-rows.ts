/** Tasks for points, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { pointTasks } from '#lib/contract/desk/lists/point-tasks.ts';
import { listRows } from '../db/list-source.ts';

const shanghaiDay = (moment: ReturnType<typeof sql>) => sql`((${moment}) at time zone 'Asia/Shanghai')::date`;
const isOver = sql`t.stopped_at is not null or t.ends_at <= now()`;

export const taskListRows = listRows(pointTasks, {
  source: () => ({
    from: sql`points_task t`,
    key: sql`t.id`,
    shown: sql`left join merchant m on m.id = t.merchant_id left join wheel w on w.id = t.wheel_id
      left join lateral (
        select count(*)::int as times, count(distinct d.company_id)::int as companies
        from points_task_done d where d.task_id = t.id) done on true`,
    columns: {
      title: sql`t.title`,
      kind: sql`t.kind`,
      points: sql`t.points`,
      chances: sql`t.chances`,
      wheel: sql`w.name`,
      merchant: sql`m.short_name`,
      payer: sql`t.payer`,
      first_day: shanghaiDay(sql`t.starts_at`),
      // The end is the first moment after the last day.
      last_day: shanghaiDay(sql`t.ends_at - interval '1 second'`),
      monthly: sql`t.monthly`,
      times: sql`done.times`,
      companies: sql`done.companies`,
      given: sql`done.times * t.points`,
      created_by: sql`t.created_by`,
      created_at: sql`t.created_at`,
      stopped_at: sql`t.stopped_at`,
      is_on: sql`t.stopped_at is null`,
      is_off: sql`t.stopped_at is not null`,
    },
    filters: {
      view: (view) =>
        view === 'off'
          ? sql`(${isOver})`
          : view === 'coming'
            ? sql`t.stopped_at is null and t.starts_at > now()`
            : sql`(t.stopped_at is null and (t.ends_at is null or t.ends_at > now())) and t.starts_at <= now()`,
    },
  }),
});
