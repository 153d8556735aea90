/** Tables from outside: what is good is read, what hurts is refused in words, and the process does not notice. */
import { describe, expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { TableError, uploadLimits } from '#lib/server/tables/limits.ts';
import { readTable } from '#lib/server/tables/read-table.ts';
import { hostileFiles, workbookOf } from '#tests/support/hostile-files.ts';

function read(bytes: Uint8Array | string, limits = uploadLimits): Promise<string[][]> {
  return readTable(Buffer.from(bytes), limits, 'test');
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
    const other =
      '<worksheet><sheetData><row r="99999"><c r="A99999"><v>1</v></c></row></sheetData></worksheet>';
    const bytes = workbookOf(far, { 'xl/worksheets/sheet2.xml': new TextEncoder().encode(other) });
    expect(await read(bytes)).toEqual([['1']]);
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
