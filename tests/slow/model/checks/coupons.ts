/** Coupons stand where the orders that use them are; vouchers hold what orders left on them. */
import type { Book } from '../book.ts';
import { isCancelled, isGone, isUnpaid, type Order, type Snapshot, sum, sumBy } from './snapshot.ts';

export function checkClaims({ coupons, held }: Snapshot, book: Book): string[] {
  const counted = sumBy(
    held,
    (one) => `${one.companyId}:${one.couponId}`,
    () => 1,
  );
  const wrong = coupons.flatMap(({ id, kind, claimed, total }) => {
    if (kind !== 'coupon') return [];
    const all = held.filter((one) => one.couponId === id).length;
    return claimed === all && claimed <= total
      ? []
      : [`coupon ${id}: claimed ${claimed} of ${total}, held by companies ${all}`];
  });
  for (const { couponId, companyId } of held) {
    const coupon = coupons.find((one) => one.id === couponId);
    if (coupon?.kind !== 'coupon') continue;
    const key = `${companyId}:${couponId}`;
    const { sure, unsure } = book.claims.get(key) ?? { sure: 0, unsure: 0 };
    const count = counted.get(key) ?? 0;
    if (count < sure || count > sure + unsure || count > coupon.perCompany)
      wrong.push(
        `coupon ${couponId} of company ${companyId}: ${count} pieces, told ${sure} to ${sure + unsure}, at most ${coupon.perCompany}`,
      );
  }
  for (const [key, { sure }] of book.claims)
    if ((counted.get(key) ?? 0) < sure)
      wrong.push(`coupon ${key}: told ${sure} times, there are ${counted.get(key) ?? 0}`);
  return [...new Set(wrong)];
}

export function checkCoupons({ orders, lines, held, coupons }: Snapshot): string[] {
  const kinds = new Map(coupons.map((one) => [one.id, one.kind]));
  const shippedOf = sumBy(
    lines,
    (line) => line.orderNo,
    (line) => line.shippedQuantity,
  );
  const isDelivered = (order: Order) =>
    !isUnpaid(order) &&
    !isCancelled(order) &&
    (order.status !== 'closed' || (shippedOf.get(order.no) ?? 0) > 0);
  return held.flatMap(({ id, couponId, status, tradeNo }) => {
    if (kinds.get(couponId) !== 'coupon') return [];
    const users = orders.filter((order) => order.reservations.coupons.includes(id));
    const waiting = users.filter(isUnpaid);
    const paid = users.filter((order) => isDelivered(order) && order.status !== 'closed');
    const refused = users.filter((order) => isDelivered(order) && order.status === 'closed');
    const trades = new Set([...waiting, ...paid].map((order) => order.tradeNo));
    const fits =
      waiting.length > 0
        ? status === 'held'
        : paid.length > 0
          ? status === 'used'
          : refused.length > 0
            ? status !== 'held'
            : status === 'unused';
    if (fits && trades.size <= 1 && (trades.size === 0 || (tradeNo !== null && trades.has(tradeNo))))
      return [];
    return [
      `coupon ${id} is ${status} by ${tradeNo}, its orders are ${users.map((order) => `${order.no} at ${order.status}`).join(', ') || 'none'}`,
    ];
  });
}

export function checkVouchers(
  { orders, lines, held, coupons, voucherLedger }: Snapshot,
  book: Book,
): string[] {
  const worth = new Map(coupons.filter((one) => one.kind === 'voucher').map((one) => [one.id, one.value]));
  const vouchers = held.filter((one) => worth.has(one.couponId));
  const given = sumBy(
    vouchers,
    (one) => String(one.companyId),
    () => 1,
  );
  const wrong = [...book.vouchersGiven].flatMap(([company, count]) =>
    (given.get(String(company)) ?? 0) === count
      ? []
      : [`company ${company} was given ${count} vouchers and has ${given.get(String(company)) ?? 0}`],
  );
  const byOrder = Map.groupBy(lines, (line) => line.orderNo);
  for (const { id, couponId, balance, status } of vouchers) {
    const entries = voucherLedger.filter((one) => one.companyCouponId === id);
    let at = 0;
    for (const { amount, balanceAfter } of entries) {
      at += amount;
      if (at !== balanceAfter || at < 0)
        wrong.push(`voucher ${id}: an entry of ${amount} ends at ${balanceAfter}, not at ${at}`);
    }
    if (at !== balance || balance > (worth.get(couponId) ?? 0))
      wrong.push(`voucher ${id} holds ${balance}, its ledger ends at ${at}`);
    if ((status === 'used') !== (balance === 0)) wrong.push(`voucher ${id} is ${status} with ${balance}`);
    const users = orders.flatMap((order) =>
      order.reservations.vouchers.filter((one) => one.id === id).map(({ amount }) => ({ order, amount })),
    );
    const paid = -sum(
      entries.filter((one) => one.useType === 'pay'),
      (one) => one.amount,
    );
    if (paid !== sum(users, (one) => one.amount))
      wrong.push(`voucher ${id} paid ${paid}, orders took ${sum(users, (one) => one.amount)}`);
    for (const { order, amount } of users) {
      const back = sum(
        entries.filter(
          (one) => one.useType !== 'pay' && (one.ref === order.no || one.ref.startsWith(`R${order.no}-`)),
        ),
        (one) => one.amount,
      );
      const isWhole = isCancelled(order) || (byOrder.get(order.no) ?? []).every(isGone);
      if (back > amount || (isWhole && back !== amount) || (isUnpaid(order) && back !== 0))
        wrong.push(`voucher ${id}: order ${order.no} at ${order.status} took ${amount}, ${back} came back`);
    }
  }
  return wrong;
}
