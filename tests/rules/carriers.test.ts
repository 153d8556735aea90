import { describe, expect, it } from 'vitest';
import { carrierChoices, carrierNames, findCarrierName, readCarrier } from '#lib/rules/orders/carriers.ts';

describe('a carrier', () => {
  it.each([
    ['顺风', '顺丰速运'],
    ['顺丰', '顺丰速运'],
    [' 顺丰 速运 ', '顺丰速运'],
    ['sf', '顺丰速运'],
    ['顺丰冷链', '顺丰医药'],
    ['京东快运', '京东快运'],
    ['京东', '京东物流'],
    ['ems', '邮政EMS'],
    ['自送', '自有车辆'],
    ['其他：顺丰', '顺丰速运'],
    ['其他：本地物流', '本地物流'],
    ['其他 本地物流', '本地物流'],
  ])('%s is read as %s', (typed, name) => expect(readCarrier(typed)).toEqual({ name }));

  it.each(['快快快', '其他', '其他：', '其他：一', `其他：${'物'.repeat(31)}`, 'SFX'])(
    '%s is none',
    (typed) => expect(readCarrier(typed)).toHaveProperty('fault'),
  );

  it('of the list is found by its own name', () => {
    for (const name of carrierNames) expect(findCarrierName(name)).toBe(name);
  });

  it('that was used last stands first, once', () => {
    const choices = carrierChoices(['中通快递', '本地物流']);
    expect(choices.slice(0, 3)).toEqual(['中通快递', '本地物流', '顺丰医药']);
    expect(new Set(choices).size).toBe(choices.length);
  });
});
