/** Tasks for points: at the platform's desk all, at a merchant's those that it is to pay for. */
import { sql } from 'drizzle-orm';
import { ownTasks } from '#lib/contract/desk/lists/own-tasks.ts';
import { pointTasks } from '#lib/contract/desk/lists/point-tasks.ts';
import { must } from '#lib/rules/terms/must.ts';
import { listRows } from '../db/list-source.ts';

const shanghaiDay = (moment: ReturnType<typeof sql>) => sql`((${moment}) at time zone 'Asia/Shanghai')::date`;
const isPast = sql`coalesce(t.ends_at <= now(), false)`;
const isToPass = sql`exists (select 1 from balance_correction a
  where a.kind = 'point_task' and a.subject = 'task:' || t.id and a.state = 'waiting')`;
const isWord = (word: string) => sql`(t.payer = 'merchant' and t.merchant_word = ${word})`;
/** It waits for one of those who have to say yes. */
const waits = sql`(not ${isPast} and (${isToPass} or (t.stopped_at is null and ${isWord('asked')})))`;
const isOver = sql`(${isPast} or (t.stopped_at is not null and not ${isToPass}))`;

const done = sql`left join lateral (
  select count(*)::int as times, count(distinct d.company_id)::int as companies
  from points_task_done d where d.task_id = t.id) done on true`;

const terms = {
  title: sql`t.title`,
  kind: sql`t.kind`,
  points: sql`t.points`,
  monthly: sql`t.monthly`,
  first_day: shanghaiDay(sql`t.starts_at`),
  // The end is the first moment after the last day.
  last_day: shanghaiDay(sql`t.ends_at - interval '1 second'`),
  times: sql`done.times`,
  given: sql`done.times * t.points`,
  stopped_at: sql`t.stopped_at`,
};

export const taskListRows = listRows(pointTasks, {
  source: () => ({
    from: sql`points_task t`,
    key: sql`t.id`,
    shown: sql`left join merchant m on m.id = t.merchant_id left join wheel w on w.id = t.wheel_id ${done}`,
    columns: {
      ...terms,
      chances: sql`t.chances`,
      wheel: sql`w.name`,
      merchant: sql`m.short_name`,
      payer: sql`t.payer`,
      companies: sql`done.companies`,
      standing: sql`case when ${isToPass} then 'second' when ${isWord('refused')} then 'refused'
        when t.stopped_at is null and ${isWord('asked')} then 'asked' end`,
      refusal: sql`t.merchant_reason`,
      created_by: sql`t.created_by`,
      created_at: sql`t.created_at`,
      is_on: sql`t.stopped_at is null`,
      // As `startProblem` of the rules, and no start of it waits.
      is_off: sql`(t.stopped_at is not null and not ${isPast} and not ${isToPass} and not ${isWord('refused')})`,
    },
    filters: {
      view: (view) =>
        view === 'off'
          ? sql`(${isOver} or ${isWord('refused')})`
          : view === 'waiting'
            ? waits
            : sql`(not ${isOver} and not ${waits} and not ${isWord('refused')}
                and t.starts_at ${view === 'coming' ? sql`>` : sql`<=`} now())`,
    },
  }),
});

export const ownTaskListRows = listRows(ownTasks, {
  source: ({ merchantId }) => ({
    from: sql`points_task t`,
    key: sql`t.id`,
    // One that no second person has passed yet is the platform's alone.
    bound: sql`(t.payer = 'merchant' and t.merchant_id = ${must(merchantId, 'the merchant that is to pay')}
      and (t.stopped_at is null or t.merchant_word <> 'asked'))`,
    shown: done,
    columns: {
      ...terms,
      merchant_word: sql`t.merchant_word`,
      answered_by: sql`t.answered_by`,
      answered_at: sql`t.answered_at`,
      reason: sql`t.merchant_reason`,
      may_answer: sql`(t.merchant_word = 'asked' and t.stopped_at is null and not ${isPast})`,
    },
  }),
});
