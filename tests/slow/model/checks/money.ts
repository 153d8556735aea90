/** Ledgers are wallets are payments less refunds, for every company, at the shop's side and at the counter's. */
import { mayBeDone, type RemoteState } from '#lib/rules/orders/remote-state.ts';
import type { Book } from '../book.ts';
import { type Snapshot, sum, sumBy, wasPaid } from './snapshot.ts';

/** Every entry's running balance is right, and the last one is what there is. */
function checkRunning(
  name: string,
  entries: readonly { amount: number; balanceAfter: number }[],
  start: number,
  balance: number,
): string[] {
  let at = start;
  for (const { amount, balanceAfter } of entries) {
    at += amount;
    if (at !== balanceAfter) return [`${name}: an entry of ${amount} ends at ${balanceAfter}, not at ${at}`];
  }
  return at === balance ? [] : [`${name}: the ledger ends at ${at}, it holds ${balance}`];
}

export function checkLedgers({ wallets, ledger, points }: Snapshot): string[] {
  return wallets.flatMap(({ companyId, balance, points: held }) => [
    ...checkRunning(
      `wallet of ${companyId}`,
      ledger.filter((one) => one.companyId === companyId),
      0,
      balance,
    ),
    ...checkRunning(
      `points of ${companyId}`,
      points.filter((one) => one.companyId === companyId),
      0,
      held,
    ),
  ]);
}

/** It took its money at some time; a part from the balance does while the rest is still waited for. */
function isTaken({ status, partOf }: Snapshot['payments'][number]): boolean {
  return ['paid', 'refunded'].includes(status) || (partOf !== null && status === 'pending');
}

/** The wallet's entries are the payments from it, the refunds to it and the promises that were kept, one for one. */
export function checkEntries({ ledger, payments, refunds, orders }: Snapshot): string[] {
  const expected = new Map<string, number>();
  for (const payment of payments)
    if (payment.provider === 'balance' && isTaken(payment) && payment.amount > 0)
      expected.set(`${payment.companyId} pay ${payment.no}`, -payment.amount);
  for (const { no, companyId, provider, status, amount } of refunds)
    if (provider === 'balance' && status === 'done') expected.set(`${companyId} refund ${no}`, amount);
  const own = ledger.filter((one) => one.useType === 'pay' || one.useType === 'refund');
  const found = sumBy(
    own,
    (one) => `${one.companyId} ${one.useType} ${one.ref}`,
    (one) => one.amount,
  );
  const wrong = [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) =>
    expected.get(name) === found.get(name)
      ? []
      : [`wallet: ${name} is ${found.get(name) ?? 'missing'}, expected ${expected.get(name) ?? 'none'}`],
  );
  const byNo = new Map(orders.map((order) => [order.no, order]));
  for (const { useType, ref, amount } of ledger) {
    const order = byNo.get(ref);
    if (useType !== 'rebate' && useType !== 'cashback') continue;
    const most = { rebate: order?.rebateAmount, cashback: order?.cashbackAmount }[useType];
    if (!order?.creditedAt || amount > (most ?? 0)) wrong.push(`${useType} of ${ref}: ${amount} of ${most}`);
  }
  return wrong;
}

export function checkPayments({ payments, shares, refunds, trades, orders }: Snapshot, book: Book): string[] {
  const wrong: string[] = [];
  const sharesOf = Map.groupBy(shares, (share) => share.payNo);
  const refundsOf = Map.groupBy(refunds, (refund) => refund.payNo);
  for (const { no, amount, status, providerNo } of payments) {
    const own = sharesOf.get(no) ?? [];
    if (sum(own, (share) => share.amount) !== amount)
      wrong.push(`payment ${no} of ${amount} is shared out as ${sum(own, (share) => share.amount)}`);
    const back = (refundsOf.get(no) ?? []).filter((refund) => refund.providerNo === providerNo);
    const given = sum(back, (refund) => refund.amount);
    if (given > amount) wrong.push(`payment ${no} of ${amount} gave back ${given}`);
    if (given > 0 && !['paid', 'refunded'].includes(status))
      wrong.push(`payment ${no} gave back ${given} and is ${status}`);
    if (status === 'refunded' && given !== amount)
      wrong.push(`payment ${no} of ${amount} is given back with ${given}`);
    const noShare = sum(
      own.filter((share) => share.isGivenBack),
      (share) => share.amount,
    );
    const alone = sum(
      back.filter((refund) => refund.orderNo === null),
      (refund) => refund.amount,
    );
    if (status === 'paid' && noShare !== alone)
      wrong.push(`payment ${no}: shares of ${noShare} pay nothing, ${alone} went back for them`);
  }
  const states = new Map(payments.map((payment) => [payment.no, payment.status]));
  const roots = new Map(payments.map((payment) => [payment.no, payment.partOf ?? payment.no]));
  for (const { no } of trades) {
    const paid = orders.filter((order) => order.tradeNo === no && wasPaid(order));
    const own = shares.filter(
      (share) => share.tradeNo === no && !share.isGivenBack && states.get(share.payNo) === 'paid',
    );
    // A part from the balance and the rest are one payment.
    const times = new Set(own.map((share) => roots.get(share.payNo))).size;
    const [asked, came] = [sum(paid, (order) => order.payAmount), sum(own, (share) => share.amount)];
    if (asked !== came || times > 1 || (times === 0) !== (paid.length === 0))
      wrong.push(`trade ${no}: ${paid.length} paid orders of ${asked}, ${times} payments of ${came}`);
  }
  const backOf = sumBy(
    refunds.filter((refund) => refund.orderNo !== null),
    (refund) => refund.orderNo ?? '',
    (refund) => refund.amount,
  );
  for (const { no, refundedAmount } of orders)
    if ((backOf.get(no) ?? 0) !== refundedAmount)
      wrong.push(`order ${no} gave back ${refundedAmount}, its refunds are ${backOf.get(no) ?? 0}`);
  for (const [tradeNo, payNos] of book.paid)
    for (const payNo of payNos)
      if (states.get(payNo) !== 'paid')
        wrong.push(`payment ${payNo} of ${tradeNo} was told as paid and is ${states.get(payNo)}`);
  return wrong;
}

