/** The first day of a shop at the platform's desk: goods by a file, and a backup. Its steps are in rules/site/readiness. */

import { z } from 'zod';
import { post } from './call.ts';
import { readFlag, reads } from './decode.ts';
import { emptyInput, flagOut } from './fields.ts';
import { upload } from './uploads.ts';

/** Rows of a file in the browser; a larger catalogue is imported by a command. */
export const maxCatalogueRows = 2_000;

/** Before the confirmation nothing is written: the answer shows what would become of each row. */
export const importCatalogueInput = z.object({
  file: upload('请选择CSV或XLSX文件'),
  confirm: reads(flagOut.default(0), (sent) => (sent === '' ? undefined : readFlag(sent))),
});
export type ImportCatalogueValues = z.output<typeof importCatalogueInput>;

export const catalogueReport = z.object({
  is_written: flagOut,
  added: z.number(),
  updated: z.number(),
  same: z.number(),
  refused: z.number(),
  /** Heads of the file with the column that each was taken for, heads that are not known, and other notes. */
  columns: z.array(z.string()),
  ignored: z.array(z.string()),
  notes: z.array(z.string()),
  /** Refused rows first, then those with a remark, then changed ones; at most 300. */
  rows: z.array(
    z.object({ at: z.number(), sku: z.string(), name: z.string(), outcome: z.string(), reasons: z.string() }),
  ),
});
export type CatalogueReport = z.infer<typeof catalogueReport>;

export const backupAnswer = z.object({
  /** 1: done; 0: it goes on, and is to be looked at later. */
  is_done: flagOut,
  text: z.string(),
});
export type BackupAnswer = z.infer<typeof backupAnswer>;

export const firstDayCalls = {
  importCatalogue: post('/api/desk/catalogue', {
    who: 'platform',
    may: 'goods',
    sure: true,
    input: importCatalogueInput,
    output: catalogueReport,
  }),
  backUp: post('/api/desk/backup', {
    who: 'platform',
    may: 'settings',
    input: emptyInput,
    output: backupAnswer,
  }),
};
