/** Wheels and their draws at the platform's desk. */
import { sql } from 'drizzle-orm';
import { draws } from '#lib/contract/desk/lists/draws.ts';
import { wheels } from '#lib/contract/desk/lists/wheels.ts';
import { listRows } from '../db/list-source.ts';

export const wheelListRows = listRows(wheels, {
  source: ({ now }) => {
    const at = sql`${now.toISOString()}::timestamptz`;
    // As `wheelState` of the rules.
    const state = sql`case when w.opened_at is null then 'draft'
      when w.closed_at is not null then 'closed' when w.paused_at is not null then 'paused'
      when w.ends_at <= ${at} then 'closed'
      when w.starts_at > ${at} then 'coming' when w.drawn < w.tickets then 'open' else 'over' end`;
    const prizes = (sum: ReturnType<typeof sql>) =>
      sql`(select coalesce(sum(${sum}), 0)::bigint from wheel_prize p where p.wheel_id = w.id)`;
    return {
      from: sql`wheel w`,
      key: sql`w.id`,
      columns: {
        name: sql`w.name`,
        state,
        starts_at: sql`w.starts_at`,
        ends_at: sql`w.ends_at`,
        tickets: prizes(sql`p.count`),
        drawn: sql`w.drawn`,
        cost: prizes(sql`p.drawn * p.cost`),
        all_cost: prizes(sql`p.count * p.cost`),
        id: sql`w.id`,
        pause_reason: sql`case when w.paused_at is not null then w.pause_reason else '' end`,
        is_pausable: sql`${state} in ('coming', 'open')`,
        is_paused: sql`${state} = 'paused'`,
        is_closable: sql`w.closed_at is null and ${state} in ('closed', 'over')`,
      },
    };
  },
});

export const drawListRows = listRows(draws, {
  isGrowOnly: true,
  source: () => ({
    from: sql`wheel_draw d join wheel w on w.id = d.wheel_id join wheel_prize p on p.id = d.prize_id
      join company c on c.id = d.company_id`,
    key: sql`d.id`,
    columns: {
      seq: sql`d.seq`,
      wheel: sql`w.name`,
      company: sql`c.name`,
      kind: sql`p.kind`,
      prize: sql`p.name`,
      cost: sql`p.cost`,
      ticket: sql`d.ticket`,
      at: sql`d.created_at`,
      buyer_seed: sql`d.buyer_seed`,
      wheel_id: sql`d.wheel_id`,
      company_id: sql`d.company_id`,
    },
  }),
});
