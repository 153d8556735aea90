/** One payment by two ways: the balance pays a part, one remote way the rest (rules 5). */
import { type Fen, shareOut } from './money.ts';

/** The parts that pay each trade of a payment. */
export type TradeParts = { balance: Fen; rest: Fen };

/**
 * Shares the balance's part over the trades that are paid together, in proportion to what each asks for, by largest
 * remainder: each trade is paid exactly, and the parts sum to the fen. Throws RangeError unless 0 ≤ balance ≤ the sum.
 */
export function splitPayment(amounts: readonly Fen[], balance: Fen): TradeParts[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (!Number.isSafeInteger(balance) || balance < 0 || balance > total)
    throw new RangeError(`cannot pay ${balance} of ${total} from the balance`);
  const parts = shareOut(balance, amounts, (amount) => amount);
  return parts.map(([amount, part]) => ({ balance: part, rest: amount - part }));
}

/** The most that the balance can add to a remote way: never all of it, because then nothing is left to pay remotely. */
export function mostFromBalance(amount: Fen, balance: Fen): Fen {
  return balance < amount ? Math.max(0, balance) : 0;
}
