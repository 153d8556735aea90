import { describe, expect, it, test } from 'vitest';
import { lackingData, lackingNote } from '#lib/contract/contracts/lacking.ts';
import type { Paper } from '#lib/rules/companies/qualification.ts';
import { signRight } from '#lib/rules/contracts/authority.ts';
import { firstTexts } from '#lib/rules/contracts/first-texts.ts';
import {
  asksNothing,
  type ContractAsk,
  type ContractStep,
  contractKindKeys,
  contractKindText,
  contractStepKeys,
  kindsAskedAt,
  noContractRule,
} from '#lib/rules/contracts/kinds.ts';
import {
  lackingContracts,
  lackingSentence,
  waitsForMerchants,
  waitsForSeals,
} from '#lib/rules/contracts/lacking.ts';
import { type RemoteFacts, type RemoteReader, remoteStep } from '#lib/rules/contracts/remote.ts';
import {
  type ContractFacts,
  canContractMove,
  contractStateKeys,
  contractText,
  expiryStep,
  isContractHalf,
  isContractOpen,
  isContractSigned,
  isPairInForce,
  mayRenew,
  pairOf,
  pairStateKeys,
  stateAfterSigning,
  termOf,
} from '#lib/rules/contracts/state.ts';
import { fillText, templateFaults, termText } from '#lib/rules/contracts/template.ts';
import { findDay, findDayEnd } from '#lib/rules/terms/activity-time.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const signed = (validFrom: string, validTo: string): ContractFacts => ({
  state: 'signed',
  validFrom,
  validTo,
});
const open = (state: 'sent' | 'half'): ContractFacts => ({ state, validFrom: null, validTo: null });

describe('the state of a pair', () => {
  const year = signed('2026-01-01', '2026-12-31');
  test.each<[string, ContractFacts[], string, string, string | null]>([
    ['nothing', [], '2026-06-01T12:00:00', 'none', null],
    ['sent', [open('sent')], '2026-06-01T12:00:00', 'sent', null],
    ['signed by one side', [open('half')], '2026-06-01T12:00:00', 'half', null],
    ['in force', [year], '2026-06-01T12:00:00', 'in_force', '2026-12-31'],
    ['before its first day', [year], '2025-12-31T23:59:59', 'none', null],
    ['on its first moment', [year], '2026-01-01T00:00:00', 'in_force', '2026-12-31'],
    ['61 days before its end', [year], '2026-10-31T23:59:59', 'in_force', '2026-12-31'],
    ['60 days before its end', [year], '2026-11-01T00:00:00', 'expiring', '2026-12-31'],
    ['on the last day at 08:00', [year], '2026-12-31T08:00:00', 'expiring', '2026-12-31'],
    ['a millisecond before midnight', [year], '2026-12-31T23:59:59.999', 'expiring', '2026-12-31'],
    ['at midnight in Shanghai', [year], '2027-01-01T00:00:00', 'lapsed', '2026-12-31'],
    ['renewed', [year, signed('2027-01-01', '2027-12-31')], '2026-12-30T12:00:00', 'in_force', '2027-12-31'],
    [
      'after a gap',
      [year, signed('2027-02-01', '2027-12-31')],
      '2027-01-10T12:00:00',
      'lapsed',
      '2026-12-31',
    ],
    [
      'the next one after a gap does not count',
      [year, signed('2027-02-01', '2028-01-31')],
      '2026-12-30T12:00:00',
      'expiring',
      '2026-12-31',
    ],
    ['lapsed and sent again', [year, open('sent')], '2027-03-01T12:00:00', 'sent', '2026-12-31'],
    ['lapsed and half signed', [year, open('half')], '2027-03-01T12:00:00', 'half', '2026-12-31'],
    [
      'in force while the next is half',
      [year, open('half')],
      '2026-12-30T12:00:00',
      'expiring',
      '2026-12-31',
    ],
  ])('%s', (_, contracts, moment, state, validTo) => {
    expect(pairOf(contracts, at(moment))).toEqual({ state, validTo });
    expect(pairOf(contracts.toReversed(), at(moment))).toEqual({ state, validTo });
  });

  it('each state is reached by the table above, and two of them let buy', () => {
    expect(pairStateKeys.filter(isPairInForce)).toEqual(['in_force', 'expiring']);
    expect(pairStateKeys.filter(mayRenew)).toEqual(['none', 'sent', 'expiring', 'lapsed']);
  });

  test.each([
    ['2026-12-31', '2026-10-31T12:00:00', null],
    ['2026-12-31', '2026-11-01T12:00:00', 60],
    ['2026-12-31', '2026-12-01T12:00:00', 30],
    ['2026-12-31', '2026-12-24T00:00:00', 7],
    ['2026-12-31', '2026-12-31T23:59:59', 7],
    ['2026-12-31', '2027-01-01T00:00:00', null],
  ])('a contract until %s at %s: reminder %s', (validTo, moment, days) => {
    expect(expiryStep(validTo, at(moment))).toBe(days);
  });

  test.each([
    ['from today on', 'none', null, '2026-11-30T00:30:00', '2026-11-30', '2027-11-29'],
    ['late in the evening of Shanghai', 'none', null, '2026-11-30T23:59:59', '2026-11-30', '2027-11-29'],
    ['behind what it renews', 'expiring', '2026-12-31', '2026-11-30T12:00:00', '2027-01-01', '2027-12-31'],
    ['lapsed: from today on', 'lapsed', '2026-10-31', '2026-11-30T12:00:00', '2026-11-30', '2027-11-29'],
    ['on 29 February', 'none', null, '2028-02-29T12:00:00', '2028-02-29', '2029-02-28'],
    ['on 1 March', 'none', null, '2027-03-01T12:00:00', '2027-03-01', '2028-02-29'],
  ] as const)('the term %s', (_, state, before, moment, validFrom, validTo) => {
    expect(termOf('quality', { state, validTo: before }, at(moment))).toEqual({ validFrom, validTo });
  });
});

