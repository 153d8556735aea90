/**
 * Contracts of the demo. M05, M08, M10 and M17 ask for some; with those that its companies usually buy from they are in
 * force. Of `demo` one each ends within 60, 30 and 7 days, one has ended, and with M10 it has still to sign.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type ContractKind, contractKinds } from '#lib/rules/contracts/kinds.ts';
import { termOf } from '#lib/rules/contracts/state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { findBuyerParty, listSellerParties } from '#lib/server/contracts/party-rows.ts';
import { newestTemplates } from '#lib/server/contracts/template-rows.ts';
import { fillContract } from '#lib/server/contracts/texts.ts';
import type { Tx } from '#lib/server/db/client.ts';
import * as schema from '#lib/server/db/schema.ts';
import { settingDefaults } from '#lib/server/site/settings.ts';
import { momentFrom } from './dates.ts';
import * as known from './known.ts';

interface DemoContract {
  company: 'demo' | 'clinic' | 'other' | 'demo-fendian';
  merchant: number;
  kind: ContractKind;
  /** Signed, or sent, so many days ago. */
  daysAgo: number;
  state?: 'sent' | 'half';
  /** Days that are left of it: with less than the first it is moved on, to the second. Null: it stays ended. */
  left?: readonly [least: number, most: number] | null;
}

/** In force for long: no reminder is due. */
const long = [61, 215] as const;

const rules = [
  { merchantId: 5, asks: 'quality', step: 'order', sealsItself: true },
  { merchantId: 8, asks: 'both', step: 'pay', sealsItself: true },
  { merchantId: known.merchantAsking, asks: 'quality', step: 'order', sealsItself: true },
  { merchantId: known.merchantOutOfArea, asks: 'quality', step: 'add', sealsItself: false },
] as const;

const everyone = ['demo', 'clinic', 'other', 'demo-fendian'] as const;

const contracts: readonly DemoContract[] = [
  ...everyone.flatMap((company): DemoContract[] => [
    ...(company === 'demo'
      ? ([
          { company, merchant: 5, kind: 'quality', daysAgo: 345, left: [8, 29] },
          { company, merchant: 8, kind: 'quality', daysAgo: 310, left: [31, 59] },
          { company, merchant: 8, kind: 'purchase', daysAgo: 360, left: [1, 6] },
        ] as const)
      : ([
          { company, merchant: 5, kind: 'quality', daysAgo: 150 },
          { company, merchant: 8, kind: 'quality', daysAgo: 150 },
          { company, merchant: 8, kind: 'purchase', daysAgo: 100 },
          { company, merchant: known.merchantAsking, kind: 'quality', daysAgo: 40 },
        ] as const)),
  ]),
  { company: 'demo', merchant: known.merchantOutOfArea, kind: 'quality', daysAgo: 400, left: null },
  { company: 'demo', merchant: known.merchantHouse, kind: 'quality', daysAgo: 200 },
  { company: 'clinic', merchant: known.merchantHouse, kind: 'quality', daysAgo: 1, state: 'half' },
  { company: 'other', merchant: known.merchantHouse, kind: 'quality', daysAgo: 3, state: 'sent' },
];

export async function seedContracts(tx: Tx, now: Date): Promise<void> {
  await tx
    .insert(schema.contractRule)
    .values(rules.map((rule) => ({ ...rule, setBy: 'shangjia', updatedAt: momentFrom(now, -400) })));
  const templates = await newestTemplates(tx);
  for (const [at, one] of contracts.entries()) {
    const { company, merchant, kind, daysAgo, state = 'signed' } = one;
    const companyId = known.companies[company];
    const signedAt = momentFrom(now, -daysAgo);
    const [seller] = await listSellerParties(tx, [merchant]);
    const buyer = must(await findBuyerParty(tx, companyId), `company ${companyId}`);
    const template = must(templates.get(kind), `a text of ${contractKinds[kind].text}`);
    const filled = fillContract(template, { buyer, seller: seller ?? null, settings: settingDefaults() });
    const term = termOf(kind, { state: 'none', validTo: null }, signedAt.getTime());
    const [row] = await tx
      .insert(schema.contract)
      .values({
        no: `HT${dayKey(signedAt.getTime()).replaceAll('-', '')}${String(at + 1).padStart(10, '0')}`,
        kind,
        companyId,
        merchantId: merchant,
        round: 1,
        templateId: template.id,
        fields: filled.fields,
        body: filled.body,
        bodyHash: filled.bodyHash,
        state,
        ...(state === 'signed' && { ...term, signedAt }),
        sentBy: state === 'sent' ? 'shangjia' : '',
        createdAt: signedAt,
      })
      .returning({ id: schema.contract.id });
    const contractId = must(row, `a contract of ${company}`).id;
    await sign(tx, {
      contractId,
      company,
      buyer: buyer.name,
      seller: seller?.name ?? '',
      hash: filled.bodyHash,
      state,
      signedAt,
    });
  }
}

