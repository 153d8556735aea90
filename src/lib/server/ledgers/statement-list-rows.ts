/** Statements at the desks: a merchant's own, for the platform all, with the answers to them (rules 4). */
import { type SQL, sql } from 'drizzle-orm';
import { statements } from '#lib/contract/desk/lists/statements.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import {
  type AccountFigures,
  changedFigures,
  figureTexts,
  monthOf,
  monthSpan,
  type StatementAct,
  statementOrder,
  statesFor,
} from '#lib/rules/orders/statements.ts';
import { keysOf, tableOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { containing } from '../db/contains.ts';
import { listRows } from '../db/list-source.ts';
import { everyMonth } from './statement-rows.ts';

const figures = keysOf(figureTexts);

export const statementListRows = listRows(statements, {
  source: ({ merchantId, now }) => {
    const { from: end } = must(monthSpan(monthOf(now.getTime())), 'this month');
    const state = sql`coalesce(a.state, 'open')`;
    const isMerchant = merchantId !== null;
    const may = (act: StatementAct, isTheirs: boolean): SQL =>
      isTheirs ? sql`${state} = any(${sql.param(statesFor(act))}::text[])` : sql`false`;
    return {
      from: sql`${everyMonth(new Date(end), merchantId)} s join merchant m on m.id = s.merchant_id
        left join statement_answer a on a.merchant_id = m.id and a.month = s.month`,
      key: sql`(m.id || '-' || s.month)`,
      bound: isMerchant ? sql`m.id = ${merchantId}` : undefined,
      columns: {
        name: isMerchant ? sql`s.month` : sql`(m.short_name || ' ' || s.month)`,
        month: sql`s.month`,
        before: sql`s.before`,
        sold: sql`s.sold`,
        refunded: sql`s.refunded`,
        borne: sql`s.borne`,
        settled: sql`s.settled`,
        owed: sql`s.owed`,
        state,
        reason: sql`a.reason`,
        claimed: sql`a.claimed`,
        objected_at: sql`a.objected_at`,
        answer: sql`a.answer`,
        answered_by: isMerchant ? sql`null` : sql`a.answered_by`,
        confirmed_by: sql`a.confirmed_by`,
        confirmed_at: sql`a.confirmed_at`,
        turn: sql`array_position(${sql.param(statementOrder[isMerchant ? 'merchant' : 'platform'])}::text[], ${state})`,
        may_confirm: may('confirm', isMerchant),
        may_object: may('object', isMerchant),
        may_answer: may('answer', !isMerchant),
      },
      extra: Object.fromEntries(figures.map((figure) => [`was_${figure}`, sql`a.${sql.identifier(figure)}`])),
      filters: {
        merchant: (name) =>
          sql`(m.short_name ilike ${containing(name)} or m.full_name ilike ${containing(name)})`,
      },
    };
  },
  finish: (row) => ({ difference: differenceText(row) }),
});

/** The figures that have changed since the merchant's answer: `销售 +12.00`. */
function differenceText(row: Record<string, unknown>): string {
  if (row.was_owed === null || row.was_owed === undefined) return '';
  const of = (head: string): AccountFigures => tableOf(figures, (figure) => Number(row[`${head}${figure}`]));
  const [was, now] = [of('was_'), of('')];
  return changedFigures(was, now)
    .map((figure) => {
      const more = now[figure] - was[figure];
      return `${figureTexts[figure]} ${more > 0 ? '+' : ''}${formatYuan(more)}`;
    })
    .join('，');
}
