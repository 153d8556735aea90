/** What a payer reads at a counter. The same payment reads the same each time it is handed over. */

export function subjectOf(tradeNos: readonly string[]): string {
  return `药批网订单 ${tradeNos[0]}${tradeNos.length > 1 ? ` 等${tradeNos.length}笔` : ''}`;
}

export const topUpSubject = '药批网账户充值';
