/** Ordering from a template: the differences first, then into the cart. */

import type { FilledCart } from '#lib/contract/cart/calls.ts';
import type { AddLine } from '#lib/contract/cart/inputs.ts';
import { hidePrices } from '#lib/contract/prices.ts';
import { type TemplatePreview, templatePreview } from '#lib/contract/templates.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { fillCart } from '../cart/fill.ts';
import type { Context } from '../core/context.ts';
import { rebuyRows } from '../orders/rebuy-lines.ts';
import { listTemplateLines, markTemplateUsed } from './rows.ts';
import { getTemplate } from './templates.ts';

/** `GET /api/template/{id}/order`: adds nothing. Throws 404 for another person's. */
export async function previewTemplate(
  context: Context<'buyer'>,
  { id }: { id: number },
): Promise<TemplatePreview> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { name } = await getTemplate(db, account, id, now);
  const lines = await listTemplateLines(db, account, [id]);
  const rows = await rebuyRows(
    context,
    lines.map(({ line, product }) => ({
      goodsId: line.goodsId,
      productId: product.id,
      quantity: line.number,
      priceThen: line.price,
      expiresThen: line.expiresOn ?? '',
      product,
    })),
  );
  const preview = { name, rows };
  return isApproved(account.companyState) ? preview : hidePrices(templatePreview, preview);
}

/** `POST /api/template/{id}/order`: fills the cart, and the template is not due any more today. Safe to repeat. */
export async function orderTemplate(
  context: Context<'buyer'>,
  { id, lines }: { id: number; lines: AddLine[] },
): Promise<FilledCart> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  await getTemplate(db, account, id, now);
  const filled = await fillCart(context, { lines });
  await markTemplateUsed(db, account, id, dayKey(now.getTime()));
  return filled;
}
