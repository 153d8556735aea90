import { describe, expect, test } from 'vitest';
import { subjectsFor } from '#lib/rules/companies/change-readers.ts';
import {
  allInvoiceStates,
  type InvoiceEvent,
  type InvoiceState,
  invoiceStates,
  isInvoiceOpen,
  liveInvoiceStates,
  nextInvoiceState,
} from '#lib/rules/invoices/invoice-state.ts';
import {
  freightToInvoice,
  type SoldFreight,
  type SoldLine,
  toInvoice,
} from '#lib/rules/invoices/invoiceable.ts';
import {
  allRedStates,
  asksAgain,
  isRedAgreed,
  isRedOpen,
  isRedState,
  isRedVoid,
  type RedState,
  type RedVerb,
  redDeadline,
  redStates,
  redVerbsOf,
} from '#lib/rules/invoices/red-state.ts';
import { findTaxProblem, type GoodsTax, missingTaxText, taxAt, taxText } from '#lib/rules/invoices/tax.ts';
import { type TaxValues, taxFault } from '#lib/rules/invoices/tax-table.ts';
import {
  findTaxNoProblem,
  type InvoiceTitle,
  titleFaults,
  titleLengths,
} from '#lib/rules/invoices/titles.ts';
import { invoicedStatuses } from '#lib/rules/orders/order-state.ts';
import { soldLine, taxes, title } from './invoice-fixtures.ts';

describe('titles', () => {
  const special = {
    ...title,
    ...{
      kind: 'special' as const,
      bank: '中国银行武汉分行',
      bankAccount: '5678 9012 3456',
      address: '武汉市',
    },
    phone: '027-88886666',
  };

  test.each<[name: string, title: InvoiceTitle, faults: (keyof InvoiceTitle)[]]>([
    ['ordinary with name and number alone', title, []],
    ['special with all', special, []],
    ['special without anything', { ...title, kind: 'special' }, ['bank', 'bankAccount', 'address', 'phone']],
    ['special without an account', { ...special, bankAccount: '' }, ['bankAccount']],
    ['special without an address', { ...special, address: '' }, ['address']],
    ['an account without its bank', { ...title, bankAccount: '567890' }, ['bank']],
    ['a bank without its account', { ...title, bank: '中国银行' }, ['bankAccount']],
    ['no name', { ...title, name: '' }, ['name']],
    ['a name of 100', { ...title, name: '药'.repeat(100) }, []],
    ['a name of 101', { ...title, name: '药'.repeat(101) }, ['name']],
    ['angle brackets', { ...title, name: '<药房>' }, ['name']],
    ['an account of letters', { ...special, bankAccount: 'ABC12345' }, ['bankAccount']],
    ['a telephone of words', { ...special, phone: '没有' }, ['phone']],
    ['a mail without a dot', { ...title, mail: 'a@b' }, ['mail']],
    ['a mail', { ...title, mail: 'cw@kangze.example.cn' }, []],
    ['a mobile of ten digits', { ...title, mobile: '1380000000' }, ['mobile']],
    ['a mobile', { ...title, mobile: '13800000001' }, []],
    ['no number', { ...title, taxNo: '' }, ['taxNo']],
  ])('%s', (_, input, faults) => {
    const found = titleFaults(input);
    expect(Object.keys(found).sort()).toEqual([...faults].sort());
    for (const sentence of Object.values(found)) expect(sentence).toMatch(/\p{Script=Han}/u);
  });

  test.each([
    ['91420106MA4KXQ6L0W', /校验位不正确/],
    ['91350100M000100Y43', null],
    ['91350100M000100Y44', /纳税人识别号校验位不正确/],
    ['91350100I000100Y43', /不允许的字符/],
    ['420106123456789', null],
    ['42010612345678', /15至20位，现为14位/],
    ['42010612345678901234', null],
    ['420106123456789012345', /现为21位/],
    ['42010612345678a', null],
    ['4201061234-5678', /只能由数字和大写字母/],
    ['', /请填写/],
  ])('tax number %s', (taxNo, sentence) => {
    const problem = findTaxNoProblem(taxNo);
    if (sentence === null) expect(problem).toBeNull();
    else expect(problem).toMatch(sentence);
  });

  test('lengths are those of the columns of an invoice', () => {
    expect(titleLengths).toMatchObject({ name: 100, taxNo: 20, mobile: 11 });
  });
});

