/** Companies at the platform's desk: their papers that lapse soon. */
import { z } from 'zod';
import { deskPage, freeText, id, listOf } from '../fields.ts';

export const papersInput = z.object({
  /** Part of the company's name. */
  company: freeText('企业名称', 100),
  ...deskPage(),
});
export type PapersValues = z.output<typeof papersInput>;

export const lapsingPaper = z.object({
  id: z.number().int(),
  company_id: z.number().int(),
  company: z.string(),
  kind_text: z.string(),
  number: z.string(),
  /** Its last day in Shanghai. */
  valid_to: z.string(),
  /** 0 on its last day. */
  days_left: z.number().int(),
  /** The day of the last reminder; empty where there was none. */
  reminded_on: z.string(),
  /** 1: today; once a day is enough. */
  is_reminded: z.union([z.literal(0), z.literal(1)]),
});
export type LapsingPaperWire = z.infer<typeof lapsingPaper>;

/** A page of papers, the first to lapse first. */
export const papersList = listOf(lapsingPaper);
export type PapersList = z.infer<typeof papersList>;

export const paperIdInput = z.object({ id: id('资质编号') });
export type PaperIdInput = z.infer<typeof paperIdInput>;

export const companiesSchemas = {
  deskPapers: { input: papersInput, output: papersList },
  remindPaper: { input: paperIdInput, output: lapsingPaper },
};
