/** Trace codes of one line by a file: read before the parcel is sent. */
import { z } from 'zod';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';

export const traceFileInput = z.object({
  file: upload('请选择追溯码文件（CSV或XLSX）'),
  columns: columnKeys,
});
export type TraceFileInput = z.input<typeof traceFileInput>;

export const traceFileRead = z.object({
  /** One a line, as `shipParcel` takes them; empty where a row is wrong. */
  codes: z.string(),
  count: z.number().int(),
  /** The first wrong rows; the header is row 1. */
  faults: z.array(z.object({ row: z.number().int(), sentence: z.string() })),
  /** Total number of wrong rows. */
  wrong: z.number().int(),
  table: tableMapping,
});
export type TraceFileRead = z.infer<typeof traceFileRead>;
