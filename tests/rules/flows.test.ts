/** 票账货款: each break of an order's four flows by its cause, what a sealed record forbids, proofs, and sums that foot. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '#lib/rules/flows/canonical.ts';
import { breakText, flowCauses } from '#lib/rules/flows/causes.ts';
import { breaksOf, type FlowFacts, redWithin } from '#lib/rules/flows/compare.ts';
import { flowText, leafText, type OrderFlow } from '#lib/rules/flows/flow.ts';
import { type FlowProof, isProven, proofKind, readProof } from '#lib/rules/flows/proof.ts';
import { sealedBreaks } from '#lib/rules/flows/sealed.ts';
import { monthRows, noMoves, totalOf, uninvoicedOf } from '#lib/rules/flows/statement.ts';
import { hexOf, leafOf, pathOf, rootOf, treeOf } from '#lib/rules/terms/merkle.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const now = Date.parse('2026-11-30T00:00:00Z');

const line = {
  line: 7,
  name: '阿莫西林胶囊',
  pieces: 10,
  paid: 100_00,
  refunded: 0,
  shipped: 10,
  returned: 0,
  lots: [
    { lot: 'A1', pieces: 6, parcel: 'SF1' },
    { lot: 'A2', pieces: 4, parcel: 'SF1' },
  ],
  invoiced: 100_00,
  invoicedPieces: 10,
};
const invoice = {
  number: '25000000000000000001',
  color: 'blue' as const,
  gross: 110_00,
  net: 97_35,
  tax: 12_65,
  files: {},
};
const whole: OrderFlow = {
  order: 'D1',
  company: 1,
  merchant: 2,
  paidAt: '2026-11-20T01:00:00.000Z',
  total: 110_00,
  refunded: 0,
  freight: 10_00,
  freightInvoiced: 10_00,
  lines: [line],
  invoices: [invoice],
  ledger: { sold: 110_00, refunded: 0 },
  payment: { came: 110_00, refunded: 0 },
};
const money = (refunded: number) => ({
  refunded,
  ledger: { sold: 110_00, refunded },
  payment: { came: 110_00, refunded },
});

const of = (flow: Partial<OrderFlow>, more: Partial<Omit<FlowFacts, 'flow'>> = {}) =>
  breaksOf({ flow: { ...whole, ...flow }, refundedAt: null, wrongInvoices: [], sealed: null, ...more }, now);
const ofLine = (part: Partial<typeof line>, rest: Partial<OrderFlow> = {}, more: Partial<FlowFacts> = {}) =>
  of({ lines: [{ ...line, ...part }], ...rest }, more);
/** 4 of 10 pieces came back. */
const returned = { refunded: 40_00, returned: 4 };

describe('an order agrees', () => {
  const cases: [string, ReturnType<typeof of>][] = [
    ['whole, invoiced and sent', of({})],
    ['not yet invoiced', ofLine({ invoiced: 0, invoicedPieces: 0 }, { invoices: [], freightInvoiced: 0 })],
    ['invoiced in part', ofLine({ invoiced: 60_00, invoicedPieces: 6 })],
    ['not yet shipped', ofLine({ shipped: 0, lots: [], invoiced: 0, invoicedPieces: 0 })],
    [
      'refunded, red a moment before it is due',
      ofLine(returned, money(40_00), { refundedAt: now - redWithin + 1 }),
    ],
    ['refunded and red', ofLine({ ...returned, invoiced: 60_00, invoicedPieces: 6 }, money(40_00))],
    [
      'refunded before it was invoiced',
      ofLine({ ...returned, invoiced: 0, invoicedPieces: 0 }, money(40_00)),
    ],
    [
      'a gift without an invoice',
      ofLine(
        { paid: 0, invoiced: 0, invoicedPieces: 0 },
        { lines: [line, { ...line, line: 8, paid: 0, invoiced: 0, invoicedPieces: 0 }] },
      ),
    ],
    ['everything sealed before', of({}, { sealed: whole })],
  ];
  it.each(cases.filter(([name]) => !name.startsWith('a gift')))('%s', (_name, found) =>
    expect(found).toEqual([]),
  );

  it('with a gift beside its item', () => {
    const gift = { ...line, line: 8, paid: 0, invoiced: 0, invoicedPieces: 0 };
    expect(of({ lines: [line, gift] })).toEqual([]);
  });
});