describe('taxes', () => {
  test.each<[GoodsTax, string | null, string]>([
    [taxes.full, null, '13%'],
    [taxes.herbs, null, '9%'],
    [taxes.simple, null, '3%（简易征收）'],
    [taxes.exempt, null, '免税'],
    [{ ...taxes.full, rate: 3 }, null, '3%'],
    [{ ...taxes.full, rate: 6 }, null, '6%'],
    [{ ...taxes.full, rate: 0 }, '税率为0时，优惠政策请选择免税', '0%'],
    [{ ...taxes.full, rate: 17 as 13 }, '税率为13、9、6、3、0之一', '17%'],
    [{ ...taxes.exempt, rate: 13 }, '免税商品的税率为0', '免税'],
    [{ ...taxes.simple, rate: 13 }, '简易征收的税率为3', '3%（简易征收）'],
    [{ ...taxes.full, taxCode: '107030801' }, '税收分类编码为19位数字', '13%'],
    [{ ...taxes.full, policy: 'x' as 'none' }, '优惠政策为无、按3%简易征收、免税之一', '13%'],
  ])('%o', (tax, problem, text) => {
    expect(findTaxProblem(tax)).toBe(problem);
    expect(taxText(tax)).toBe(text);
  });

  test('of a day is the newest that has begun', () => {
    const rows = [
      { ...taxes.full, validFrom: '2026-01-01' },
      { ...taxes.simple, validFrom: '2026-12-01' },
      { ...taxes.herbs, validFrom: '2026-06-15' },
    ];
    const on = (day: string) => taxAt(rows, day)?.rate ?? null;
    expect([on('2025-12-31'), on('2026-01-01'), on('2026-06-14'), on('2026-06-15')]).toEqual([
      null,
      13,
      13,
      9,
    ]);
    expect([on('2026-11-30'), on('2026-12-01'), on('2030-01-01')]).toEqual([9, 3, 3]);
    expect(taxAt([], '2026-01-01')).toBeNull();
  });

  test.each([
    [[], null],
    [['阿莫西林胶囊', '阿莫西林胶囊'], '阿莫西林胶囊还没有税率，商家补齐税率和税收分类编码后才能开票'],
    [['甲', '乙', '丙'], '甲、乙、丙还没有税率，商家补齐税率和税收分类编码后才能开票'],
    [['甲', '乙', '丙', '丁'], '甲、乙、丙等4种商品还没有税率，商家补齐税率和税收分类编码后才能开票'],
  ])('%j are missing', (names, sentence) => {
    expect(missingTaxText(names)).toBe(sentence);
  });
});

describe('changes of a tax', () => {
  const now: TaxValues = { taxRate: '13', taxPolicy: null, taxCode: taxes.full.taxCode, taxFrom: null };
  test.each<[Partial<TaxValues>, from: string | null, fault: RegExp | null]>([
    [{}, null, null],
    [{ taxFrom: '2020-01-01' }, null, null],
    [{ taxFrom: '2026-05-01' }, '2026-05-01', null],
    [{ taxFrom: '2026-04-30' }, '2026-05-01', /不能早于现在的2026-05-01/],
    [{ taxRate: null }, null, /还没有税率/],
    [{ taxCode: null }, null, /还没有税率/],
    [{ taxRate: '17' }, null, /还没有税率/],
    [{ taxPolicy: 'exempt' }, null, /税率为0/],
    [{ taxPolicy: 'simple_3', taxRate: '3' }, null, null],
  ])('%j after %s', (over, from, fault) => {
    const found = taxFault({ ...now, ...over }, { from });
    if (fault === null) expect(found).toBeNull();
    else expect(found).toMatch(fault);
  });

  test('are of finance and goods people, changes of items of goods people alone', () => {
    expect(subjectsFor('merchant', 'finance')).toEqual(['goods_tax']);
    expect(subjectsFor('merchant', 'goods')).toEqual(['goods', 'goods_tax']);
    expect(subjectsFor('platform', 'goods')).toEqual(['goods']);
    expect(subjectsFor('merchant', 'orders')).toEqual([]);
    expect(subjectsFor('platform', undefined)).toEqual(['goods', 'goods_tax']);
  });
});

