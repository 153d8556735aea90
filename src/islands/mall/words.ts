/** Words of the points mall that pages and islands share. */
import { showCount, showYuan } from '#lib/rules/money/money.ts';

interface Cost {
  points: number;
  /** Yuan from the balance. */
  money_amount: string;
}

/** 1,200积分, 800积分+9.90元, or nothing for a prize. */
export function costText({ points, money_amount: money }: Cost): string {
  const parts = [];
  if (points > 0) parts.push(`${showCount(points)}积分`);
  if (money !== '0.00') parts.push(`${yuanText(money)}元`);
  return parts.join('+') || '免费';
}

/** 10, 9.90: whole yuan without decimals. */
export function yuanText(amount: string): string {
  return showYuan(amount).replace(/\.00$/, '');
}

/** What helps where something cannot be redeemed, by the code of the refusal. */
export const helps: Readonly<
  Record<string, { text: string; to: '/deftyel' | '/user' | '/zhzx/child' } | undefined>
> = {
  points: { text: '签到得积分', to: '/deftyel' },
  company: { text: '查看审核进度', to: '/user' },
};
