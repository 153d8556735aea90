/**
 * Data that is erased with a closing company. Data that the law requires stays, and is named in the test that searches
 * every table for a person (tests/server/closing.test.ts) and in the help (fwbz/zhzx): orders with their addresses,
 * after-sale, money, documents and their files, the audit log.
 */
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';

/** Deleted by user id. */
const ofPeople = [
  'favorite',
  'search_history',
  'goods_alert',
  'purchase_draft',
  'pay_password',
  'user_totp',
  'passkey',
  'cart_line',
  'store_cart_line',
  'text_choice',
  'message_mute',
  'text_message',
  'member_store',
  'paper_calendar',
  'person_seen',
  'chat_read',
  'account',
] as const;

/** Deleted by company id: rows of its own people, and rows that others have for it as their store. */
const ofCompany = [
  'address',
  'feedback',
  'wanted',
  'message',
  'letter',
  'member_invite',
  'idempotency_key',
  'purchase_memory',
  'purchase_template',
  'table_mapping',
  'report_wish',
  'onboarding_wish',
  'owner_change',
  'member_store',
  'cart_line',
  'store_cart_line',
  'goods_alert',
  'purchase_draft',
  'paper_calendar',
  'sign_in',
  'sign_card',
  'invoice_title',
  'chat_event',
  'live_reminder',
] as const;

/** Tables without any row of a closed company and its people. */
export const erasedTables: readonly string[] = [...new Set([...ofPeople, ...ofCompany])].sort();

/** Deletes a locked company's own rows and its people's; once it is closed no process writes new ones. */
export async function eraseOwn(tx: Tx, companyId: number, now: Date): Promise<void> {
  const people = sql`(select user_id from member where company_id = ${companyId})`;
  const phones = sql`(select phone_number from "user" where id in ${people} and phone_number is not null)`;
  // A receiver is no document: of the application, name, code, seat and scopes stay with the documents.
  await tx.execute(sql`
    update company_application set data = data || '{"receiver": "", "phone": "", "detail": ""}'
    where company_id = ${companyId}`);
  await tx.execute(sql`
    delete from demo_mail where address in (select title ->> 'mail' from invoice where company_id = ${companyId})`);
  // The address of delivery is no part of an invoice.
  await tx.execute(sql`
    update invoice set title = title || '{"mail": "", "mobile": ""}' where company_id = ${companyId}`);
  await tx.execute(sql`update registration set stores = '[]' where company_id = ${companyId}`);
  for (const table of ofPeople)
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id in ${people}`);
  for (const table of ofCompany)
    await tx.execute(sql`delete from ${sql.identifier(table)} where company_id = ${companyId}`);
  // Messages are evidence of trade; their author's name is none.
  await tx.execute(sql`update chat_message set name = '已注销用户' where user_id in ${people}`);
  await tx.execute(sql`delete from verification where value in ${people}`);
  await tx.execute(sql`delete from phone_code where phone in ${phones}`);
  await tx.execute(sql`delete from demo_sms where phone in ${phones}`);
  // The fact, version and time of an agreement stay; its IP address does not.
  await tx.execute(sql`update agreement_acceptance set address = '' where user_id in ${people}`);
  await tx.execute(sql`
    update "user" set name = '已注销用户', phone_number = null, phone_number_verified = false, image = null,
      wechat = null, username = 'closed-' || id, display_username = null, email = 'closed-' || id || '@invalid',
      updated_at = ${now}
    where id in ${people}`);
}
