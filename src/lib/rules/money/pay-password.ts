/** The payment password: six digits that a person gives before money leaves the company's balance (rules 5). */
import type { Fen } from './money.ts';

/** Wrong attempts in a row after which no further one is checked for a while. */
export const payPasswordTries = 3;
export const payPasswordLockMs = 30 * 60_000;

/** What is wrong with six digits as a payment password; null for good ones. */
export function findPayPasswordFault(text: string): string | null {
  if (!/^[0-9]{6}$/.test(text)) return '支付密码须为6位数字';
  return isEasy(text) ? '支付密码过于简单，请避免连续、重复的数字' : null;
}

/**
 * Easy to guess: ascending and descending runs, at most two different digits, a repeated half or pair, mirrored halves.
 */
function isEasy(text: string): boolean {
  const digits = [...text].map(Number);
  const steps = digits.slice(1).map((digit, at) => (digit - Number(text[at]) + 10) % 10);
  return (
    new Set(digits).size <= 2 ||
    steps.every((step) => step === steps[0]) ||
    text.slice(0, 3) === text.slice(3) ||
    text === [...text].reverse().join('') ||
    (text[0] === text[1] && text[2] === text[3] && text[4] === text[5])
  );
}

/** none: the balance pays nothing · look: a confirmation · password: it must be given · set: it must be set first. */
export type BalanceGuard = 'none' | 'look' | 'password' | 'set';

/**
 * The check before a payment of which the balance pays `fromBalance`. `above`: what may be paid from it without a
 * password, in one payment and in all of a person's Shanghai day.
 */
export function balanceGuard(payment: { fromBalance: Fen; hasPassword: boolean; above: Fen }): BalanceGuard {
  if (payment.fromBalance <= 0) return 'none';
  if (payment.hasPassword) return 'password';
  return payment.fromBalance > payment.above ? 'set' : 'look';
}

/** What may still be paid from the balance today without a password, after `today`. */
export function leftWithoutPassword(above: Fen, today: Fen): Fen {
  return Math.max(0, above - today);
}