describe('what can be invoiced of a line', () => {
  const all = { shippedQuantity: 10 };
  type Case = [name: string, line: Partial<SoldLine>, due: [pieces: number, paid: number, list: number]];
  test.each<Case>([
    ['nothing is shipped', {}, [0, 0, 0]],
    ['all is shipped', all, [10, 10_000, 10_000]],
    ['all is shipped and invoiced', { ...all, invoicedPieces: 10, invoiced: 10_000 }, [0, 0, 0]],
    ['three are shipped', { shippedQuantity: 3 }, [3, 3000, 3000]],
    ['three more, after three', { shippedQuantity: 6, invoicedPieces: 3, invoiced: 3000 }, [3, 3000, 3000]],
    ['a discount', { ...all, paid: 8000 }, [10, 8000, 10_000]],
    ['a gift', { ...all, gross: 0, paid: 0 }, [10, 0, 0]],
    ['wholly paid by a voucher', { ...all, paid: 0 }, [10, 0, 10_000]],
    ['a third of 1000 fen', { quantity: 3, gross: 1000, paid: 1000, shippedQuantity: 1 }, [1, 334, 334]],
    [
      'the rest of it',
      { quantity: 3, gross: 1000, paid: 1000, shippedQuantity: 3, invoicedPieces: 1, invoiced: 334 },
      [2, 666, 666],
    ],
    [
      'the rest is refunded before it is shipped',
      {
        ...{ quantity: 3, gross: 1000, paid: 1000, shippedQuantity: 1, refundedQuantity: 2 },
        ...{ refundedAmount: 666, invoicedPieces: 1, invoiced: 334 },
      },
      [0, 0, 0],
    ],
    [
      'refunded before shipping',
      { shippedQuantity: 7, refundedQuantity: 3, refundedAmount: 3000 },
      [7, 7000, 7000],
    ],
    [
      'returned after invoicing',
      {
        ...{ ...all, refundedQuantity: 4, sentRefundedQuantity: 4, refundedAmount: 4000 },
        ...{ invoicedPieces: 10, invoiced: 10_000 },
      },
      [-4, -4000, -4000],
    ],
    [
      'returned before invoicing',
      { ...all, refundedQuantity: 4, sentRefundedQuantity: 4, refundedAmount: 4000 },
      [6, 6000, 6000],
    ],
    [
      'all returned after invoicing',
      {
        ...{ ...all, refundedQuantity: 10, sentRefundedQuantity: 10, refundedAmount: 10_000 },
        ...{ invoicedPieces: 10, invoiced: 10_000 },
      },
      [-10, -10_000, -10_000],
    ],
    ['all refunded', { refundedQuantity: 10, refundedAmount: 10_000 }, [0, 0, 0]],
    [
      'money alone came back after invoicing',
      { ...all, refundedAmount: 500, invoicedPieces: 10, invoiced: 10_000 },
      [0, -500, -500],
    ],
    [
      'money alone came back, more than what is shipped',
      { shippedQuantity: 1, refundedAmount: 9500 },
      [1, 500, 1000],
    ],
    ['no piece is kept, some money is', { refundedQuantity: 10, refundedAmount: 9000 }, [0, 0, 0]],
  ])('%s', (_, over, [pieces, paid, list]) => {
    expect(toInvoice(soldLine(over))).toEqual({ pieces, paid, list });
  });

  test('orders are asked about once something of them was shipped', () => {
    expect(invoicedStatuses).toEqual(['part_shipped', 'to_receive', 'completed', 'closed']);
  });

  test.each<[name: string, over: Partial<SoldFreight>, due: number]>([
    ['before shipping', { isShipped: false }, 0],
    ['after shipping', {}, 800],
    ['invoiced', { invoiced: 800 }, 0],
    ['goods were refunded', { refundedAmount: 5000, refundedOfLines: 5000 }, 800],
    ['freight was refunded', { refundedAmount: 5800, refundedOfLines: 5000, invoiced: 800 }, -800],
    ['free', { shippingAmount: 0 }, 0],
  ])('freight: %s', (_, over, due) => {
    const order = {
      shippingAmount: 800,
      refundedAmount: 0,
      refundedOfLines: 0,
      invoiced: 0,
      isShipped: true,
    };
    expect(freightToInvoice({ ...order, ...over })).toBe(due);
  });
});

