/** The current purchase list, as saved between two visits. */
import { z } from 'zod';
import { doubtKinds } from '#lib/rules/purchase/doubt-kinds.ts';
import { withoutFormat } from '#lib/rules/text/one-line.ts';
import { maxFormLines } from '../constants.ts';
import { reads } from '../decode.ts';
import { flag, id, quantity, upTo, whole } from '../fields.ts';
import { lineText } from './line.ts';

/** Characters of a text that is not matched yet. */
export const maxDraftText = 60_000;
/** Characters of all rows together, as sent. */
export const maxDraftRows = 200_000;

const isTooLarge = '清单过大，没有保存，请先把一部分加入购物车';
const error = '清单内容不正确';

/** JSON text can contain what the database does not store: a NUL, half a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** A row: the original text, its match, and a person's changes. Items and products by id. */
const draftRow = z.object({
  text: lineText.refine(isStorable, { error }),
  given: quantity().nullable(),
  grade: z.enum(['sure', 'check', 'none'], { error }),
  confidence: whole('把握', 0, 100),
  reason: z.string({ error }).overwrite(withoutFormat).max(500, { error }).refine(isStorable, { error }),
  kinds: upTo(doubtKinds.length, z.enum(doubtKinds, { error }), { error, tooMany: error }).default([]),
  about: z
    .string({ error })
    .overwrite(withoutFormat)
    .max(60, { error })
    .refine(isStorable, { error })
    .default(''),
  ways: upTo(
    4,
    z.object({
      number: whole('数量', 0, 999_999),
      text: z.string({ error }).overwrite(withoutFormat).max(20, { error }),
    }),
    {
      error,
      tooMany: error,
    },
  ).default([]),
  number: whole('数量', 0, 999_999),
  goods_id: id('商品').nullable(),
  /** Other possible products. */
  others: upTo(20, id('商品'), { error, tooMany: error }),
  is_settled: flag('已核对'),
  /** A person chose or confirmed this row by itself, which is remembered. */
  is_own: flag('单独核对').default(0),
});
export type DraftRow = z.output<typeof draftRow>;

/** As stored in the database. */
export interface DraftContent {
  text: string;
  rows: DraftRow[];
}

/** One JSON text: that many rows and fields exceed the limits of a form. */
const draftRows: z.ZodType<DraftRow[], string | z.input<typeof draftRow>[]> = reads(
  upTo(maxFormLines, draftRow, { error: isTooLarge, tooMany: `一张清单最多${maxFormLines}行` }),
  readRows,
);

function readRows(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  if (sent.length > maxDraftRows) return null;
  try {
    return JSON.parse(sent);
  } catch {
    return null;
  }
}

export const saveDraftInput = z.object({
  /** The version that this one follows; 0 without one. */
  version: whole('版本', 0, 2_147_483_647),
  text: z.string({ error }).overwrite(withoutFormat).max(maxDraftText, { error: isTooLarge }).default(''),
  rows: draftRows,
  /** 1: the previous list is saved for undo. */
  keeps_last: flag('保留上次').default(0),
});
export type SaveDraftValues = z.output<typeof saveDraftInput>;

export const draftVersionInput = z.object({ version: whole('版本', 0, 2_147_483_647) });

export const savedDraft = z.object({ version: z.number().int(), saved_at: z.iso.datetime() });
export type SavedDraft = z.infer<typeof savedDraft>;