describe('the stored states', () => {
  it('lead from sent to signed or void, and from void nowhere', () => {
    const reached = new Set(['sent']);
    for (const from of contractStateKeys)
      for (const to of contractStateKeys) if (canContractMove(from, to)) reached.add(to);
    expect([...reached].sort()).toEqual([...contractStateKeys].sort());
    expect(contractStateKeys.filter((to) => canContractMove('void', to))).toEqual([]);
    expect(contractStateKeys.filter(isContractOpen)).toEqual(['sent', 'half']);
    expect(contractStateKeys.filter(isContractSigned)).toEqual(['signed']);
    expect(contractStateKeys.filter(isContractHalf)).toEqual(['half']);
    expect([stateAfterSigning(false), stateAfterSigning(true)]).toEqual(['half', 'signed']);
  });
});

describe('what a merchant asks', () => {
  test.each<[ContractAsk, ContractStep, Record<ContractStep, string[]>]>([
    ['none', 'add', { add: [], order: [], pay: [] }],
    ['quality', 'add', { add: ['quality'], order: ['quality'], pay: ['quality'] }],
    ['quality', 'order', { add: [], order: ['quality'], pay: ['quality'] }],
    ['both', 'pay', { add: [], order: [], pay: ['quality', 'purchase'] }],
  ])('%s from %s on', (asks, step, expected) => {
    for (const step_ of contractStepKeys)
      expect(kindsAskedAt({ asks, step }, step_)).toEqual(expected[step_]);
    expect(asksNothing({ asks, step })).toBe(asks === 'none');
  });

  it('is nothing until it is set', () => {
    expect(asksNothing(noContractRule)).toBe(true);
  });
});

