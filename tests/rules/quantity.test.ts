import { describe, expect, test } from 'vitest';
import { limitText } from '#lib/rules/terms/limit-text.ts';
import {
  packText,
  parseQuantity,
  quantityBounds,
  settleBox,
  settleQuantity,
  withinPromo,
} from '#lib/rules/terms/quantity.ts';
import { goods, running } from './fixtures.ts';

const groupBuy = { activityId: 1, price: 1, goal: 1, joined: 0, ...running };

describe('bounds of the spinner (rules 13)', () => {
  test.each([
    ['stock is the maximum', {}, { min: 1, max: 1000, step: 1, disabled: false }],
    ['the minimum is rounded up to a pack', { packStep: 10, minQuantity: 15 }, { min: 20, max: 1000 }],
    ['the maximum is rounded down to a pack', { packStep: 10, stock: 47 }, { min: 10, max: 40 }],
    ['a smaller limit rules', { limitQuantity: 30 }, { max: 30 }],
    ['a larger limit does not', { limitQuantity: 3000 }, { max: 1000 }],
    ['0 is no limit', { limitQuantity: 0 }, { max: 1000 }],
    ['what was bought counts', { limitQuantity: 30, limitUsed: 12 }, { max: 18 }],
    ['a day', { dayLimit: 9, dayUsed: 4 }, { max: 5 }],
    ['a week', { weekLimit: 9, weekUsed: 9 }, { max: 0, disabled: true }],
    ['not buyable', { isBuyable: false }, { disabled: true }],
    ['no stock', { stock: 0 }, { max: 0, disabled: true }],
    ['no pack', { packStep: 0 }, { disabled: true }],
    [
      'maximum below minimum',
      { packStep: 10, minQuantity: 50, stock: 49 },
      { min: 50, max: 40, disabled: true },
    ],
  ])('%s', (_name, terms, expected) => {
    expect(quantityBounds(goods(terms))).toMatchObject(expected);
  });

  test.each([
    ['least and left_number', { minQuantity: 20, leftNumber: 55 }, {}, { min: 20, max: 50, disabled: false }],
    ['stock below left_number', { minQuantity: 20, leftNumber: 5000 }, {}, { min: 20, max: 1000 }],
    ['too little left', { minQuantity: 20, leftNumber: 15 }, {}, { max: 10, disabled: true }],
    ['hard limits do not bind', { minQuantity: 20, leftNumber: 55 }, { limitQuantity: 5 }, { max: 50 }],
  ])('group-buy: %s', (_name, own, terms, expected) => {
    const group = goods({ packStep: 10, ...terms, groupBuy: { ...groupBuy, ...own } });
    expect(quantityBounds(group, 'group_buy')).toMatchObject(expected);
  });
});

describe('settling a number', () => {
  const bounds = { min: 20, max: 100, step: 10, disabled: false };
  test.each([
    [50, 50, null, null, null],
    [51, 50, null, '按10盒起订，已调整为50盒', 60],
    [59, 50, null, '按10盒起订，已调整为50盒', 60],
    [29, 20, null, '按10盒起订，已调整为20盒', 30],
    [99, 90, null, '按10盒起订，已调整为90盒', 100],
    [100, 100, '已达最大购买量', null, null],
    [101, 100, '已达最大购买量', null, null],
    [1e9, 100, '已达最大购买量', null, null],
    [19, 20, null, '20盒起购，已调整为20盒', null],
    [10, 20, null, '20盒起购，已调整为20盒', null],
    [0, 20, null, '20盒起购，已调整为20盒', null],
    [-7, 20, null, '20盒起购，已调整为20盒', null],
    [Number.NaN, 20, null, null, null],
  ])('%d in a box becomes %d', (input, value, message, notified, next) => {
    const isRounded = notified !== null;
    expect(settleBox(input, bounds)).toEqual({ value, message, atCap: message !== null, isRounded, next });
    if (isRounded) expect(packText(input, value, bounds, '盒')).toBe(notified);
  });

  test('the next pack is offered only where it may be bought', () => {
    expect(settleBox(95, { ...bounds, max: 90 })).toMatchObject({ value: 90, next: null });
    expect(settleBox(85, { ...bounds, max: 90 })).toMatchObject({ value: 80, next: 90 });
  });

  test.each([
    [137, 10, 140, 140],
    [137, 10, 139, 130],
    [130, 10, 130, 130],
    [7, 5, 9, 5],
    [3, 5, 4, 0],
    [7, 0, 9, 0],
  ])(
    '%d of a list in packs of %d of at most %d is %d: the next more where it may be had',
    (asked, step, max, packs) => {
      const most = step > 0 ? Math.floor(max / step) * step : 0;
      expect(settleQuantity(asked, { min: 0, step, max: most, disabled: false }).value).toBe(packs);
    },
  );

  test('a minimum between two packs is lifted to the next one', () => {
    expect(settleBox(15, { min: 15, max: 100, step: 10, disabled: false }).value).toBe(20);
    expect(settleQuantity(15, { min: 15, max: 100, step: 10, disabled: false }).value).toBe(20);
  });

  test('a disabled spinner holds nothing', () => {
    const none = { value: 0, atCap: false, message: null, isRounded: false };
    expect(settleQuantity(5, { ...bounds, disabled: true })).toEqual(none);
    expect(settleBox(5, { ...bounds, disabled: true })).toEqual({ ...none, next: null });
  });
});

