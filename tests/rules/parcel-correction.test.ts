import { expect, it } from 'vitest';
import { orderStatuses } from '#lib/rules/orders/order-state.ts';
import { mayCorrectParcel, parcelStateKeys } from '#lib/rules/orders/parcel-state.ts';
import { tradeKindOf, transferRefusal } from '#lib/rules/orders/transfer-state.ts';

it('a parcel is corrected until it is signed for, while its order is on its way', () => {
  const may = orderStatuses.flatMap((status) =>
    parcelStateKeys.filter((state) => mayCorrectParcel(state, status)).map((state) => `${status} ${state}`),
  );
  const states = ['sent', 'taken', 'moving', 'delivering', 'returned', 'trouble'];
  expect(may).toEqual(
    ['part_shipped', 'to_receive'].flatMap((status) => states.map((state) => `${status} ${state}`)),
  );
});

it.each([
  [[false], ['normal'], 'normal', false],
  [[false, true], ['normal'], 'flash', true],
  [[true], ['group_buy'], 'group_buy', true],
  [[false], ['group_buy'], 'group_buy', true],
] as const)('a trade of flash %j and lines %j is %s', (flash, kinds, kind, isRefused) => {
  const orders = flash.map((isFlash) => ({ isFlash }));
  expect(tradeKindOf({ orders, lines: kinds.map((one) => ({ kind: one })) })).toBe(kind);
  expect(transferRefusal(['normal', kind]) !== null).toBe(isRefused);
});
