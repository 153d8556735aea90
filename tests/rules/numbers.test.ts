import { describe, expect, test } from 'vitest';
import { lineKinds, lineTypes, wordOf } from '#lib/contract/numbers.ts';
import {
  orderLineKinds,
  orderLineTypes,
  orderNumbers,
  orderStatusOf,
  orderWords,
} from '#lib/contract/order-numbers.ts';
import { lineKinds as cartKinds } from '#lib/rules/terms/asked.ts';

describe('the numbers of the wire', () => {
  test.each([
    ['lines of the cart', lineTypes, lineKinds],
    ['lines of an order', orderLineTypes, orderLineKinds],
    ['statuses', orderNumbers, orderWords],
  ] as [string, Record<string, number>, Record<number, string>][])(
    '%s: there and back',
    (_of, numbers, words) => {
      for (const [word, number] of Object.entries(numbers)) expect(wordOf(words, number)).toBe(word);
      expect(Object.keys(words)).toHaveLength(Object.keys(numbers).length);
    },
  );

  test('are those of the specification', () => {
    expect(cartKinds.map((kind) => lineTypes[kind])).toEqual([0, 1, 2, 3, 4]);
    expect(orderLineTypes.gift).toBe(5);
    expect(Object.values(orderNumbers)).toEqual([10, 12, 15, 20, 25, 30, 35, 50, 90, 91]);
  });

  test('others are no words', () => {
    expect(wordOf(lineKinds, 5)).toBeUndefined();
    expect(wordOf(orderWords, 21)).toBeUndefined();
    expect(orderStatusOf(20)).toBe('to_ship');
    expect(() => orderStatusOf(21)).toThrow(RangeError);
  });
});