describe('an order breaks', () => {
  const cases: [keyof typeof flowCauses, ReturnType<typeof of>, number, number][] = [
    ['over_invoiced', ofLine({ invoiced: 100_01 }), 100_00, 100_01],
    ['not_red', ofLine(returned, money(40_00), { refundedAt: now - redWithin }), 60_00, 100_00],
    ['over_red', ofLine({ invoiced: -1 }), 0, -1],
    ['pieces', ofLine({ invoicedPieces: 11 }), 10, 11],
    ['pieces', ofLine({ invoicedPieces: 9 }), 10, 9],
    ['lots', ofLine({ lots: line.lots.slice(0, 1) }), 10, 6],
    [
      'lines',
      of({ total: 111_00, ledger: { sold: 111_00, refunded: 0 }, payment: { came: 111_00, refunded: 0 } }),
      111_00,
      110_00,
    ],
    ['line_refunds', ofLine({ refunded: 1 }), 0, 1],
    ['booked_sale', of({ ledger: { sold: 0, refunded: 0 } }), 110_00, 0],
    ['booked_refund', of({ ledger: { sold: 110_00, refunded: 1 } }), 0, 1],
    ['came', of({ payment: { came: 109_99, refunded: 0 } }), 110_00, 109_99],
    ['given_back', of({ payment: { came: 110_00, refunded: 5_00 } }), 0, 5_00],
    [
      'invoice_sum',
      of({}, { wrongInvoices: [{ number: '1', cause: 'invoice_sum', wanted: 1, found: 2 }] }),
      1,
      2,
    ],
    [
      'invoice_party',
      of({}, { wrongInvoices: [{ number: '1', cause: 'invoice_party', wanted: 0, found: 0 }] }),
      0,
      0,
    ],
    ['sealed', of({ invoices: [{ ...invoice, net: 97_34, tax: 12_66 }] }, { sealed: whole }), 97_35, 97_34],
    [
      'sealed_pieces',
      ofLine(
        { shipped: 9, lots: [{ lot: 'A1', pieces: 9, parcel: 'SF1' }], invoicedPieces: 9 },
        {},
        { sealed: whole },
      ),
      10,
      9,
    ],
    ['sealed_party', of({ company: 3 }, { sealed: whole }), 1, 3],
  ];
  it.each(cases)('%s', (cause, found, wanted, is) => {
    const one = found.find((any) => any.cause === cause);
    expect([one?.wanted, one?.found]).toEqual([wanted, is]);
    const text = breakText(cause, { wanted, found: is });
    expect(text === '').toBe(flowCauses[cause].unit === 'none');
  });

  it('names freight and lines of one name apart', () => {
    expect(of({ freightInvoiced: 10_01 })).toMatchObject([{ cause: 'over_invoiced', about: '运费' }]);
    const twice = [
      { ...line, invoiced: 100_01 },
      { ...line, line: 8, paid: 0, invoiced: 1 },
    ];
    expect(of({ lines: twice }).map(({ about }) => about)).toEqual([
      '阿莫西林胶囊（行7）',
      '阿莫西林胶囊（行8）',
    ]);
  });

  it('waits with pieces while a red invoice is due, and not with more than were sent', () => {
    const due = { refundedAt: now - 1 };
    expect(ofLine(returned, money(40_00), due)).toEqual([]);
    expect(ofLine({ ...returned, invoicedPieces: 11 }, money(40_00), due)).toMatchObject([
      { cause: 'pieces' },
    ]);
  });

  it('forgives freight that was refunded before the order was shipped', () => {
    const gone = { pieces: 10, refunded: 100_00, shipped: 0, lots: [], invoiced: 0, invoicedPieces: 0 };
    expect(ofLine(gone, { ...money(110_00), freightInvoiced: 0, invoices: [] })).toEqual([]);
    expect(ofLine(gone, { ...money(110_00), invoices: [] }, { refundedAt: 0 })).toMatchObject([
      { cause: 'not_red', about: '运费', wanted: 0 },
    ]);
  });
});