describe('the answer 459', () => {
  const now = at('2026-11-30T12:00:00');
  const asking = (id: number, asks: ContractAsk = 'quality', step: ContractStep = 'order') => ({
    merchantId: id,
    merchant: `商家${id}`,
    rule: { asks, step },
  });
  const held = (
    merchantId: number,
    facts: ContractFacts & { isRemote?: boolean },
    kind: 'quality' | 'purchase' = 'quality',
  ) => ({
    merchantId,
    kind,
    no: `HT${merchantId}`,
    ...facts,
  });
  const inForce = signed('2026-06-01', '2027-05-31');

  test.each<[string, ReturnType<typeof asking>[], ReturnType<typeof held>[], string]>([
    ['nobody asks', [asking(1, 'none')], [], ''],
    ['all in force', [asking(1)], [held(1, inForce)], ''],
    [
      'another merchant’s does not count',
      [asking(1)],
      [held(2, inForce)],
      '向商家1采购前，需先签署《质量保证协议》，签好后回到这里继续',
    ],
    [
      'one of both',
      [asking(1, 'both')],
      [held(1, inForce)],
      '向商家1采购前，需先签署《框架购销合同》，签好后回到这里继续',
    ],
    [
      'both',
      [asking(1, 'both')],
      [],
      '向商家1采购前，需先签署《质量保证协议》和《框架购销合同》，签好后回到这里继续',
    ],
    [
      'several merchants',
      [asking(1), asking(2)],
      [],
      '向商家1等2家商家采购前，需先签署《质量保证协议》，签好后回到这里继续',
    ],
    [
      'lapsed',
      [asking(1)],
      [held(1, signed('2025-11-30', '2026-11-29'))],
      '与商家1的《质量保证协议》已于2026-11-29到期，请先续签，签好后回到这里继续',
    ],
    [
      'waits for the seal',
      [asking(1)],
      [held(1, open('half'))],
      '您已签署与商家1的《质量保证协议》，等待商家盖章，盖章后即可继续采购',
    ],
    [
      'waits at a provider',
      [asking(1)],
      [held(1, { ...open('half'), isRemote: true })],
      '您已签署与商家1的《质量保证协议》，还须在签署平台完成签署，完成后即可继续采购',
    ],
  ])('%s', (_, merchants, contracts, sentence) => {
    const lacking = lackingContracts(merchants, contracts, 'order', now);
    expect(lackingSentence(lacking)).toBe(sentence);
    expect(waitsForMerchants(lacking)).toBe(sentence === '' || /等待商家盖章|在签署平台/.test(sentence));
    expect(waitsForSeals(lacking)).toBe(sentence === '' || /等待商家盖章/.test(sentence));
  });

  it('leads to signing, or to what waits for the merchant’s seal', () => {
    const noteOf = (merchants: ReturnType<typeof asking>[], contracts: ReturnType<typeof held>[]) => {
      const lacking = lackingContracts(merchants, contracts, 'order', now);
      const { merchants: ids, waiting_link: waiting } = lackingData(lacking);
      const { act, link } = lackingNote(lacking, '/cart')!;
      return [act, link, ids, waiting];
    };
    expect(noteOf([asking(1), asking(2, 'both')], [held(2, open('half'))])).toEqual([
      '去签合同',
      '/dzht?merchant=1%2C2&next=%2Fcart',
      '1,2',
      '',
    ]);
    expect(noteOf([asking(1)], [held(1, open('half'))])).toEqual(['查看合同', '/dzht/HT1', '1', '/dzht/HT1']);
    expect(noteOf([asking(1), asking(2)], [held(1, open('half')), held(2, open('half'))])).toEqual([
      '查看合同',
      '/dzht',
      '1,2',
      '/dzht',
    ]);
    // At a provider both sides sign, so there is something to do.
    expect(noteOf([asking(1)], [held(1, { ...open('half'), isRemote: true })])[0]).toBe('去签合同');
    expect(lackingNote([], '/cart')).toBeNull();
  });

  it('does not come before the step that the merchant named', () => {
    expect(lackingContracts([asking(1, 'quality', 'pay')], [], 'order', now)).toEqual([]);
    expect(lackingContracts([asking(1, 'quality', 'pay')], [], 'pay', now)).toHaveLength(1);
  });
});

describe('a contract at a provider', () => {
  const facts = {
    state: 'half',
    provider: 'esign',
    hasFlow: true,
    isAgreed: true,
    isSellerByHand: true,
  } as const;
  const step = (own: Partial<RemoteFacts>, reader: RemoteReader) => {
    const { mayGo, text } = remoteStep({ ...facts, ...own }, reader, 'e签宝');
    return [mayGo, text];
  };

  test.each<[string, Partial<RemoteFacts>, RemoteReader, boolean, string]>([
    ['who has signed here goes there', {}, 'signer', true, '请在e签宝完成签署'],
    ['also before its flow is open', { hasFlow: false }, 'signer', true, '请在e签宝完成签署'],
    ['not their colleague', {}, 'colleague', false, '等待签署人在e签宝完成签署'],
    ['a merchant by hand goes there', {}, 'merchant', true, '请经办人在e签宝完成签署'],
    ['not before its flow is open', { hasFlow: false }, 'merchant', false, '正在提交e签宝'],
    [
      'not with a seal that is set by itself',
      { isSellerByHand: false },
      'merchant',
      false,
      '等待采购方在e签宝完成签署',
    ],
    ['the platform reads', {}, 'platform', false, '等待采购方在e签宝完成签署'],
    ['the merchant has to agree first', { isAgreed: false }, 'signer', false, '等待商家确认盖章'],
    ['by its own act', { isAgreed: false }, 'merchant', false, ''],
    ['signed here', { provider: 'own' }, 'signer', false, ''],
    ['signed by both', { state: 'signed' }, 'signer', false, ''],
    ['void', { state: 'void' }, 'merchant', false, ''],
  ])('%s', (_, own, reader, mayGo, text) => {
    expect(step(own, reader)).toEqual([mayGo, text]);
  });
});

