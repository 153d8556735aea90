/** Whether the money on the accounts is what their ledgers say. */
import type pg from 'pg';

/** By name of the account: what its ledger sums up to, and how many accounts differ from their ledger. */
const books: Record<string, string> = {
  wallet: `
    SELECT coalesce(sum(w.balance), 0)::text AS total,
      count(*) FILTER (WHERE w.balance <> coalesce(l.total, 0)) AS wrong
    FROM wallet w FULL JOIN (SELECT company_id, sum(amount) AS total FROM wallet_ledger GROUP BY 1) l
      USING (company_id)`,
  points: `
    SELECT coalesce(sum(w.points), 0)::text AS total,
      count(*) FILTER (WHERE w.points <> coalesce(l.total, 0)) AS wrong
    FROM wallet w FULL JOIN (SELECT company_id, sum(amount) AS total FROM points_ledger GROUP BY 1) l
      USING (company_id)`,
  voucher: `
    SELECT coalesce(sum(c.balance), 0)::text AS total,
      count(*) FILTER (WHERE c.balance <> l.balance_after) AS wrong
    FROM company_coupon c JOIN (
      SELECT DISTINCT ON (company_coupon_id) company_coupon_id, balance_after
      FROM voucher_ledger ORDER BY company_coupon_id, id DESC) l ON l.company_coupon_id = c.id`,
};

export interface LedgerState {
  /** Sum of the balances in fen, or points; a whole number as text. */
  totals: Record<string, string>;
  /** Names of the books in which an account differs from its ledger, with how many do. */
  wrong: string[];
}

export async function compareLedgers(client: pg.ClientBase | pg.Pool): Promise<LedgerState> {
  const state: LedgerState = { totals: {}, wrong: [] };
  for (const [name, text] of Object.entries(books)) {
    const { rows } = await client.query<{ total: string; wrong: string | number }>(text);
    state.totals[name] = rows[0]?.total ?? '0';
    const wrong = Number(rows[0]?.wrong ?? 0);
    if (wrong > 0) state.wrong.push(`${name}（${wrong}）`);
  }
  return state;
}
