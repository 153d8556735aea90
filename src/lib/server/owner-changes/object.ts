/** The company's people see a change of an owner's telephone before it takes effect, and may end it (rules 2). */
import { AppError } from '#lib/contract/errors.ts';
import type { ComingOwnerChange, ObjectOwnerChangeValues } from '#lib/contract/owner-changes.ts';
import { path } from '#lib/contract/routes.ts';
import { must } from '#lib/rules/terms/must.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { findChange, listComing, moveChange, type OwnerChangeRow } from './rows.ts';

/** Changes of the person's own company that wait for their time; telephones are masked. */
export async function listComingChanges({ db, actor }: Context<'buyer'>): Promise<ComingOwnerChange[]> {
  return (await listComing(db, actor.account.homeCompanyId)).map(wireOf);
}

function wireOf({ row, name }: { row: OwnerChangeRow; name: string }): ComingOwnerChange {
  return {
    id: row.id,
    name,
    from_phone: row.fromPhone === '' ? '' : maskPhone(row.fromPhone),
    to_phone: maskPhone(row.toPhone),
    due_at: row.dueAt?.toISOString() ?? '',
    state: row.state,
  };
}

/**
 * `POST /api/user/owner-phone/{id}/object`: any person of the company ends a change that has not taken effect. A repeat
 * is answered as done. Throws 404 for another company's change, 409 for one that has taken effect or ended otherwise.
 */
export async function objectOwnerChange(
  context: Context<'buyer'>,
  { id }: ObjectOwnerChangeValues,
): Promise<ComingOwnerChange> {
  const { db, now, actor } = context;
  const { homeCompanyId: companyId, userId, name } = actor.account;
  return db.transaction(async (tx) => {
    const found = await findChange(tx, id, companyId);
    if (found === null) throw new AppError(404, '没有这一条更换申请，请刷新');
    const word = `${name}提出异议`;
    const to = { state: 'objected', word, objectedBy: userId, endedAt: now } as const;
    const row = await moveChange(tx, id, 'passed', to);
    if (row === null) {
      const ended = must(await findChange(tx, id, companyId), `change ${id}`);
      if (ended.row.state === 'objected') return wireOf(ended);
      throw new AppError(409, '这次更换已生效或已结束，如有疑问请立即致电客服');
    }
    await writeAudit(tx, recordOf(context), {
      act: 'owner.object',
      subject: 'company',
      key: companyId,
      before: { id, state: 'passed' },
      after: { id, state: row.state },
      at: now,
    });
    await sendMessages(tx, {
      companyId,
      kind: 'company',
      title: '负责人登录手机号不再更换',
      body: `${word}，${found.name}的登录手机号保持不变。`,
      link: path('/zhzx/basic'),
      ref: `owner-change-objected:${id}`,
    });
    return wireOf({ row, name: found.name });
  });
}
