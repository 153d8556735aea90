import { type Fen, formatYuan, showYuan } from './money.ts';

/** An amount for display with its sign of money, behind a minus: '-1312.00' → '-¥1,312.00'. */
export function showAmount(amount: Fen | string): string {
  const yuan = typeof amount === 'string' ? amount : formatYuan(amount);
  return yuan.startsWith('-') ? `-¥${showYuan(yuan.slice(1))}` : `¥${showYuan(yuan)}`;
}
