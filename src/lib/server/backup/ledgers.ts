/** Checks that the accounts agree with their ledgers, and the double-entry books with the events. */
import type pg from 'pg';
import { backStates } from '#lib/rules/orders/refund-state.ts';

/** By name of the account: the sum of its ledger, and how many accounts differ from it. */
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

/** The lots of points against the balance and the debt of each company. */
const lots: Record<string, string> = {
  'points.lots': `
    SELECT coalesce(sum(l.total), 0)::text AS total,
      count(*) FILTER (WHERE w.points <> coalesce(l.total, 0) OR w.points_debt <> coalesce(e.total, 0)) AS wrong
    FROM wallet w FULL JOIN (SELECT company_id, sum(remaining) AS total FROM points_lot GROUP BY 1) l USING (company_id)
      LEFT JOIN (SELECT company_id, sum(owed) AS total FROM points_ledger GROUP BY 1) e USING (company_id)`,
  'points.moves': `
    SELECT '0' AS total, count(*) FILTER (WHERE l.remaining <> e.amount + coalesce(m.total, 0)) AS wrong
    FROM points_lot l JOIN points_ledger e ON e.id = l.id
      LEFT JOIN (SELECT lot_id, sum(amount) AS total FROM points_move GROUP BY 1) m ON m.lot_id = l.id`,
};

/** Balance of each account: what came to it less what left it. */
const accounts = `
  SELECT account, owner, sum(amount) AS balance FROM (
    SELECT to_account AS account, to_owner AS owner, amount FROM booking
    UNION ALL SELECT from_account, from_owner, -amount FROM booking) side
  GROUP BY account, owner`;

const back = backStates.map((state) => `'${state}'`).join(', ');

/** The same of the double-entry books: each kind of account, and what it should be by the rows that money moved in. */
const bookings: Record<string, string> = {
  'booking.buyer': compared('buyer', 'SELECT company_id::text AS owner, balance FROM wallet'),
  'booking.merchant': compared(
    'merchant',
    `SELECT owner, sum(amount) AS balance FROM (
        SELECT merchant_id::text AS owner, pay_amount - refunded_amount AS amount FROM "order" WHERE paid_at IS NOT NULL
        UNION ALL SELECT o.merchant_id::text, platform_bears(l.price_trace, l.refunded_quantity, l.quantity)
          FROM order_line l JOIN "order" o ON o.no = l.order_no WHERE o.paid_at IS NOT NULL
            AND l.price_trace @? '$[*] ? (@.rule == "platform_coupon" || @.rule == "voucher")'
        UNION ALL SELECT from_owner, -amount FROM booking WHERE cause = 'settlement') of_it GROUP BY owner`,
  ),
  'booking.house': compared(
    'house',
    `SELECT owner, sum(amount) AS balance FROM (
        SELECT provider AS owner, -amount AS amount FROM payment
          WHERE status IN ('paid', 'refunded') AND provider NOT IN ('balance', 'bank')
        UNION ALL SELECT r.provider, -r.amount FROM refund r JOIN payment p ON p.no = r.pay_no
          WHERE r.provider NOT IN ('balance', 'bank') AND p.provider_no IS DISTINCT FROM r.provider_no
        UNION ALL SELECT provider, amount FROM refund WHERE status = 'done' AND provider NOT IN ('balance', 'bank')
        UNION ALL SELECT to_owner, amount FROM booking WHERE cause = 'sent_back' AND from_account = 'platform'
        UNION ALL SELECT 'bank', -amount FROM bank_receipt
        UNION ALL SELECT 'bank', r.amount FROM bank_payout o JOIN refund r ON r.no = o.refund_no
        UNION ALL SELECT 'bank', amount FROM booking WHERE cause = 'settlement') of_it GROUP BY owner`,
  ),
  // Parts of a balance reserved for a waiting payment, transfers that are still too low, money being refunded, and
  // surplus that waits for a second person. Backups from before that kind have no column for it.
  'booking.transit': compared(
    'transit',
    `SELECT '' AS owner, sum(amount) AS balance FROM (
        SELECT amount FROM payment WHERE part_of IS NOT NULL AND status = 'pending'
        UNION ALL SELECT amount FROM bank_receipt WHERE settled_at IS NULL
        UNION ALL SELECT amount FROM refund WHERE status NOT IN (${back})
        UNION ALL SELECT amount FROM balance_correction act
          WHERE to_jsonb(act) -> 'payload' ? 'serial' AND to_jsonb(act) ->> 'kind' = 'surplus' AND state = 'waiting') of_it`,
  ),
  'booking.platform': `SELECT coalesce(sum(balance), 0)::text AS total, 0 AS wrong FROM (${accounts}) a
    WHERE account = 'platform'`,
};

/** The folded sums of merchants' accounts against the bookings that they are of. */
const sums: Record<string, string> = {
  'booking.sums': `
    SELECT coalesce(sum(s.amount), 0)::text AS total,
      count(*) FILTER (WHERE coalesce(s.amount, 0) <> coalesce(b.amount, 0)) AS wrong
    FROM (SELECT merchant_id::text AS owner, span, first, sum(amount) AS amount FROM account_sum GROUP BY 1, 2, 3) s
      FULL JOIN (SELECT owner, span, date_trunc(span, at AT TIME ZONE 'Asia/Shanghai')::date AS first, sum(amount) AS amount
        FROM (
          SELECT id, at, to_owner AS owner, amount FROM booking WHERE to_account = 'merchant'
          UNION ALL SELECT id, at, from_owner, -amount FROM booking WHERE from_account = 'merchant') moved
          CROSS JOIN (VALUES ('day'), ('month')) spans (span)
        WHERE id <= (SELECT coalesce(max(up_to), 0) FROM account_fold) GROUP BY 1, 2, 3) b USING (owner, span, first)`,
};

/** Accounts of a kind against what they should be, one row an owner. */
function compared(account: string, wanted: string): string {
  return `SELECT coalesce(sum(a.balance), 0)::text AS total,
      count(*) FILTER (WHERE coalesce(a.balance, 0) <> coalesce(w.balance, 0)) AS wrong
    FROM (SELECT * FROM (${accounts}) every WHERE account = '${account}') a FULL JOIN (${wanted}) w USING (owner)`;
}

export interface LedgerState {
  /** Sum of the balances in fen, or points; a whole number as text. */
  totals: Record<string, string>;
  /** Names of the books in which an account differs from its ledger, with how many do. */
  wrong: string[];
}

export async function compareLedgers(client: pg.ClientBase | pg.Pool): Promise<LedgerState> {
  const state: LedgerState = { totals: {}, wrong: [] };
  const compared = {
    ...books,
    ...((await hasTable(client, 'points_lot')) ? lots : {}),
    ...((await hasTable(client, 'booking')) ? bookings : {}),
    ...((await hasTable(client, 'account_sum')) ? sums : {}),
  };
  for (const [name, text] of Object.entries(compared)) {
    const { rows } = await client.query<{ total: string; wrong: string | number }>(text);
    state.totals[name] = rows[0]?.total ?? '0';
    const wrong = Number(rows[0]?.wrong ?? 0);
    if (wrong > 0) state.wrong.push(`${name}（${wrong}）`);
  }
  return state;
}

/** A backup of a version before a table is compared without it. */
async function hasTable(client: pg.ClientBase | pg.Pool, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS there`, [
    name,
  ]);
  return rows[0]?.there === true;
}
