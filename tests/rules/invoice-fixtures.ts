/** Parts and lines of invoices with nothing special about them, and what holds of every invoice. */
import { expect } from 'vitest';
import { type InvoiceLine, pairsOf, type SoldPart, sums, taxedOf } from '#lib/rules/invoices/amounts.ts';
import type { InvoiceForm } from '#lib/rules/invoices/invoice-state.ts';
import type { SoldLine } from '#lib/rules/invoices/invoiceable.ts';
import type { GoodsTax } from '#lib/rules/invoices/tax.ts';
import type { InvoiceTitle } from '#lib/rules/invoices/titles.ts';

export const taxes = {
  full: { rate: 13, policy: 'none', taxCode: '1070308010000000000' },
  herbs: { rate: 9, policy: 'none', taxCode: '1010107010000000000' },
  simple: { rate: 3, policy: 'simple_3', taxCode: '1070309020000000000' },
  exempt: { rate: 0, policy: 'exempt', taxCode: '1070308990000000000' },
} as const satisfies Record<string, GoodsTax>;

export function part(over: Partial<SoldPart> = {}): SoldPart {
  return {
    orderNo: 'D1',
    orderLineId: 1,
    name: '阿莫西林胶囊',
    spec: '0.25g*24粒',
    unit: '盒',
    quantity: 10,
    list: 11_300,
    paid: 11_300,
    tax: taxes.full,
    ...over,
  };
}

/** A line of ten pieces at 10.00, of which nothing was shipped. */
export function soldLine(over: Partial<SoldLine> = {}): SoldLine {
  return {
    quantity: 10,
    gross: 10_000,
    paid: 10_000,
    shippedQuantity: 0,
    refundedQuantity: 0,
    sentRefundedQuantity: 0,
    refundedAmount: 0,
    invoicedPieces: 0,
    invoiced: 0,
    ...over,
  };
}

export const title: InvoiceTitle = {
  kind: 'ordinary',
  name: '武汉康泽源大药房有限公司',
  taxNo: '91420106MA4KXQ6L04',
  bank: '',
  bankAccount: '',
  address: '',
  phone: '',
  mail: '',
  mobile: '',
};

/** The fen that a price of so many decimals makes of so many pieces, rounded half up. */
export function amountOf(unitPrice: string, quantity: number): number {
  const [whole = '', decimals = ''] = unitPrice.split('.');
  expect(decimals.length).toBeLessThanOrEqual(8);
  expect(decimals.endsWith('0')).toBe(false);
  const price = BigInt(`${whole}${decimals.padEnd(8, '0')}`);
  return Number((price * BigInt(quantity) + 500_000n) / 1_000_000n);
}

/** What holds of the lines of every blue invoice. */
export function expectSound(lines: readonly InvoiceLine[], form: InvoiceForm): void {
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
  const pairs = pairsOf(lines);
  for (const line of lines) {
    expect(line.gross).toBe(line.net + line.tax);
    expect(line.gross).not.toBe(0);
    if (line.nature === 1)
      expect([line.quantity, line.unitPrice, line.spec, line.unit]).toEqual([null, '', '', '']);
    else if (line.quantity !== null) expect(amountOf(line.unitPrice, line.quantity)).toBe(line.net);
  }
  for (const [goods, discount] of pairs) {
    expect(goods.nature).toBe(discount === undefined ? 0 : 2);
    if (discount === undefined) expect(goods).toMatchObject(taxedOf(goods.gross, goods.rate));
    else {
      expect(form).toBe('discount');
      const { name, taxCode, rate, policy, orderNo, orderLineId } = goods;
      expect(discount).toMatchObject({ nature: 1, name, taxCode, rate, policy, orderNo, orderLineId });
      const both = sums([goods, discount]);
      expect(both).toEqual(taxedOf(both.gross, goods.rate));
      expect([discount.gross < 0, discount.net <= 0, discount.tax <= 0]).toEqual([true, true, true]);
    }
  }
}
