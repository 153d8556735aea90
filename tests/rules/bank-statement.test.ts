import { describe, expect, it } from 'vitest';
import { matchCredit, readStatement, statementSpec } from '#lib/rules/orders/bank-statement.ts';
import { readColumns } from '#lib/rules/tables/columns.ts';

const columnsOf = (rows: readonly (readonly string[])[]) =>
  readColumns({ rows, merged: new Set() }, statementSpec);
const read = (rows: readonly (readonly string[])[]) => readStatement(columnsOf(rows).rows);

describe('a statement', () => {
  it.each([
    [
      '工行, below a title',
      [
        ['工商银行账户明细'],
        ['交易日期', '收入金额', '支出金额', '对方户名', '对方账号', '摘要', '流水号'],
        ['2026-11-28', '1,234.50', '', '甲药房', '6222', '货款 P1', 'ab-0001'],
        ['2026-11-28', '', '35.00', '银行', '', '手续费', 'AB-0002'],
      ],
      [['AB-0001', '2026-11-28', 123450, '甲药房', '货款 P1']],
    ],
    [
      '建行, by credit and debit, times and brackets',
      [
        ['交易时间', '借方发生额（元）', '贷方发生额（元）', '对方户名', '附言', '用途', '交易流水号'],
        ['20261128 10:11:12', '0.00', '8.00', '乙诊所', 'P2', '货款', '0000123'],
        ['20261128 10:11:12', '8.00', '0.00', '丙', '', '', '0000124'],
      ],
      [['0000123', '2026-11-28', 800, '乙诊所', 'P2 货款']],
    ],
    [
      '招行, one amount with a sign',
      [
        ['交易日', '交易日期', '交易金额', '对方名称', '备注', '流水号'],
        ['', '2026/11/28', '-5.00', '甲', '', 'S001'],
        ['', '2026/11/28', '+5.00', '甲', '备', 'S002'],
      ],
      [['S002', '2026-11-28', 500, '甲', '备']],
    ],
    [
      '农行, by the word of its side',
      [
        ['日期', '借贷标志', '发生额', '对方户名', '摘要', '凭证号'],
        ['2026-11-28', '借', '5.00', '甲', '', 'V001'],
        ['2026-11-28', '贷', '6.00', '甲', '', 'V002'],
      ],
      [['V002', '2026-11-28', 600, '甲', '']],
    ],
  ])('of %s', (_name, table, credits) => {
    const found = read(table);
    expect(
      found.credits.map(({ serial, paidOn, amount, payer, remark }) => [
        serial,
        paidOn,
        amount,
        payer,
        remark,
      ]),
    ).toEqual(credits);
    expect(found.wrong).toEqual([]);
  });

  it.each([
    [
      'the head below twenty rows',
      [
        ...Array.from({ length: 20 }, (_, at) => [`说明${at}`]),
        ['记账日期', '贷方发生额/元(收入)', '对方户名', '交易流水号', '凭证号'],
      ],
      ['date', 'credit', 'payer', 'serial', ''],
    ],
    [
      'the day before the time',
      [['交易时间', '交易日', '交易金额', '借贷', '流水号']],
      ['date', 'date', 'amount', 'side', 'serial'],
    ],
    [
      'no money that left, and no balance',
      [['日期', '借方发生额', '贷方发生额', '余额', '凭证号']],
      ['date', '', 'credit', '', 'serial'],
    ],
  ])('finds %s', (_name, table, keys) => {
    const found = columnsOf([...table, table.at(-1)!.map(() => '1')]);
    expect(found.questions).toEqual([]);
    expect(found.columns.map(({ key }) => key)).toEqual(keys);
  });

  it('asks which of two serial numbers counts, and takes the day of a row where the first column says a time', () => {
    const two = [
      ['日期', '金额', '交易流水号', '核心流水号'],
      ['2026-11-28', '5', 'S001', 'T001'],
    ];
    expect(columnsOf(two)).toMatchObject({ rows: [], questions: [expect.stringContaining('流水号')] });
    const times = [
      ['交易时间', '交易日', '金额', '流水号'],
      ['10:11:12', '20261128', '5', 'S001'],
    ];
    expect(read(times).credits).toMatchObject([{ paidOn: '2026-11-28' }]);
  });

  it('says what it cannot read, and is none without its heads', () => {
    const head = ['交易日期', '收入金额', '流水号'];
    const found = read([
      head,
      ['2026-13-01', '5', 'S001'],
      ['2026-11-28', 'x', 'S001'],
      ['2026-11-28', '5', ''],
      ['2026-11-28', '5', '8.10000000000012E+19'],
      ['2026-11-28', '5', '123456789012300000'],
    ]);
    expect(found.credits).toEqual([]);
    expect(found.wrong.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6]);
    expect(columnsOf([['日期', '金额']]).questions).toEqual(['没有找到流水号列，请选择']);
  });
});

describe('a credit', () => {
  const awaited = [
    { no: 'P100', company: '甲药房（总店）', lacks: 100 },
    { no: 'P200', company: '乙诊所', lacks: 200 },
    { no: 'P300', company: '乙诊所', lacks: 300 },
    { no: 'P400', company: '丙', lacks: 500 },
    { no: 'P500', company: '丙', lacks: 500 },
  ];
  it.each([
    ['names the transfer', { amount: 100, payer: '', remark: '货款 p 100' }, 'sure P100'],
    ['names it with another amount', { amount: 101, payer: '', remark: 'P100' }, 'doubtful P100'],
    ['names two', { amount: 100, payer: '', remark: 'P100 P200' }, 'doubtful P100'],
    ['comes from the company with the amount', { amount: 300, payer: '乙诊所', remark: '' }, 'sure P300'],
    ['comes from it, in other brackets', { amount: 100, payer: '甲药房(总店)', remark: '' }, 'sure P100'],
    ['comes from it with another amount', { amount: 7, payer: '乙诊所', remark: '' }, 'doubtful P200'],
    ['fits two of it', { amount: 500, payer: '丙', remark: '' }, 'doubtful P400'],
    ['has the amount alone', { amount: 200, payer: '丁', remark: '' }, 'doubtful P200'],
    ['fits nothing', { amount: 7, payer: '丁', remark: '' }, 'none '],
  ])('that %s', (_name, credit, found) => {
    const { kind, no } = matchCredit(credit, awaited);
    expect(`${kind} ${no}`).toBe(found);
  });
});
