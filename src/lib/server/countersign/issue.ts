/** Coupons and cash vouchers that the platform gives to one company by hand (rules 4): requested here. */
import type { IssueValues } from '#lib/contract/companies/issue-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { type IssuedKind, issuedKinds, issueProblem } from '#lib/rules/promotions/issued.ts';
import { findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import { type Carried, needOpenCompany } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { getAct } from '../acts/wire.ts';
import type { Context, OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import { issueToCompany } from '../coupons/rows.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';

/**
 * `POST /api/desk/companies/{id}/coupons`: requests one piece; the company gets it when another person approves. The
 * same key again requests none. Throws 404 for a company, 409 for a closed one, 422 for an invalid amount, threshold or
 * day.
 */
export async function askIssue(context: OnceContext<'platform'>, input: IssueValues): Promise<ActWire> {
  const { db, now, key } = context;
  const { id: companyId, kind, until, reason } = input;
  const value = parseYuan(input.value);
  const threshold = parseYuan(input.threshold);
  const problem = issueProblem({ kind, value, threshold, until }, now.getTime());
  if (problem !== null) throw fieldError(problem.field, problem.text);
  const { id } = await db.transaction(async (tx) => {
    await needOpenCompany(tx, companyId, closedIssue);
    return idempotent(tx, { companyId, key, body: input }, async () => {
      const { id: made } = await propose(
        tx,
        context,
        {
          kind,
          companyId,
          amount: value,
          threshold,
          until,
          reason,
        },
        passIssue,
      );
      return { id: made };
    });
  });
  return getAct(context, id);
}

// Gives a coupon or a cash voucher to one company.

/** Message for a closed company. */
const closedIssue = '企业已注销，不能发券';

const pages = { voucher: path('/wdqb/xjq'), coupon: path('/wdqb/yhq') };

/**
 * Gives the coupon of a locked act, and sends the company a message; answers the piece. Throws 409 for a closed
 * company, and where its last day is over now.
 */
export async function passIssue(tx: Tx, { now }: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { companyId, threshold, reason } = row;
  const kind = must(issuedKindOf(row.kind), 'a kind of piece');
  const value = must(row.amount, 'the value');
  await needOpenCompany(tx, companyId, closedIssue);
  const until = must(row.until, 'the last day');
  const problem = issueProblem({ kind, value, threshold, until }, now.getTime());
  if (problem !== null) throw new AppError(409, `现在不能发放：${problem.text}`);
  const validTo = new Date(must(findDayEnd(until), 'the last day'));
  const { name } = issuedKinds[kind];
  const given = { kind, name, remarks: reason, threshold, value, validFrom: now, validTo };
  const id = await issueToCompany(tx, companyId, given);
  const least = threshold === 0 ? '' : `满¥${showYuan(threshold)}可用，`;
  await sendMessages(tx, {
    companyId,
    kind: 'wallet',
    title: `收到${name}¥${showYuan(value)}`,
    body: `${reason}（${least}${until}前有效）`,
    link: pages[kind],
    ref: `issued:${id}`,
  });
  return { companyCouponId: id };
}

function issuedKindOf(kind: ActKind): IssuedKind | null {
  return kind === 'voucher' || kind === 'coupon' ? kind : null;
}
