/** Many orders sent by one table: what is checked before anything goes out. */
import { z } from 'zod';
import { flagOut, freeText } from '../fields.ts';
import { columnKeys, tableMapping } from '../tables.ts';
import { upload } from '../uploads.ts';

export const dispatchInput = z.object({ file: upload('请选择发货表（CSV或XLSX）'), columns: columnKeys });
export type DispatchInput = z.input<typeof dispatchInput>;

/** Numbers of orders, separated by commas; empty for all that wait. */
export const dispatchFileInput = z.object({
  nos: freeText('订单号', 10_000),
  /** The last order of the file before; empty for the first one. */
  after: freeText('订单号', 40),
});

const dispatchParcel = z.object({
  no: z.string(),
  company: z.string(),
  carrier: z.string(),
  tracking_no: z.string(),
  /** The record of a refrigerated parcel; empty for others. */
  temperature: z.string(),
  cooler: z.string(),
  recorder: z.string(),
  /** Rows of the file, the head being 1. */
  rows: z.array(z.number().int()),
  pieces: z.number().int(),
  /** 1: this order has gone out under this number already. */
  is_done: flagOut,
  /** As `shipParcel` takes them. */
  lines: z.array(
    z.object({
      line_id: z.number().int(),
      pieces: z.number().int(),
      lot_id: z.number().int().optional(),
      codes: z.string(),
    }),
  ),
});
export type DispatchParcelWire = z.infer<typeof dispatchParcel>;

export const dispatchChecked = z.object({
  /** Rows with something in them. */
  rows: z.number().int(),
  /** Rows of these whose orders are not filled in: they stay. */
  skipped: z.number().int(),
  parcels: z.array(dispatchParcel),
  faults: z.array(z.object({ row: z.number().int(), no: z.string(), sentence: z.string() })),
  table: tableMapping,
});
export type DispatchChecked = z.infer<typeof dispatchChecked>;
