/** The drawer's session at the tax bureau and the quota of a seller, asked of its provider (rules 19). */
import { AppError } from '#lib/contract/errors.ts';
import type { SellerSession, SellerSessionValues } from '#lib/contract/invoices-desk.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { log } from '../core/process/log.ts';
import { qrPath } from '../engines/pictures/qr.ts';
import { PortRefusal } from '../ports/invoices/port.ts';
import { findInvoicePort } from '../ports/invoices/providers.ts';
import { findSellerFile } from './seller-rows.ts';
import { merchantOf, sellerWireOf } from './sellers.ts';
import { askStanding } from './standing.ts';

/** Characters of a text that is drawn as a QR code; a longer one is none. */
const longestCode = 1_500;

/**
 * `POST /api/desk/seller/session`: asks the provider now, for a new code with `renew`, and for the quota. Throws
 * 404, 409 where the provider has no session, refuses or does not answer.
 */
export async function readSellerSession(
  context: Context<'staff'>,
  { merchant_id, renew }: SellerSessionValues,
): Promise<SellerSession> {
  const { db, now } = context;
  const merchantId = merchantOf(context, merchant_id);
  const seller = (await findSellerFile(db, merchantId))?.seller;
  if (!seller) throw new AppError(409, '请先登记开票资料');
  const port = findInvoicePort(seller.provider);
  if (port?.session === undefined) throw new AppError(409, '这个开票渠道不需要登录税务局');
  const asking = { renew: renew === 1, now };
  const session = await askStanding(db, port, { ...seller, merchantId }, asking).catch((error: unknown) => {
    if (error instanceof PortRefusal) throw new AppError(409, `开票渠道答复：${error.message}`);
    log().warn({ err: error, merchantId }, 'the provider of invoices did not answer about a session');
    throw new AppError(409, '开票渠道没有答复，请稍后再试');
  });
  if (session === null) throw new AppError(409, '这个开票渠道不需要登录税务局');
  const { qr } = session;
  const isPicture = qr?.startsWith('data:image/') === true;
  return {
    state: session.state,
    until: session.until?.toISOString() ?? null,
    text: session.text,
    qr: qr === null || isPicture || qr.length > longestCode ? null : qrPath(qr),
    picture: isPicture ? qr : '',
    seller: await sellerWireOf(db, must(await findSellerFile(db, merchantId), 'the merchant')),
  };
}
