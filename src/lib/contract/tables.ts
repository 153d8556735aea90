/** How the columns of an uploaded or pasted table were read: shown to a person, who may change it. */
import { z } from 'zod';
import { withoutFormat } from '#lib/rules/text/one-line.ts';
import { flagOut, upTo } from './fields.ts';

/** Columns of a table at most. */
const maxColumns = 256;

/**
 * The key of each column of the file by index; a column with an empty text is not read. Left out: the headings decide.
 */
export const columnKeys = upTo(
  maxColumns,
  z.string({ error: '所选的列不正确' }).overwrite(withoutFormat).max(30, { error: '所选的列不正确' }),
  { min: 1, error: '所选的列不正确', tooMany: `最多${maxColumns}列` },
).optional();

export const tableMapping = z.object({
  /** Row of the head, from 1; 0: the file has none. */
  head: z.number().int(),
  columns: z.array(
    z.object({
      head: z.string(),
      /** First cells below the head. */
      samples: z.array(z.string()),
      /** Which of the choices it is; empty: it is not read. */
      key: z.string(),
    }),
  ),
  /** Possible keys of a column; `is_many` 1: several together. */
  choices: z.array(z.object({ key: z.string(), title: z.string(), is_many: flagOut })),
  /** What was ignored in the file, in sentences. */
  notes: z.array(z.string()),
  /** Choices required before anything is read. */
  questions: z.array(z.string()),
  /** 1: this owner chose it before for a table with these heads. */
  is_remembered: flagOut,
});
export type TableMapping = z.infer<typeof tableMapping>;
