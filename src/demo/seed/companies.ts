import type * as schema from '#lib/server/db/schema.ts';
import type {
  account,
  address,
  company,
  companyApplication,
  companyScope,
  member,
  paper,
  user,
} from '#lib/server/db/schema.ts';
import { paperValues } from './company-papers.ts';
import { colleagues, type Story, stories, yichang } from './company-stories.ts';
import { creditCode } from './credit-code.ts';
import { momentFrom } from './dates.ts';
import { companies, type LoginName, users } from './known.ts';

type Values = {
  companies: (typeof company.$inferInsert)[];
  scopes: (typeof companyScope.$inferInsert)[];
  papers: (typeof paper.$inferInsert)[];
  applications: (typeof companyApplication.$inferInsert)[];
  users: (typeof user.$inferInsert)[];
  accounts: (typeof account.$inferInsert)[];
  members: (typeof member.$inferInsert)[];
  addresses: (typeof address.$inferInsert)[];
  wallets: (typeof schema.wallet.$inferInsert)[];
  walletLedger: (typeof schema.walletLedger.$inferInsert)[];
  pointsLedger: (typeof schema.pointsLedger.$inferInsert)[];
};

/** Every scope that a company can hold; 一类器械 needs none. */
export const allScopes = [
  '化学药制剂',
  '抗生素',
  '中成药',
  '中药饮片',
  '中药材',
  '生化药品',
  '生物制品',
  '保健食品',
  '二类器械',
  '三类器械',
  '冷藏药品',
  '其他',
] as const;

/** The rows of all demo companies, their people and licences. `password` is the one hash of the shared password. */
export function companyValues(now: Date, password: string): Values {
  const values: Values = {
    companies: [],
    scopes: [],
    papers: [],
    applications: [],
    users: [],
    accounts: [],
    members: [],
    addresses: [],
    wallets: [],
    walletLedger: [],
    pointsLedger: [],
  };
  for (const story of stories) addCompany(values, story, now, password);
  for (const { login, name, role, orderLimit, phone } of colleagues) {
    addUser(values, { login, person: name, phone }, password);
    values.members.push({ userId: users[login], companyId: companies.demo, role, orderLimit });
  }
  values.addresses.push({
    ...yichang,
    companyId: companies.demo,
    receiver: '刘采薇',
    phone: '13900990011',
    detail: '示范路 28 号康泽源大药房（宜昌店）',
  });
  return values;
}

function addCompany(values: Values, story: Story, now: Date, password: string) {
  const id = companies[story.login];
  values.companies.push({
    id,
    name: story.name,
    creditCode: creditCode(story.place.regionCode, id),
    buyerType: story.buyerType,
    status: story.status,
    statusReason: story.statusReason ?? null,
    ...story.place,
    rank: story.rank,
    accountManagerId: story.manager,
    headId: story.head ?? null,
    createdAt: momentFrom(now, -200),
  });
  for (const scope of allScopes) {
    if (!story.without?.includes(scope)) values.scopes.push({ companyId: id, scope });
  }
  values.papers.push(...paperValues(story, id, now));
  if (story.status !== 'approved' && story.status !== 'frozen')
    values.applications.push(applicationOf(story, id, now));
  addUser(values, story, password);
  values.members.push({ userId: users[story.login], companyId: id, role: 'owner' });
  values.addresses.push({
    companyId: id,
    receiver: story.person,
    phone: story.phone,
    ...story.place,
    detail: detailOf(story, id),
    isDefault: true,
  });
  values.wallets.push({ companyId: id, balance: story.balance, points: story.points });
  if (story.balance > 0) {
    values.walletLedger.push({
      companyId: id,
      useType: 'top_up',
      amount: story.balance,
      balanceAfter: story.balance,
      ref: 'seed',
      note: '演示账户充值',
      createdAt: momentFrom(now, -30),
    });
  }
  if (story.points > 0) {
    values.pointsLedger.push({
      companyId: id,
      useType: 'adjust',
      amount: story.points,
      balanceAfter: story.points,
      ref: 'seed',
      note: '演示账户积分',
      createdAt: momentFrom(now, -30),
    });
  }
}

/** A company's pending or returned application. */
function applicationOf(story: Story, companyId: number, now: Date): typeof companyApplication.$inferInsert {
  const { name, buyerType, place, person, phone, status, waits = 24 } = story;
  const handedInAt = new Date(now.getTime() - waits * 3_600_000);
  const isReturned = status === 'rejected';
  return {
    companyId,
    kind: status === 'changing' ? 'change' : 'first',
    status: isReturned ? 'returned' : 'waiting',
    handedInAt,
    reason: isReturned ? (story.statusReason ?? null) : null,
    decidedAt: isReturned ? new Date(handedInAt.getTime() + 3 * 3_600_000) : null,
    data: {
      name,
      creditCode: creditCode(place.regionCode, companyId),
      buyerType,
      ...place,
      receiver: person,
      phone,
      detail: detailOf(story, companyId),
      scopes: allScopes.filter((scope) => !story.without?.includes(scope)),
    },
  };
}

function detailOf({ name }: Story, id: number): string {
  return `示范大道 ${100 + id} 号${name.slice(6)}`;
}

function addUser(values: Values, who: { login: LoginName; person: string; phone: string }, password: string) {
  const id = users[who.login];
  values.users.push({
    id,
    name: who.person,
    email: `${who.login}@users.invalid`,
    emailVerified: true,
    username: who.login,
    displayUsername: who.login,
    phoneNumber: who.phone,
    phoneNumberVerified: true,
    ...faceOf(who.login),
  });
  values.accounts.push({
    id: `account-${who.login}`,
    accountId: id,
    providerId: 'credential',
    userId: id,
    password,
  });
  if (who.login === wechatBound.login)
    values.accounts.push({
      id: `wechat-${who.login}`,
      accountId: wechatBound.subject,
      providerId: 'wechat',
      userId: id,
    });
}

/** A colleague with a bound WeChat account: not one of those who scan in the demo (`ports/wechat-demo.ts`). */
const wechatBound = { login: 'demo-caigou', subject: 'udemo-liu', nickname: '采薇' } as const;

/** Picture and WeChat name of those who have one; most have none, as in reality. */
function faceOf(login: LoginName): Pick<typeof user.$inferInsert, 'image' | 'wechat'> {
  if (login === wechatBound.login) return { wechat: wechatBound.nickname };
  return login === 'demo' ? { image: '/store.svg' } : {};
}