/** A part from the balance ends as the remote payment that it belongs to, and never holds money for one that is over. */
export function checkParts({ payments }: Snapshot): string[] {
  const byNo = new Map(payments.map((payment) => [payment.no, payment]));
  return payments.flatMap((part) => {
    const rest = part.partOf === null ? undefined : byNo.get(part.partOf);
    if (part.partOf === null) return [];
    const fits = {
      pending: rest?.status === 'pending',
      paid: rest?.status === 'paid',
      refunded: rest !== undefined && rest.status !== 'pending' && rest.status !== 'paid',
      failed: false,
      closed: false,
    }[part.status];
    return fits ? [] : [`part ${part.no} of ${part.partOf} is ${part.status}, the rest is ${rest?.status}`];
  });
}

/** The counter's books against ours: every charge it took pays for something or is on its way back. */
export function checkCounter({
  charges,
  sandboxOrders,
  sandboxRefunds,
  payments,
  refunds,
}: Snapshot): string[] {
  const wrong: string[] = [];
  for (const { payNo } of sandboxOrders.filter((one) => one.closedAt !== null)) {
    if (charges.some((charge) => charge.payNo === payNo && charge.isPaid))
      wrong.push(`the counter closed ${payNo} and took money for it`);
    if (payments.find((one) => one.no === payNo)?.status === 'pending')
      wrong.push(`payment ${payNo} is pending, and the counter closed it`);
  }
  const byNo = new Map(payments.map((payment) => [payment.no, payment]));
  for (const charge of charges.filter((one) => one.isPaid)) {
    const payment = byNo.get(charge.payNo);
    const hasCome = payment?.providerNo === charge.no && ['paid', 'refunded'].includes(payment.status);
    const isBack = refunds.some((refund) => refund.payNo === charge.payNo && refund.providerNo === charge.no);
    // Told by the counter some time, or asked for where its notify got lost.
    const isComing = charge.notifyAt !== null || (payment?.askAt ?? null) !== null;
    if (!hasCome && !isBack && !isComing)
      wrong.push(
        `the counter took ${charge.amount} as ${charge.no}, payment ${charge.payNo} is ${payment?.status}`,
      );
    const back = sum(
      sandboxRefunds.filter((one) => one.chargeNo === charge.no),
      (one) => one.amount,
    );
    if (back > charge.amount)
      wrong.push(`the counter gave back ${back} of ${charge.no} with ${charge.amount}`);
  }
  for (const payment of payments.filter(
    (one) => one.provider === 'sandbox' && ['paid', 'refunded'].includes(one.status),
  ))
    if (
      !charges.some(
        (charge) => charge.isPaid && charge.no === payment.providerNo && charge.amount === payment.amount,
      )
    )
      wrong.push(`payment ${payment.no} is ${payment.status}, and the counter took nothing`);
  const done = new Map(
    refunds
      .filter((one) => one.provider === 'sandbox' && one.status === 'done')
      .map((one) => [one.no, one.amount]),
  );
  const own = sandboxRefunds.filter((one) => refunds.some((refund) => refund.no === one.no));
  // An answer that got lost: the refund is still to be asked about.
  const mayBe = new Map(
    refunds.filter((one) => mayBeDone(one.status as RemoteState)).map((one) => [one.no, one.amount]),
  );
  for (const { no, amount } of own)
    if ((done.get(no) ?? mayBe.get(no)) !== amount)
      wrong.push(`the counter gave back ${amount} as ${no}, we know of ${done.get(no) ?? 0}`);
  for (const no of done.keys())
    if (!own.some((one) => one.no === no))
      wrong.push(`refund ${no} is done, and the counter knows nothing of it`);
  return wrong;
}
