import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import type * as schema from '../schema.ts';
import type { account, address, company, companyScope, member, paper, user } from '../schema.ts';
import { colleagues, type Story, stories, yichang } from './company-stories.ts';
import { creditCode } from './credit-code.ts';
import { dayFrom, momentFrom } from './dates.ts';
import { companies, type LoginName, users } from './known.ts';

type Values = {
  companies: (typeof company.$inferInsert)[];
  scopes: (typeof companyScope.$inferInsert)[];
  papers: (typeof paper.$inferInsert)[];
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

/** Kinds of papers a company of each type has handed in (rules 2). */
const papersOf = {
  pharmacy: [
    'business_licence',
    'drug_licence',
    'legal_person_id',
    'purchase_authorisation',
    'food_licence',
    'device_filing',
    'invoice_details',
  ],
  clinic: [
    'practice_licence',
    'legal_person_id',
    'purchase_authorisation',
    'business_licence',
    'food_licence',
    'device_filing',
  ],
} as const;

const prefixes: Record<string, string> = {
  business_licence: '',
  drug_licence: '示DA999',
  practice_licence: '示PDY999',
  legal_person_id: '示ID999',
  purchase_authorisation: '示SQ999',
  food_licence: '示JY999',
  device_filing: '示食药监械经营备999',
  invoice_details: '示KP999',
};
const withoutEnd = ['business_licence', 'invoice_details'];

/** The rows of all demo companies, their people and papers. `password` is the one hash of the shared password. */
export function companyValues(now: Date, password: string): Values {
  const values: Values = {
    companies: [],
    scopes: [],
    papers: [],
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
  papersOf[story.buyerType].forEach((kind, at) => {
    values.papers.push(paperOf(story, id, kind, at, now));
  });
  addUser(values, story, password);
  values.members.push({ userId: users[story.login], companyId: id, role: 'owner' });
  values.addresses.push({
    companyId: id,
    receiver: story.person,
    phone: story.phone,
    ...story.place,
    detail: `示范大道 ${100 + id} 号${story.name.slice(6)}`,
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

/** What is wrong with papers of a company that was refused. */
const flaws: Partial<Record<PaperKind, string>> = {
  drug_licence: '照片不清晰，看不清许可证编号',
  purchase_authorisation: '缺少法人签字',
};

function paperOf(
  story: Story,
  companyId: number,
  kind: PaperKind,
  at: number,
  now: Date,
): typeof paper.$inferInsert {
  const isExpired = story.login === 'expired' && kind === 'drug_licence';
  // One paper of demo's runs out soon, so that the reminder can be seen.
  const days = isExpired ? -12 : story.login === 'demo' && kind === 'food_licence' ? 40 : 500 + at * 60;
  const refused = story.status === 'rejected' ? flaws[kind] : undefined;
  return {
    companyId,
    kind,
    number:
      kind === 'business_licence'
        ? creditCode(story.place.regionCode, companyId)
        : `${prefixes[kind]}${String(companyId * 100 + at).padStart(5, '0')}`,
    validFrom: dayFrom(now, days - 1826),
    validTo: withoutEnd.includes(kind) ? null : dayFrom(now, days),
    status: refused !== undefined ? 'rejected' : story.status === 'reviewing' ? 'reviewing' : 'approved',
    reason: refused ?? null,
  };
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
  });
  values.accounts.push({
    id: `account-${who.login}`,
    accountId: id,
    providerId: 'credential',
    userId: id,
    password,
  });
}
