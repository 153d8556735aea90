/** A person's own data and their company's: what is shown, and what they may change themselves. */

import type { KeepListViewInput, UpdateUserInput, UserInfo } from '#lib/contract/accounts/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { companyStateText } from '#lib/rules/companies/company-state.ts';
import { buyerTypes, inScopeOrder, type ScopeCode } from '#lib/rules/companies/qualification.ts';
import { roleText } from '#lib/rules/companies/roles.ts';
import { regionText } from '#lib/rules/text/address-text.ts';
import type { Context } from '../core/context.ts';
import { findAccount, setOwnName } from '../people/account-rows.ts';
import { getInfo } from './accounts.ts';
import { findOwnCompany, setListView } from './member-rows.ts';

/** Data for the page of one's basic data. */
export interface OwnData {
  person: { username: string; name: string; phone: string; role: string };
  company: {
    name: string;
    /** 统一社会信用代码; empty when unknown. */
    creditCode: string;
    buyerType: string;
    place: string;
    state: string;
    rank: string;
    scopes: ScopeCode[];
  };
  manager: { name: string; phone: string } | null;
  hotLine: string;
}

/** One's own data, for its page. */
export async function getOwnData(context: Context<'buyer'>): Promise<OwnData> {
  const { account } = context.actor;
  const [user, row] = await Promise.all([getInfo(context), findOwnCompany(context.db, account.companyId)]);
  return {
    person: {
      username: account.username,
      name: account.name,
      phone: account.phone,
      role: roleText(account.role),
    },
    company: {
      name: account.company,
      creditCode: row?.creditCode ?? '',
      buyerType: buyerTypes[account.buyerType].text,
      place: row === null ? '' : regionText(row),
      state: companyStateText(account.companyState),
      rank: user.rank,
      scopes: inScopeOrder(account.scopes),
    },
    manager: account.manager && { name: account.manager.name, phone: account.manager.phone },
    hotLine: user.common_config.hot_line,
  };
}

/**
 * `POST /api/user/update`: one's name. A repeat changes nothing. The phone is the login: another one is refused with
 * 422, because this call does not prove that it is theirs (`changePhone` does).
 */
export async function updateOwnData(
  context: Context<'buyer'>,
  { name, phone }: UpdateUserInput,
): Promise<UserInfo> {
  const { db, actor, now } = context;
  const { userId, phone: before } = actor.account;
  if (phone !== undefined && phone !== before)
    throw fieldError('phone', '更换手机号须在基本资料里用短信验证码办理');
  await setOwnName(db, userId, name, now);
  const account = await findAccount(db, userId);
  if (account === null) throw new AppError(401);
  return getInfo({ ...context, actor: { kind: 'buyer', account } });
}

/** `POST /api/user/list-view`: saves the chosen view of lists, for the person's other devices. Safe to repeat. */
export async function saveListView(
  { db, actor }: Context<'buyer'>,
  { view }: KeepListViewInput,
): Promise<null> {
  await setListView(db, actor.account.userId, view);
  return null;
}