/**
 * The statement that moves the days of the demo's own contracts ahead of `today` (YYYY-MM-DD). Numbers of other contracts
 * have ten random digits. A sealed PDF names the days, so the job makes it again.
 */
export function moveContracts(today: string) {
  const kept = contracts.flatMap(({ company, merchant, kind, state, left = long }) =>
    state !== undefined || left === null
      ? []
      : [
          sql`(${known.companies[company]}::int, ${merchant}::int, ${kind}, ${left[0]}::int, ${left[1]}::int)`,
        ],
  );
  const days = sql`(${today}::date + w.most - k.valid_to)`;
  return sql`update contract k
    set valid_from = k.valid_from + ${days}, valid_to = k.valid_to + ${days}, file_digest = ''
    from (values ${sql.join(kept, sql`, `)}) as w (company_id, merchant_id, kind, least, most)
    where k.company_id = w.company_id and k.merchant_id = w.merchant_id and k.kind = w.kind and k.state = 'signed'
      and k.no like 'HT________00000000__' and k.valid_to < ${today}::date + w.least`;
}

interface Signing {
  contractId: number;
  company: DemoContract['company'];
  buyer: string;
  seller: string;
  hash: string;
  state: 'sent' | 'half' | 'signed';
  signedAt: Date;
}

async function sign(
  tx: Tx,
  { contractId, company, buyer, seller, hash, state, signedAt }: Signing,
): Promise<void> {
  const companyId = known.companies[company];
  const event = { contractId, at: signedAt };
  if (state === 'sent') {
    await tx
      .insert(schema.contractEvent)
      .values({ ...event, act: 'send', actor: 'merchant', who: 'shangjia' });
    return;
  }
  const [person] = await tx
    .select({ id: schema.user.id, name: schema.user.name, phone: schema.user.phoneNumber })
    .from(schema.user)
    .where(eq(schema.user.id, known.users[company]));
  const [letter] = await tx
    .select({ validFrom: schema.paper.validFrom, validTo: schema.paper.validTo })
    .from(schema.paper)
    .where(and(eq(schema.paper.companyId, companyId), eq(schema.paper.kind, 'purchase_authorisation')));
  const { id, name, phone } = must(person, `the owner of ${company}`);
  await tx.insert(schema.contractSignature).values({
    contractId,
    side: 'buyer',
    party: buyer,
    signer: name,
    role: 'owner',
    userId: id,
    authority: letter ?? { validFrom: null, validTo: null },
    phoneTail: (phone ?? '').slice(-4),
    readFrom: new Date(signedAt.getTime() - 90_000),
    readTo: new Date(signedAt.getTime() - 30_000),
    bodyHash: hash,
    signedAt,
  });
  await tx.insert(schema.contractEvent).values({ ...event, act: 'sign', actor: 'buyer', who: name });
  if (state !== 'signed') return;
  await tx.insert(schema.contractSignature).values({
    contractId,
    side: 'seller',
    party: seller,
    signer: '自动盖章',
    role: 'seal',
    bodyHash: hash,
    signedAt,
  });
  await tx.insert(schema.contractEvent).values({ ...event, act: 'seal', actor: 'system', who: '自动盖章' });
}
