/** Cases of 追溯码: a file of what is in them, and a code as it is scanned at an order. */
import { z } from 'zod';
import { get, post } from '../call.ts';
import { flagOut, text } from '../fields.ts';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';
import { orderNo } from './desk-order.ts';

const packsInput = z.object({ file: upload('请选择箱码文件（CSV或XLSX）'), columns: columnKeys });
export type PacksInput = z.input<typeof packsInput>;

const packsRead = z.object({
  /** Cases and codes of the file; 0 where nothing was saved. */
  cases: z.number().int(),
  boxes: z.number().int(),
  /** Codes that are new, and that are in another case than before. */
  added: z.number().int(),
  moved: z.number().int(),
  /** The first wrong rows; the header is row 1. */
  faults: z.array(z.object({ row: z.number().int(), sentence: z.string() })),
  wrong: z.number().int(),
  table: tableMapping,
});
export type PacksRead = z.infer<typeof packsRead>;

const scanInput = z.object({ no: orderNo, code: text('追溯码', { min: 1, max: 500, isScanned: true }) });
export type ScanValues = z.output<typeof scanInput>;

const scanned = z.object({
  /** The code that was scanned, and its boxes: itself where it is none of a case. */
  code: z.string(),
  is_case: flagOut,
  boxes: z.array(z.string()),
  /** Lines of its product with pieces to ship; empty where the product is not known by its code yet. */
  line_ids: z.array(z.number().int()),
});
export type Scanned = z.infer<typeof scanned>;

export const packCalls = {
  importPacks: post('/api/desk/packs', {
    who: 'merchant',
    may: 'orders',
    cost: 'upload',
    input: packsInput,
    output: packsRead,
  }),
  scanCode: get('/api/desk/orders/{no}/scan', {
    who: 'merchant',
    may: 'orders',
    input: scanInput,
    output: scanned,
  }),
};
