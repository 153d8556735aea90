/** The papers of a buyer's company, and what becomes of them. */
import { z } from 'zod';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { maxPaperFiles } from '../constants.ts';
import { emptyInput, flag, freeDay, freeText, id, typed, upTo, whole } from '../fields.ts';
import { fileWire } from '../files/schema.ts';

const kind = z.enum(keysOf(paperNames), { error: '请选择证件类型' });

export const paperFileWire = fileWire.extend({ rotation: z.number() });
export type PaperFileWire = z.infer<typeof paperFileWire>;

/** A version of a paper. Days are Shanghai's, empty where nobody has said them; 1: it holds without end. */
export const paperWire = z.object({
  id: z.number(),
  number: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  is_long: z.number(),
  state: z.string(),
  state_text: z.string(),
  /** Why it was returned. */
  reason: z.string(),
  files: z.array(paperFileWire),
});
export type PaperWire = z.infer<typeof paperWire>;

/** A kind of paper, with the version that counts and the one that is written, looked at or was returned. */
export const paperSlot = z.object({
  kind: z.enum(keysOf(paperNames)),
  name: z.string(),
  is_needed: z.number(),
  /** Where it stands on the whole, in words, and how that is to be seen. */
  state_text: z.string(),
  tone: z.enum(['good', 'warn', 'bad', 'quiet']),
  held: paperWire.nullable(),
  open: paperWire.nullable(),
  /** What is to be done before it can be handed in; empty for nothing. */
  lack: z.string(),
});
export type PaperSlot = z.infer<typeof paperSlot>;

export const zizhi = z.object({
  list: z.array(paperSlot),
  company_state: z.string(),
  company_state_text: z.string(),
  /** Why the company or its last application was returned. */
  reason: z.string(),
  /** 1: papers may be changed now, and by whoever asks. */
  can_change: z.number(),
  /** 1: there is something to hand in. */
  can_hand_in: z.number(),
  /** When what waits was handed in; null: nothing waits. */
  handed_in_at: z.string().nullable(),
  /** What stands between the draft and its review. */
  lacks: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type Zizhi = z.infer<typeof zizhi>;

const paperFile = z.object({
  id: id('文件'),
  rotation: whole('旋转角度', 0, 270)
    .refine((degrees) => degrees % 90 === 0, { error: '旋转角度须为90的倍数' })
    .default(0),
});

const files = upTo(maxPaperFiles, paperFile, {
  error: '上传的文件不正确',
  tooMany: `每个证件最多${maxPaperFiles}个文件`,
}).default([]);

export const savePaperInput = z.object({
  kind,
  number: freeText('证件编号', 60),
  valid_from: freeDay('有效期起'),
  valid_to: freeDay('有效期至'),
  is_long: flag('长期'),
  files,
});
export type SavePaperValues = z.output<typeof savePaperInput>;
export type SavePaperInput = z.input<typeof savePaperInput>;

export const paperKindInput = z.object({ kind });
export type PaperKindValues = z.output<typeof paperKindInput>;

/** Which state of one's calendar was read; 0: there never was one. */
export const calendarVersionInput = z.object({ version: typed(whole('版本', 0, 2_147_483_647)) });
export type CalendarVersionValues = z.output<typeof calendarVersionInput>;

export const paperCalendar = z.object({
  version: z.number(),
  /** When the address was made; empty: there is none. */
  opened_at: z.string(),
  /** The address, told once when it is made; else empty. */
  url: z.string(),
});
export type PaperCalendar = z.infer<typeof paperCalendar>;

/** Scopes in the order of the rules; `expired_paper` names the paper whose end blocks one, empty for none. */
export const jyfw = z.object({
  list: z.array(
    z.object({
      name: z.string(),
      is_held: z.number(),
      papers: z.array(z.string()),
      expired_paper: z.string(),
    }),
  ),
});
export type Jyfw = z.infer<typeof jyfw>;

/** The site's own licences: each its name and number in one line. */
export const siteLicences = z.object({ list: z.array(z.object({ text: z.string() })) });
export type SiteLicences = z.infer<typeof siteLicences>;

export const papersSchemas = {
  zizhi: { input: emptyInput, output: zizhi },
  savePaper: { input: savePaperInput, output: zizhi },
  dropPaper: { input: paperKindInput, output: zizhi },
  handIn: { input: emptyInput, output: zizhi },
  paperCalendar: { input: emptyInput, output: paperCalendar },
  openPaperCalendar: { input: calendarVersionInput, output: paperCalendar },
  dropPaperCalendar: { input: calendarVersionInput, output: paperCalendar },
  jyfw: { input: emptyInput, output: jyfw },
  gszz: { input: emptyInput, output: siteLicences },
};
