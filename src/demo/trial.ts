/** What the demo adds to the shop that it is a demo of. */
import type { Trial } from '#lib/server/core/process/trial.ts';
import { inventParcel } from './history/invented-parcel.ts';
import { demoPassword, type LoginName } from './seed/known.ts';

/** Accounts of the demo that the login page offers (rules 5). */
const demoAccounts = [
  { username: 'demo', title: '已认证药房', note: '全部经营范围，钱包有余额' },
  { username: 'clinic', title: '已认证诊所', note: '不含中药饮片和抗生素' },
  { username: 'other', title: '另一家药房', note: '用来核对数据互不可见' },
  { username: 'pending', title: '待审核', note: '资质审核中，看不到价格' },
  { username: 'rejected', title: '已驳回', note: '资质未通过，看不到价格' },
  { username: 'expired', title: '证照过期', note: '药品经营许可证已过期' },
  { username: 'frozen', title: '已冻结', note: '账号受限，看不到价格' },
] as const satisfies (Trial['accounts'][number] & { username: LoginName })[];

export const demoTrial: Trial = { accounts: demoAccounts, password: demoPassword, inventParcel };
