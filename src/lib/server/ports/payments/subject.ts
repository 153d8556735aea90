/** The text for a payer at a counter. It is the same each time the payment is handed over. */

export function subjectOf(tradeNos: readonly string[]): string {
  return `药批网订单 ${tradeNos[0]}${tradeNos.length > 1 ? ` 等${tradeNos.length}笔` : ''}`;
}

export const topUpSubject = '药批网账户充值';
