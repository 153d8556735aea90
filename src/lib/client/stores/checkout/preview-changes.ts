import type { Preview } from '#lib/contract/checkout.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** The differences between two previews of the same lines, in sentences for the buyer. */
export function changesBetween(before: Preview, after: Preview): string[] {
  const changes: string[] = [];
  const old = new Map(before.groups.flatMap((group) => group.lines).map((line) => [line.id, line]));
  for (const line of after.groups.flatMap((group) => group.lines)) {
    const was = old.get(line.id);
    const name = line.goods?.name ?? line.combination?.name ?? '商品';
    if (was === undefined) continue;
    if (line.refusal && !was.refusal) changes.push(`“${name}”：${line.refusal.reason}`);
    else if (line.price !== was.price)
      changes.push(`“${name}”单价由 ¥${showYuan(was.price ?? '-')} 变为 ¥${showYuan(line.price ?? '-')}`);
    else if (line.line_amount !== was.line_amount)
      changes.push(
        `“${name}”小计由 ¥${showYuan(was.line_amount ?? '-')} 变为 ¥${showYuan(line.line_amount ?? '-')}`,
      );
  }
  const given = new Map(giftsOf(after).map((gift) => [gift.activity_id, said(gift)]));
  for (const gift of giftsOf(before)) {
    const now = given.get(gift.activity_id);
    if (now !== said(gift)) changes.push(`赠品${said(gift)}${now ? `变为${now}` : '已送完'}`);
  }
  for (const [label, pick] of parts) {
    const [from, to] = [pick(before), pick(after)];
    if (from !== to) changes.push(`${label}由 ¥${showYuan(from)} 变为 ¥${showYuan(to)}`);
  }
  return changes;
}

const giftsOf = (preview: Preview) =>
  preview.groups.flatMap(({ orders }) => orders.flatMap(({ gifts }) => gifts));

const said = (gift: { name: string; bzdw: string; quantity: number }) =>
  `“${gift.name}”×${gift.quantity}${gift.bzdw}`;

const parts: [label: string, pick: (preview: Preview) => string][] = [
  ['优惠', (preview) => preview.total.discount_amount],
  ['运费', (preview) => preview.total.shipping_amount],
  ['应付金额', (preview) => preview.total.pay_amount],
];
