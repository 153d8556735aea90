/** Pharmacies that sign contracts, for tests: by the shop's own calls, with a code by text message. */
import { sql } from 'drizzle-orm';
import type { ContractDraftWire } from '#lib/contract/contracts/calls.ts';
import { listDrafts } from '#lib/server/contracts/drafts.ts';
import { askContractCode, signContracts } from '#lib/server/contracts/sign.ts';
import type { CallContext } from '#lib/server/core/context.ts';
import type { Db } from '#lib/server/db/client.ts';
import { demoSms, paper } from '#lib/server/db/schema.ts';
import { accountOf, contextOf, makeBuyers } from './orders.ts';
import { codeOf } from './sms.ts';

let people = 0;

/** A new pharmacy with a person who may sign until a day. */
export async function makeSigner(db: Db, letterTo = '2099-12-31'): Promise<CallContext<'buyer'>> {
  const [buyer] = await makeBuyers(db, 1, 1_000_000);
  if (buyer === undefined) throw new Error('no buyer');
  people += 1;
  const phone = `1390000${String(1000 + people)}`;
  await db.execute(sql`update "user" set phone_number = ${phone} where id = ${buyer.userId}`);
  await db.insert(paper).values({
    companyId: buyer.companyId,
    kind: 'purchase_authorisation',
    number: '',
    status: 'approved',
    validFrom: '2020-01-01',
    validTo: letterTo,
  });
  return contextOf(db, await accountOf(db, buyer.userId));
}

export async function draftsOf(who: CallContext<'buyer'>, merchantId: number): Promise<ContractDraftWire[]> {
  return (await listDrafts(who, { merchants: String(merchantId), renew: 0 })).drafts;
}

/** The proof that a code was asked for; other codes are forgotten. */
export async function proofOf(
  who: CallContext<'buyer'>,
  drafts: readonly ContractDraftWire[],
): Promise<string> {
  await who.db.delete(demoSms);
  return (await askContractCode(who, { tokens: drafts.map(({ token }) => token), puzzle: '' })).proof;
}

/** Signs all that a merchant asks for. */
export async function signAll(who: CallContext<'buyer'>, merchantId: number) {
  const proof = await proofOf(who, await draftsOf(who, merchantId));
  return signContracts(who, { proof, code: await codeOf(who.db, who.actor.account.phone), puzzle: '' });
}
