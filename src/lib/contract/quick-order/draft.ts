/** The purchase list that is worked on, as it is kept between two looks at it. */
import { z } from 'zod';
import { withoutFormat } from '#lib/rules/text/one-line.ts';
import { maxFormLines } from '../constants.ts';
import { reads } from '../decode.ts';
import { flag, id, quantity, upTo, whole } from '../fields.ts';
import { lineText } from './line.ts';

/** Characters of a text that is not matched yet. */
export const maxDraftText = 60_000;
/** Characters of all rows together, as they are sent. */
export const maxDraftRows = 200_000;

const isTooLarge = '清单过大，没有保存，请先把一部分加入购物车';
const error = '清单内容不正确';

/** JSON text can say what the database does not keep: a NUL, half a character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** A row: what was written, what it was taken for, and what somebody did to it. Goods and products by their ids. */
const draftRow = z.object({
  text: lineText.refine(isStorable, { error }),
  given: quantity().nullable(),
  grade: z.enum(['sure', 'check', 'none'], { error }),
  confidence: whole('把握', 0, 100),
  reason: z.string({ error }).overwrite(withoutFormat).max(500, { error }).refine(isStorable, { error }),
  number: whole('数量', 0, 999_999),
  goods_id: id('商品').nullable(),
  /** Other products that may be meant. */
  others: upTo(20, id('商品'), { error, tooMany: error }),
  is_settled: flag('已核对'),
});
export type DraftRow = z.output<typeof draftRow>;

/** As it stands in the database. */
export interface DraftContent {
  text: string;
  rows: DraftRow[];
}

/** One JSON text: so many rows of so many fields are more than a form takes. */
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
  /** The version that this one follows; 0 where there was none. */
  version: whole('版本', 0, 2_147_483_647),
  text: z.string({ error }).overwrite(withoutFormat).max(maxDraftText, { error: isTooLarge }).default(''),
  rows: draftRows,
  /** 1: what was there before is kept for the way back. */
  keeps_last: flag('保留上次').default(0),
});
export type SaveDraftValues = z.output<typeof saveDraftInput>;

export const draftVersionInput = z.object({ version: whole('版本', 0, 2_147_483_647) });

export const savedDraft = z.object({ version: z.number().int(), saved_at: z.iso.datetime() });
export type SavedDraft = z.infer<typeof savedDraft>;
