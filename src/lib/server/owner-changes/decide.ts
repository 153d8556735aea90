/** A second person decides about an owner's new telephone: the waiting time begins, or the change ends. */
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { ownerChangeDue } from '#lib/rules/companies/owner-change.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import { type Carried, needOpenCompany } from '../acts/hands.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { sendMessages } from '../messages/rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import { getSettings } from '../site/settings.ts';
import { findChange, isPhoneTaken, moveChange } from './rows.ts';

/** The subject of an act is the number of its change. */
const changeOf = ({ subject }: Pick<ActRow, 'subject'>) => Number(subject);

/**
 * Begins the waiting time: the company and the old telephone get a message. Throws 409 for a closed company, and where
 * another account has the new telephone.
 */
export async function passOwnerChange(
  tx: Tx,
  { db, now, actor }: Context<'staff'>,
  row: ActRow,
): Promise<Carried> {
  const { companyId } = row;
  await needOpenCompany(tx, companyId, '企业已注销，不能更换负责人手机');
  const found = await findChange(tx, changeOf(row), companyId);
  if (found === null) throw new AppError(409, '申请已不存在，请驳回');
  const { id, userId, fromPhone, toPhone } = found.row;
  if (await isPhoneTaken(tx, toPhone, userId))
    throw new AppError(409, '新手机号在提出之后已有账号，请驳回后重新提出');
  const { ownerChangeHours, hotLine } = await getSettings(db);
  const dueAt = ownerChangeDue(now, ownerChangeHours);
  const to = { state: 'passed', decidedBy: actor.name, decidedAt: now, dueAt } as const;
  if ((await moveChange(tx, id, 'waiting', to)) === null) throw new AppError(409, '申请已处理，请刷新');
  await sendMessages(tx, {
    companyId,
    kind: 'company',
    title: '负责人登录手机号即将更换',
    body: `平台核对证照后，${found.name}的登录手机号将于${minuteKey(dueAt.getTime())}由${fromPhone === '' ? '未绑定' : maskPhone(fromPhone)}更换为${maskPhone(toPhone)}。如非企业本意，请任何一位同事在此之前到基本资料提出异议，更换即刻终止。`,
    link: path('/zhzx/basic'),
    ref: `owner-change:${id}`,
  });
  if (fromPhone === '') return {};
  return {
    async after() {
      await sendSms({
        phone: fromPhone,
        template: 'notice',
        kind: '账号安全',
        title: `登录手机号将更换为${maskPhone(toPhone)}，如非本人申请请致电${hotLine}`,
      });
    },
  };
}

/** Ends the change with the reason of the person who refused it. */
export async function refuseOwnerChange(
  tx: Tx,
  { now, actor }: Context<'staff'>,
  row: ActRow,
  word: string,
): Promise<Carried> {
  const to = { state: 'refused', decidedBy: actor.name, decidedAt: now, word, endedAt: now } as const;
  await moveChange(tx, changeOf(row), 'waiting', to);
  return {};
}

/** Ends the change when its requester takes it back. */
export async function dropOwnerChange(tx: Tx, { now }: Context<'staff'>, row: ActRow): Promise<void> {
  await moveChange(tx, changeOf(row), 'waiting', { state: 'void', word: '申请人已撤回', endedAt: now });
}