describe('drawing back from a number beyond a promo’s limit', () => {
  test.each([
    ['the last pack within the limit', { asked: 60, before: 5, left: 20 }, 20],
    ['what is left of the limit counts, not the limit', { asked: 20, before: 10, left: 10 }, 10],
    ['rounded down to a pack', { asked: 60, before: 5, left: 23 }, 20],
    ['never more than was asked for', { asked: 15, before: 5, left: 40 }, 15],
    ['never more than may be bought', { asked: 60, before: 5, left: 40, max: 30 }, 30],
    ['without a limit as well', { asked: 60, before: 5, left: Infinity, max: 30 }, 30],
    ['nothing is left: the number from before', { asked: 60, before: 10, left: 0 }, 10],
    ['less than nothing is left', { asked: 60, before: 10, left: -5 }, 10],
    ['less than a pack is left', { asked: 60, before: 10, left: 4 }, 10],
    ['less than the least is left', { asked: 60, before: 20, left: 15, min: 20 }, 20],
    ['no better number than before', { asked: 60, before: 12, left: 12 }, 12],
    ['already beyond', { asked: 60, before: 30, left: 20 }, 30],
    ['nothing was there before', { asked: 10, before: 0, left: 5 }, 5],
  ])('%s', (_name, { asked, before, left, ...over }, expected) => {
    const bounds = { min: 5, max: 1000, step: 5, disabled: false, ...over };
    expect(withinPromo(asked, before, left, bounds)).toBe(expected);
  });
});

describe('reading what was typed', () => {
  test.each([
    ['12', 12],
    ['１２', 12],
    [' 7 ', 7],
    ['+3', 3],
    ['2.0', 2],
    ['1e3', 1000],
  ])('%j is %d', (text, value) => {
    expect(parseQuantity(text)).toEqual({ ok: true, value });
  });

  test.each([
    ['', '请输入购买数量'],
    ['abc', '购买数量只能填数字'],
    ['1.5', '购买数量须为整数'],
    ['-1', '购买数量不能为负数'],
    ['－２', '购买数量不能为负数'],
    ['0', '购买数量至少为1'],
    ['1e9', '购买数量不能超过999999'],
    ['1000000000', '购买数量不能超过999999'],
    ['Infinity', '购买数量只能填数字'],
    ['0x10', '购买数量只能填数字'],
  ])('%j: %s', (text, message) => {
    expect(parseQuantity(text)).toEqual({ ok: false, message });
  });
});

test('the sentence of a limit names the one that binds', () => {
  expect(limitText(goods({ dayLimit: 5, dayUsed: 5 }))).toBe('已达每日限购5，明日0点恢复');
  expect(limitText(goods({ weekLimit: 5, weekUsed: 3, dayLimit: 9 }))).toBe(
    '每周限购5，还可购买2，请减少数量',
  );
  expect(limitText(goods({ limitQuantity: 5, limitUsed: 5, dayLimit: 5, dayUsed: 5 }))).toContain(
    '限购总数5',
  );
});