describe('who may sign', () => {
  const now = at('2026-11-30T12:00:00');
  const letter = (from: string, to: string | null): Paper => ({
    kind: 'purchase_authorisation',
    number: '',
    validFrom: findDay(from),
    validTo: to === null ? null : findDayEnd(to),
  });
  const good = letter('2026-01-01', '2026-12-31');

  test.each([
    ['owner', [good], null],
    ['buyer', [good], null],
    ['finance', [good], '您的角色为财务，不能签署合同，请联系企业管理员调整权限'],
    ['receiver', [good], '您的角色为收货员，不能签署合同，请联系企业管理员调整权限'],
    ['viewer', [good], '您的角色为只读，不能签署合同，请联系企业管理员调整权限'],
    [
      'owner',
      [],
      '贵企业没有有效的采购授权委托书，不能签署合同。请在“资质证件”上传新的委托书，审核通过后再签署',
    ],
    [
      'owner',
      [letter('2025-01-01', '2026-11-29')],
      '采购授权委托书已于2026-11-29到期，不能签署合同。请在“资质证件”上传新的委托书，审核通过后再签署',
    ],
    ['owner', [letter('2025-01-01', '2026-11-30')], null],
    ['owner', [letter('2026-12-01', null)], '采购授权委托书自2026-12-01起生效，生效后才能签署合同'],
    ['owner', [letter('2025-01-01', '2025-12-31'), good], null],
  ] as const)('%s with %j', (role, papers, refusal) => {
    const right = signRight({ role, papers }, now);
    expect(right.refusal).toBe(refusal);
    expect(right.authority === null).toBe(refusal !== null);
  });

  it('names the days of the letter', () => {
    expect(signRight({ role: 'owner', papers: [good] }, now).authority).toEqual({
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
    });
  });
});

describe('texts', () => {
  it('of the first version may be published', () => {
    for (const kind of contractKindKeys) expect(templateFaults(kind, firstTexts[kind])).toEqual([]);
  });

  test.each([
    ['without the other side', (text: string) => text.replaceAll('{供货单位}', ''), '文本缺少{供货单位}'],
    ['with an unknown field', (text: string) => `${text}{价格}`, '没有名为“价格”的填写项'],
    ['without invoices', (text: string) => text.replaceAll('发票', ''), '质量保证协议须写明：依法开具发票'],
    ['without a term', (text: string) => text.replaceAll('{期限}', '一年'), '质量保证协议须写明：有效期限'],
    ['too long', (text: string) => text + '长'.repeat(20_000), '文本最多20000个字'],
  ])('%s may not', (_, change, fault) => {
    expect(templateFaults('quality', change(firstTexts.quality))).toContain(fault);
  });

  it('are filled in, and say what is not registered', () => {
    expect(fillText('{采购单位}向{供货单位}', { 采购单位: '某药房' })).toBe('某药房向未登记');
    const text = fillText(firstTexts.quality, { 期限: termText('quality') });
    expect(text).toContain('有效期限为自双方签署完成之日起1年');
    expect(text).not.toMatch(/[{}]/);
  });

  it('have names', () => {
    expect(contractKindKeys.map(contractKindText)).toEqual(['质量保证协议', '框架购销合同', '平台服务协议']);
    expect(contractKindText('other')).toBe('合同');
  });
});

test('a contract whose last day is over reads as that, whatever was stored', () => {
  const now = Date.parse('2026-11-30T04:00:00.000Z');
  expect(contractText({ state: 'signed', validTo: '2026-11-29' }, now)).toBe('已过期');
  expect(contractText({ state: 'signed', validTo: '2026-11-30' }, now)).toBe('已签署');
  expect(contractText({ state: 'void', validTo: '2026-11-29' }, now)).toBe('已作废');
  expect(contractText({ state: 'sent', validTo: null }, now)).toBe('待签署');
});
