/**
 * A merchant agrees on the provider's own page that the platform issues its invoices (OAuth, rules 19). The state that is
 * sent there is valid once, for the person at the desk who began it.
 */
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import type { AgreedValues, SellerAgreementValues } from '#lib/contract/invoices-desk.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { normalizeCreditCode } from '#lib/rules/text/credit-code.ts';
import { type Context, recordOf } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import { siteAddress } from '../core/process/site-address.ts';
import { hashOf, newSecret } from '../core/sessions/wechat-cookie.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { findPending, putPending, takePending } from '../people/pending-rows.ts';
import { PortRefusal } from '../ports/invoices/port.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import { NoAnswer } from '../ports/payments/port.ts';
import { findSellerFile } from './seller-rows.ts';
import { taxNoOf } from './sellers.ts';
import { hurryWaiting } from './send-rows.ts';

type Merchant = Context<'merchant'>;

/** From the press to the code, ms. */
const stateTtl = 30 * 60_000;
const stateName = (state: string) => `invoice:agree:${hashOf(state)}`;
const begun = z.object({ provider: z.string(), merchantId: z.number(), name: z.string(), taxNo: z.string() });

/** The address to which the provider sends the browser back; it is registered there. */
const agreedPath = '/invoice/agreed';
const redirectOf = () => siteAddress() + agreedPath;

/** Ends of an agreement, as they are shown. */
const agreedEnds = {
  done: '授权成功，可以选择这个开票渠道了',
  expired: '授权已超过30分钟或不是由您发起，请重新授权',
  refused: '没有完成授权，请重新授权',
  other: '授权企业的税号与本商家的纳税人识别号不一致，请用本企业的账号授权',
  failed: '开票渠道没有确认授权，请稍后再试',
} as const;
type AgreedEnd = keyof typeof agreedEnds;

/** The sentence about an end that an address names; empty for none. */
export function agreedText(url: URL): string {
  const end = url.searchParams.get('agreed') ?? '';
  return isKeyOf(agreedEnds, end) ? agreedEnds[end] : '';
}

/** `POST /api/desk/seller/agree`. Throws 409 where the provider asks for no agreement, or the tax number is not known. */
export async function agreeInvoices(
  { db, now, actor }: Merchant,
  { provider }: SellerAgreementValues,
): Promise<{ url: string }> {
  const agreement = findInvoicePort(provider)?.agreement;
  if (agreement === undefined) throw new AppError(409, '这个开票渠道不需要授权');
  const taxNo = taxNoOf(must(await findSellerFile(db, actor.merchantId), 'the merchant'));
  if (taxNo === '') throw new AppError(409, '请先保存纳税人识别号，再授权');
  const state = newSecret();
  const value = { provider, merchantId: actor.merchantId, name: actor.name, taxNo };
  await putPending(db, stateName(state), value, new Date(now.getTime() + stateTtl));
  return { url: agreement.page(redirectOf(), state) };
}

/** The browser is back with a code. Never throws for what it brings. */
export async function endAgreement(
  context: Merchant,
  { code, taxnum, state }: AgreedValues,
): Promise<AgreedEnd> {
  const { db, now, actor } = context;
  const found = begun.safeParse(await findPending(db, stateName(state), now)).data;
  if (found === undefined || found.merchantId !== actor.merchantId || found.name !== actor.name)
    return 'expired';
  if ((await takePending(db, stateName(state), now)) === null) return 'expired';
  const agreement = findInvoicePort(found.provider)?.agreement;
  if (code === '' || agreement === undefined) return 'refused';
  if (normalizeCreditCode(taxnum) !== found.taxNo) return 'other';
  const seller = { merchantId: actor.merchantId, taxNo: found.taxNo };
  try {
    await agreement.accept(seller, { code, redirect: redirectOf() });
  } catch (error) {
    if (!(error instanceof PortRefusal || error instanceof NoAnswer)) throw error;
    log().warn({ err: error, ...seller }, 'a provider of invoices gave no token for an agreement');
    return 'failed';
  }
  await db.transaction(async (tx) => {
    await writeAudit(tx, recordOf(context), {
      act: 'invoice.agree',
      subject: 'merchant',
      key: actor.merchantId,
      before: null,
      after: { provider: found.provider, taxNo: found.taxNo },
      merchantId: actor.merchantId,
      at: now,
    });
    await hurryWaiting(tx, actor.merchantId, now);
  });
  return 'done';
}
