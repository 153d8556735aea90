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
const isRefused = sql`(t.payer = 'merchant' and t.merchant_word = 'refused')`;
/** As `isAsked` of the rules. */
const isAsked = sql`(t.payer = 'merchant' and t.merchant_word = 'asked' and t.passed_at is not null)`;
/** It waits for one of those who have to say yes. */
const waits = sql`(not ${isPast} and (${isToPass} or ${isAsked}))`;
const runs = sql`(t.stopped_at is null and not ${isPast})`;

const done = sql`left join lateral (
  select count(*)::int as times, count(distinct d.company_id)::int as companies
  from points_task_done d where d.task_id = t.id) done on true`;

const terms = {
  title: sql`t.title`,
  kind: sql`t.kind`,
  points: sql`t.points`,
  chances: sql`t.chances`,
  wheel: sql`w.name`,
  monthly: sql`t.monthly`,
  first_day: shanghaiDay(sql`t.starts_at`),
  // The end is the first moment after the last day.
  last_day: shanghaiDay(sql`t.ends_at - interval '1 second'`),
  times: sql`done.times`,
  given: sql`done.times * t.points`,
};

export const taskListRows = listRows(pointTasks, {
  source: () => ({
    from: sql`points_task t`,
    key: sql`t.id`,
    shown: sql`left join merchant m on m.id = t.merchant_id left join wheel w on w.id = t.wheel_id ${done}`,
    columns: {
      ...terms,
      stopped_at: sql`t.stopped_at`,
      merchant: sql`m.short_name`,
      payer: sql`t.payer`,
      companies: sql`done.companies`,
      standing: sql`case when ${isToPass} then 'second' when ${isRefused} then 'refused'
        when ${waits} then 'asked' end`,
      refusal: sql`t.merchant_reason`,
      created_by: sql`t.created_by`,
      created_at: sql`t.created_at`,
      // A stop takes the question back from the merchant that has not answered.
      is_on: sql`(t.stopped_at is null or (${isAsked} and not ${isPast}))`,
      // As `startProblem` of the rules, and no start of it waits.
      is_off: sql`(t.stopped_at is not null and not ${isPast} and not ${waits} and not ${isRefused})`,
    },
    filters: {
      view: (view) =>
        view === 'off'
          ? sql`(not ${runs} and not ${waits})`
          : view === 'waiting'
            ? waits
            : sql`(${runs} and t.starts_at ${view === 'coming' ? sql`>` : sql`<=`} now())`,
    },
  }),
});

export const ownTaskListRows = listRows(ownTasks, {
  source: ({ merchantId }) => ({
    from: sql`points_task t`,
    key: sql`t.id`,
    // One that no second person has passed yet is the platform's alone.
    bound: sql`(t.payer = 'merchant' and t.merchant_id = ${must(merchantId, 'the merchant that is to pay')}
      and (t.passed_at is not null or t.merchant_word <> 'asked'))`,
    shown: sql`left join wheel w on w.id = t.wheel_id ${done}`,
    columns: {
      ...terms,
      merchant_word: sql`case when ${isAsked} and ${isPast} then 'lapsed' else t.merchant_word end`,
      answered_by: sql`t.answered_by`,
      answered_at: sql`t.answered_at`,
      reason: sql`t.merchant_reason`,
      // Before its yes, and after its no, the task is off without a stop.
      stopped_at: sql`case when t.merchant_word = 'agreed' then t.stopped_at end`,
      may_answer: sql`(${isAsked} and not ${isPast})`,
    },
  }),
});
