/** A refused parcel: who may do what with it, until when, and where it leads. */
import { describe, expect, it } from 'vitest';
import { canMove, orderStatuses } from '#lib/rules/orders/order-state.ts';
import {
  disputedDeadline,
  isRefusalWithPlatform,
  mayOfRefusal,
  type RefusalAct,
  refusalActKeys,
  refusalActs,
  refusalText,
  takeBackDeadline,
} from '#lib/rules/orders/refusal-state.ts';

const day = 86_400_000;
const deadlineAt = takeBackDeadline(0);
const refused = { status: 'refusing' as const, deadlineAt };

it('the merchant has ten days', () => {
  expect(deadlineAt).toBe(10 * day);
});

it('a dispute hands it over, whenever it comes', () => {
  const disputed = { ...refused, deadlineAt: disputedDeadline(deadlineAt) };
  for (const now of [0, 1, deadlineAt]) expect(isRefusalWithPlatform(disputed, now)).toBe(true);
});

describe.each<[string, number, boolean, RefusalAct[], RefusalAct[], string]>([
  ['at once', 0, false, ['take_back', 'dispute'], [], '拒收待商家收回'],
  ['a moment before the end', deadlineAt - 1, false, ['take_back', 'dispute'], [], '拒收待商家收回'],
  ['at the end', deadlineAt, true, ['take_back'], ['take_back', 'dismiss'], '拒收待平台处理'],
  ['long after', deadlineAt + day, true, ['take_back'], ['take_back', 'dismiss'], '拒收待平台处理'],
])('%s', (_when, now, isPlatforms, merchants, platforms, text) => {
  it('is for one side to decide', () => {
    expect(isRefusalWithPlatform(refused, now)).toBe(isPlatforms);
    expect(mayOfRefusal(refused, 'merchant', now)).toEqual(merchants);
    expect(mayOfRefusal(refused, 'platform', now)).toEqual(platforms);
    expect(refusalText(refused, now)).toBe(text);
  });
});

it.each(orderStatuses.filter((status) => status !== 'refusing'))('an order that is %s is none', (status) => {
  const order = { status, deadlineAt };
  for (const now of [0, deadlineAt]) {
    expect(isRefusalWithPlatform(order, now)).toBe(false);
    expect(mayOfRefusal(order, 'merchant', now)).toEqual([]);
    expect(mayOfRefusal(order, 'platform', now)).toEqual([]);
    expect(refusalText(order, now)).toBe('');
  }
});

it.each(refusalActKeys)('%s leads where the order may go, or leaves it where it is', (act) => {
  const { target } = refusalActs[act];
  expect(target === 'refusing' || canMove('refusing', target)).toBe(true);
});
