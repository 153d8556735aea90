/** Tables from outside: what is good is read, what hurts is refused in words, and the process does not notice. */
import { describe, expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { purchaseSpec } from '#lib/rules/purchase/purchase-columns.ts';
import { TableError, type TableFile, uploadLimits } from '#lib/server/engines/tables/limits.ts';
import { readTable } from '#lib/server/engines/tables/read-table.ts';
import { hostileFiles, workbookOf } from '#tests/support/hostile-files.ts';

async function read(bytes: Uint8Array | string, limits = uploadLimits): Promise<string[][]> {
  return (await readTable(Buffer.from(bytes), limits, 'test')).rows;
}

/** As a purchase list. */
function readList(bytes: Uint8Array | string): Promise<TableFile> {
  return readTable(Buffer.from(bytes), uploadLimits, 'test', purchaseSpec);
}

describe('good tables', () => {
  const rows = [
    ['品名', '数量'],
    ['阿莫西林胶囊', '100'],
  ];

  test.each([
    ['UTF-8 with a mark', '\ufeff品名,数量\r\n阿莫西林胶囊,100\r\n'],
    ['a quoted one', '"品名","数量"\n"阿莫西林胶囊",100'],
    ['UTF-16', Buffer.from('\ufeff品名,数量\n阿莫西林胶囊,100', 'utf16le')],
    // 品名,数量 and 阿莫西林胶囊,100 in GBK.
    ['GBK', Buffer.from('c6b7c3fb2ccafdc1bf0ab0a2c4aacef7c1d6bdbac4d22c3130300a', 'hex')],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual(rows);
  });

  test('an XLSX as spreadsheet programs write it, dates as days', async () => {
    const day = new Date(Date.UTC(2026, 10, 20));
    const cells = [
      [{ value: '品名' }, { value: '日期' }],
      [{ value: '阿莫西林胶囊' }, { value: day, type: Date, format: 'yyyy-mm-dd' }],
    ];
    const bytes = await writeXlsx(cells).toBuffer();
    expect(await read(bytes)).toEqual([
      ['品名', '日期'],
      ['阿莫西林胶囊', '2026-11-20'],
    ]);
  });

  test('cells that are only formatted may stand anywhere, and a sheet too large does not matter when it is not read', async () => {
    const far =
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row><row r="9999"><c r="B9999"/></row>';
    const other = '<row r="99999"><c r="A99999"><v>1</v></c></row>';
    const bytes = workbookOf([far, other]);
    expect(await read(bytes)).toEqual([['1']]);
  });
});

/** A cell of words, of a number, of a formula that failed. */
const word = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const number = (place: string, value: string) => `<c r="${place}"><v>${value}</v></c>`;
const head = `<row r="1">${word('A1', '品名')}${word('B1', '规格')}${word('C1', '数量')}</row>`;

describe('what people see of a workbook', () => {
  test('hidden rows are left out and told, merged cells count in each of their rows, numbers have 15 digits', async () => {
    const rows = [
      head,
      `<row r="2">${word('A2', '阿莫西林胶囊')}${word('B2', '0.25g*24粒')}${number('C2', '9.999999999999998')}</row>`,
      `<row r="3">${word('B3', '0.125g*24片')}${number('C3', '0.57999999999999996')}</row>`,
      `<row r="4" hidden="1">${word('A4', '板蓝根颗粒')}${number('C4', '20')}</row>`,
      `<row r="5">${number('A5', '81234567890123456789')}<c r="C5" t="e"><v>#N/A</v></c></row>`,
    ];
    const bytes = workbookOf([rows.join('')], { after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' });
    expect(await readList(bytes)).toEqual({
      rows: [
        ['品名', '规格', '数量'],
        ['阿莫西林胶囊', '0.25g*24粒', '10'],
        ['阿莫西林胶囊', '0.125g*24片', '0.58'],
        [],
        ['8.12345678901235E+19', '', '#N/A'],
      ],
      merged: ['2:0'],
      notes: ['隐藏的1行没有读取'],
    });
  });

  test('the list is on the first visible sheet with its head; which was read is told', async () => {
    const list = `${head}<row r="2">${word('A2', '阿莫西林胶囊')}${number('C2', '10')}</row>`;
    const help = `<row r="1">${word('A1', '填写说明')}</row><row r="2">${word('A2', '请勿改动表头')}</row>`;
    const read = async (sheets: string[], hidden: number[] = []) => readList(workbookOf(sheets, { hidden }));
    const rows = [
      ['品名', '规格', '数量'],
      ['阿莫西林胶囊', '', '10'],
    ];
    expect(await read([help, list])).toEqual({
      rows,
      merged: [],
      notes: ['读取了工作表“表2”，另有1张未读'],
    });
    // A sheet without anything in it is nothing that was left out.
    expect((await read(['', list])).notes).toEqual([]);
    expect((await read([list.replace('10', '99'), list], [0])).rows).toEqual(rows);
    expect((await read([help, help])).rows[0]).toEqual(['填写说明']);
  });
});

describe('files that are named as tables', () => {
  test.each<[string, string | Uint8Array, string[][]]>([
    [
      'Unicode 文本',
      Buffer.from('\ufeff品名\t数量\t单价\r\n甲,乙\t10\t7', 'utf16le'),
      [['甲,乙', '10', '7']],
    ],
    ['semicolons', '品名;数量;单价\n甲;10;7,5', [['甲', '10', '7,5']]],
    ['a full-width comma', '品名，数量\n甲，10', [['甲', '10']]],
    ['bars', '品名|数量\n甲|10', [['甲', '10']]],
    ['a line that says the delimiter', 'sep=;\n品名;数量\n甲;10', [['甲', '10']]],
    [
      'tabs below a title',
      '采购单\n品名\t数量\n甲\t10',
      [
        ['品名', '数量'],
        ['甲', '10'],
      ],
    ],
    ['signs that nobody sees', '\u200b品名,数\u2060量\n甲\u200b,10', [['甲', '10']]],
    ['tabs that keep codes as texts', '\t69,1\n\t0571,2', [['\t0571', '2']]],
    ['sentences', '阿莫西林 10盒，板蓝根 5袋\n甲 1盒', [['甲 1盒']]],
  ])('%s', async (_, content, rows) => {
    expect((await readList(content)).rows.slice(1)).toEqual(rows);
  });

  test.each<[string, string, string]>([
    ['HTML', '\ufeff\n<html><body><table><tr><td>品名</td></tr></table></body></html>', '网页格式'],
    ['a page without a head', '<table border="1"><tr><td>甲</td></tr></table>', '网页格式'],
    [
      'XML of Excel 2003',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      '网页格式',
    ],
    ['PDF', '%PDF-1.7\n1 0 obj', ' PDF 格式'],
  ])('%s is refused', async (_, content, says) => {
    await expect(readList(content)).rejects.toThrow(`是${says}，请在 Excel 里另存为 .xlsx`);
  });
});

describe('hostile ones', () => {
  test.each([...hostileFiles()].map((file) => [file.name, file] as const))(
    '%s is refused in words, or read within its limits',
    async (_, { bytes }) => {
      const outcome = await read(bytes).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(TableError);
        expect(outcome.message).toMatch(/^[^\n]*[\u4e00-\u9fff][^\n]*。$/);
      } else expect((outcome as string[][]).length).toBeLessThanOrEqual(uploadLimits.rows * 2);
    },
    30_000,
  );

  test('cost this process next to nothing', async () => {
    const [first] = hostileFiles();
    const before = process.threadCpuUsage();
    await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => readTable(first!.bytes, uploadLimits, `${at}`)),
    );
    const { user, system } = process.threadCpuUsage(before);
    // Microseconds of this thread, whatever else the machine does.
    expect(user + system).toBeLessThan(6 * 50_000);
  });

  test('a file beyond its bytes is not even handed over', async () => {
    await expect(read(Buffer.alloc(uploadLimits.bytes + 1))).rejects.toThrow('超过 10 MB');
  });
});
