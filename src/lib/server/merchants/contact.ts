/** A merchant's contact and return address (rules 3), changed by its administrator. */
import { createHash } from 'node:crypto';
import type { MerchantContactWire, SetContactValues } from '#lib/contract/contact.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { returnToOf } from '#lib/rules/companies/merchant-contact.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { type ContactRow, findContact, listToReturn, writeContact } from './desk-rows.ts';

/** `GET /api/desk/contact`. */
export async function getContact({ db, actor }: Context<'merchant'>): Promise<MerchantContactWire> {
  return wireOf(db, actor.merchantId);
}

async function wireOf(db: Db, merchantId: number): Promise<MerchantContactWire> {
  const row = must(await findContact(db, merchantId), `merchant ${merchantId}`);
  return {
    phone: row.phone,
    return_name: row.returnName,
    return_phone: row.returnPhone,
    return_address: row.returnAddress,
    full_name: row.fullName,
    address: row.address,
    version: versionOf(row),
    waiting: (await listToReturn(db, merchantId)).length,
  };
}

function factsOf({ phone, returnName, returnPhone, returnAddress }: ContactRow) {
  return { phone, returnName, returnPhone, returnAddress };
}

function versionOf(row: ContactRow): string {
  return createHash('sha256')
    .update(JSON.stringify(factsOf(row)))
    .digest('hex')
    .slice(0, 16);
}

/**
 * `POST /api/desk/contact`. Buyers with a return still to send get a message about another address; a repeat changes
 * nothing. Throws 409 where another person has changed it since it was read.
 */
export async function setContact(
  context: Context<'merchant'>,
  { version, ...input }: SetContactValues,
): Promise<MerchantContactWire> {
  const { db, now, actor } = context;
  const { merchantId } = actor;
  const wanted = {
    phone: input.phone,
    returnName: input.return_name,
    returnPhone: input.return_phone,
    returnAddress: input.return_address,
  };
  await db.transaction(async (tx) => {
    const row = must(await findContact(tx, merchantId, 'no key update'), `merchant ${merchantId}`);
    if (JSON.stringify(factsOf(row)) === JSON.stringify(wanted)) return;
    if (versionOf(row) !== version) throw new AppError(409, '联系方式刚被同事更改，请刷新页面核对后再保存');
    await writeContact(tx, merchantId, wanted);
    await writeAudit(tx, recordOf(context), {
      act: 'merchant.contact',
      subject: 'merchant',
      key: merchantId,
      before: factsOf(row),
      after: wanted,
      at: now,
    });
    const [before, after] = [returnToOf(row, row), returnToOf(wanted, { ...row, phone: wanted.phone })];
    if (JSON.stringify(before) !== JSON.stringify(after)) await notifyBuyers(tx, merchantId, after, now);
  });
  return wireOf(db, merchantId);
}

/** Tells buyers whose goods are still to be sent where these go now. */
export async function notifyBuyers(
  tx: Tx,
  merchantId: number,
  to: { name: string; phone: string; address: string },
  now: Date,
): Promise<void> {
  const cases = await listToReturn(tx, merchantId);
  await sendMessages(
    tx,
    ...cases.map(({ id, companyId, orderNo }) => ({
      companyId,
      kind: 'aftersale' as const,
      title: '退货地址已变更',
      body: `订单${orderNo}的退货请寄到新地址：${to.name}，${to.phone}，${to.address}。已经寄出的不受影响。`,
      link: path('/order/sh/[id]', { id }),
      ref: `return-address:${id}:${now.toISOString()}`,
    })),
  );
}
