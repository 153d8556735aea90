import type { ActKind } from '#lib/rules/companies/act-kinds.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { aloneLeft } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';

/** `GET /api/desk/countersign/left`: what the person may still move alone today by a kind of act. */
export async function leftOf(
  context: Context<'staff'>,
  { kind }: { kind: ActKind },
): Promise<{ left: string }> {
  // A refund of an order is asked for by the people of its merchant too, within the limit.
  return { left: formatYuan(await aloneLeft(context, kind, kind === 'order_refund')) };
}
