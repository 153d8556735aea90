/** Numbers of trades, orders (also of the points mall) and payments: digits that can be read out on the phone, in the order of time. */
import { randomInt } from 'node:crypto';
import { dayKey, startOfDay } from '#lib/rules/terms/activity-time.ts';

let turn = 0;

/**
 * A new number: Shanghai day, millisecond of the day, a counter of this process and four random digits, so that neither
 * one process nor several make it twice.
 */
function newNumber(now: Date): string {
  turn = (turn + 1) % 100;
  const moment = now.getTime();
  const day = dayKey(moment).replaceAll('-', '').slice(2);
  const millis = String(moment - startOfDay(moment)).padStart(8, '0');
  return `${day}${millis}${String(turn).padStart(2, '0')}${String(randomInt(10_000)).padStart(4, '0')}`;
}

export function newTradeNo(now: Date): string {
  return `T${newNumber(now)}`;
}

/** The number of a trade's order at `index`, from 0. */
export function orderNoOf(tradeNo: string, index: number): string {
  return `D${tradeNo.slice(1)}${String(index + 1).padStart(2, '0')}`;
}

export function newPayNo(now: Date): string {
  return `P${newNumber(now)}`;
}

export function newPointsNo(now: Date): string {
  return `J${newNumber(now)}`;
}