it('a sealed record grows and shrinks in nothing', () => {
  const more: OrderFlow = {
    ...whole,
    ...money(40_00),
    lines: [{ ...line, ...returned, lots: [...line.lots, { lot: 'A3', pieces: 1, parcel: 'SF2' }] }],
    invoices: [invoice, { ...invoice, number: '2', color: 'red', gross: -40_00 }],
  };
  expect(sealedBreaks(whole, more)).toEqual([]);
  expect(sealedBreaks(more, whole).map(({ about }) => about)).toEqual([
    '发票2价税合计',
    '发票2金额',
    '发票2税额',
    '订单退款',
    '账上退款',
    '退款单',
    '阿莫西林胶囊退款',
    '阿莫西林胶囊批号A3',
  ]);
  // A parcel's number may be corrected.
  const renumbered = {
    ...whole,
    lines: [{ ...line, lots: line.lots.map((lot) => ({ ...lot, parcel: 'YT9' })) }],
  };
  expect(sealedBreaks(whole, renumbered)).toEqual([]);
});

describe('canonical JSON', () => {
  it('is one text of equal values, and refuses what has none', () => {
    const value = { b: [1, null, true], a: { 'é"': '药\n' } };
    expect(canonical(value)).toBe('{"a":{"é\\"":"药\\n"},"b":[1,null,true]}');
    expect(() => canonical({ a: 0.1 })).toThrow(RangeError);
    expect(() => canonical({ a: undefined } as never)).toThrow(RangeError);
  });

  it('reads back as it was, in any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.maxSafeInteger()), (read) => {
        const turned = Object.fromEntries(Object.entries(read).reverse());
        expect(canonical(turned)).toBe(canonical(read));
        expect(JSON.parse(canonical(read))).toEqual({ ...read });
      }),
    );
  });
});

describe('a proof', () => {
  const day = '2026-11-29';
  const flows = Array.from({ length: 10_000 }, (_, at) => ({
    ...whole,
    order: `D${at}`,
    total: 110_00 + at,
  }));
  const salts = flows.map((_, at) => at.toString(16).padStart(32, '0'));
  const leaves = flows.map((flow, at) => leafOf(sha256, leafText(day, salts[at] ?? '', flow)));
  const tree = treeOf(sha256, leaves);
  const root = rootOf(tree);
  const published = { day, root, leaves: leaves.length };
  const proofOf = (at: number): FlowProof => ({
    kind: proofKind,
    day,
    at,
    leaves: leaves.length,
    salt: salts[at] ?? '',
    flow: flows[at] ?? whole,
    path: pathOf(tree, at),
  });

  it('leads to the root of its day, also from its file', () => {
    for (const at of [0, 1, 4_095, 8_191, 9_998, 9_999]) {
      const read = readProof(JSON.stringify(proofOf(at)));
      expect(read && isProven(sha256, read, published)).toBe(true);
    }
  });

  it('finds one changed row of 10,000', () => {
    const at = 6_543;
    const changed = [...leaves];
    changed[at] = leafOf(sha256, leafText(day, salts[at] ?? '', { ...flows[at]!, refunded: 1 }));
    expect(rootOf(treeOf(sha256, changed))).not.toBe(root);
    expect(changed.findIndex((leaf, of) => hexOf(leaf) !== hexOf(leaves[of]!))).toBe(at);
  });

  it('fails for every change of it', () => {
    const proof = proofOf(17);
    const [first = '', ...rest] = proof.path;
    const wrong: FlowProof[] = [
      { ...proof, day: '2026-11-28' },
      { ...proof, at: 16 },
      { ...proof, at: -1 },
      { ...proof, at: 0.5 },
      { ...proof, leaves: 9_999 },
      { ...proof, salt: '' },
      { ...proof, flow: { ...proof.flow, total: 1 } },
      { ...proof, flow: { ...proof.flow, lines: [] } },
      { ...proof, path: rest },
      { ...proof, path: [...proof.path, first] },
      { ...proof, path: [first.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')), ...rest] },
      { ...proof, path: ['no hash', ...rest] },
      { ...proof, flow: { ...proof.flow, total: 0.5 } },
    ];
    for (const one of wrong) expect(isProven(sha256, one, published)).toBe(false);
  });

  it('is no other file', () => {
    const { flow, ...bare } = proofOf(1);
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"kind":"x"}',
      JSON.stringify(bare),
      JSON.stringify({ ...bare, flow: [] }),
      JSON.stringify({ ...bare, flow: { ...flow, lines: [1] } }),
    ])
      expect(readProof(text)).toBeNull();
  });

  it('is the same text whatever the order of its keys', () => {
    expect(flowText(JSON.parse(JSON.stringify(whole)))).toBe(flowText(whole));
  });
});