describe('states of an invoice', () => {
  const events: InvoiceEvent[] = ['send', 'run', 'issue', 'unseal', 'fail', 'void', 'retry'];
  const next = (state: InvoiceState) => events.map((event) => nextInvoiceState(state, event));

  test.each<[InvoiceState, (InvoiceState | null)[]]>([
    ['waiting', ['sent', null, 'issued', null, 'failed', 'void', null]],
    ['sent', [null, 'running', 'issued', 'unsealed', 'failed', 'void', null]],
    ['running', [null, 'running', 'issued', 'unsealed', 'failed', 'void', null]],
    ['unsealed', ['sent', 'running', 'issued', 'unsealed', 'failed', 'void', null]],
    ['issued', [null, null, null, null, null, 'void', null]],
    ['failed', [null, null, 'issued', null, null, 'void', 'waiting']],
    ['void', [null, null, null, null, null, null, null]],
  ])('%s', (state, expected) => {
    expect(next(state)).toEqual(expected);
  });

  test('all are reached, one is the end', () => {
    const seen = new Set<InvoiceState>(['waiting']);
    for (const state of seen) for (const to of next(state)) if (to !== null) seen.add(to);
    expect([...seen].sort()).toEqual(allInvoiceStates.toSorted());
    expect(allInvoiceStates.filter((state) => next(state).every((to) => to === null))).toEqual(['void']);
  });

  test('live ones count as invoiced, open ones are looked after', () => {
    expect(liveInvoiceStates).toEqual(['waiting', 'sent', 'running', 'unsealed', 'issued']);
    expect(allInvoiceStates.filter(isInvoiceOpen)).toEqual(['waiting', 'sent', 'running', 'unsealed']);
    for (const { text, buyerText, hint } of Object.values(invoiceStates))
      expect(text && buyerText && hint).toMatch(/\p{Script=Han}/u);
  });
});

describe('states of a red form', () => {
  const bureau = allRedStates.filter((state) => /^\d\d$/.test(state));

  test('the bureau has thirteen', () => {
    expect(bureau.toSorted()).toEqual(Array.from({ length: 13 }, (_, at) => String(at + 1).padStart(2, '0')));
    expect([isRedState('07'), isRedState('asking'), isRedState('14')]).toEqual([true, true, false]);
  });

  test.each<[RedState, phase: string, seller: RedVerb[], buyer: RedVerb[]]>([
    ['asking', 'open', ['query', 'enter'], []],
    ['failed', 'void', ['again', 'enter'], []],
    ['01', 'agreed', ['query', 'enter'], []],
    ['02', 'open', ['query', 'revoke', 'enter'], []],
    ['03', 'open', ['confirm', 'refuse', 'query'], ['revoke']],
    ['04', 'agreed', ['query', 'revoke', 'enter'], []],
    ['05', 'void', ['again', 'enter'], []],
    ['06', 'void', ['again', 'enter'], ['again']],
    ['07', 'void', ['again', 'enter'], ['again']],
    ['08', 'void', ['again', 'enter'], ['again']],
    ['09', 'void', ['again', 'enter'], ['again']],
    ['10', 'void', ['again', 'enter'], []],
    ['11', 'void', ['again', 'enter'], []],
    ['12', 'void', ['again', 'enter'], []],
    ['13', 'void', ['again', 'enter'], []],
  ])('%s is %s', (state, phase, seller, buyer) => {
    expect(redVerbsOf(state, 'seller', false)).toEqual(seller);
    expect(redVerbsOf(state, 'buyer', false)).toEqual(buyer);
    expect(redVerbsOf(state, 'seller', true)).toEqual([]);
    const is = {
      open: isRedOpen(state) && !isRedAgreed(state),
      agreed: isRedAgreed(state),
      void: isRedVoid(state),
    };
    expect(Object.entries(is).filter(([, value]) => value)).toEqual([[phase, true]]);
    expect(isRedOpen(state)).toBe(!isRedVoid(state));
    const { text, sellerHint, buyerHint } = redStates[state];
    for (const sentence of [text, sellerHint, buyerHint]) expect(sentence).toMatch(/\p{Script=Han}/u);
  });

  test('72 hours are for the side that has to answer; then it is asked again', () => {
    const waits = allRedStates.filter((state) => redDeadline(state, 1000) !== null);
    expect(waits).toEqual(['02', '03']);
    expect(redDeadline('02', 1000)).toBe(1000 + 72 * 3_600_000);
    expect(allRedStates.filter(asksAgain)).toEqual(['07']);
  });
});