describe('a statement', () => {
  const amounts = {
    sold: fc.nat(9_999),
    refunded: fc.nat(9_999),
    invoiced: fc.nat(9_999),
    red: fc.nat(9_999),
    back: fc.nat(9_999),
  };
  const move = fc.record({
    month: fc.constantFrom('', '2026-09', '2026-10', '2026-11'),
    other: fc.nat(3),
    orders: fc.nat(9),
    ...amounts,
  });

  it('foots in each row, goes on with the next month, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const rows = monthRows(moves);
        for (const row of rows) {
          expect(row.uninvoiced).toBe(
            row.uninvoicedBefore + row.sold - row.refunded - row.invoiced + row.red,
          );
          expect(row.owed).toBe(row.owedBefore + row.refunded - row.back);
        }
        for (const own of Map.groupBy(rows, ({ other }) => other).values())
          for (const [at, row] of own.entries()) {
            const earlier = own[at + 1];
            if (earlier)
              expect([row.uninvoicedBefore, row.owedBefore]).toEqual([earlier.uninvoiced, earlier.owed]);
          }
        const total = totalOf(rows);
        expect(total.uninvoiced).toBe(total.uninvoicedBefore + uninvoicedOf(total));
        const listed = new Set(rows.map(({ other }) => other));
        const all = moves.filter(({ other }) => listed.has(other));
        expect(total.uninvoiced).toBe(all.reduce((sum, one) => sum + uninvoicedOf(one), 0));
        expect(total.owed).toBe(all.reduce((sum, one) => sum + one.refunded - one.back, 0));
        expect(new Set(rows.map(({ month, other }) => `${month} ${other}`)).size).toBe(rows.length);
      }),
    );
  });

  it('has the newest month and the largest amount first', () => {
    const of = (month: string, other: number, sold: number) => ({
      ...noMoves,
      month,
      other,
      orders: 1,
      sold,
    });
    const rows = monthRows([of('', 1, 5), of('2026-10', 1, 7), of('2026-11', 1, 1), of('2026-11', 2, 9)]);
    expect(rows.map((row) => [row.month, row.other, row.uninvoicedBefore, row.uninvoiced])).toEqual([
      ['2026-11', 2, 0, 9],
      ['2026-11', 1, 12, 13],
      ['2026-10', 1, 5, 12],
    ]);
    expect(totalOf(rows)).toMatchObject({ orders: 3, uninvoicedBefore: 5, sold: 17, uninvoiced: 22 });
    expect(monthRows([])).toEqual([]);
  });
});
