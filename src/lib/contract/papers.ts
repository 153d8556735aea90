/** The documents of a buyer's company, and their states. */

import { z } from 'zod';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { get, post } from './call.ts';
import { maxPaperFiles } from './constants.ts';
import { emptyInput, flag, freeDay, freeText, id, typed, upTo, whole } from './fields.ts';
import { fileWire } from './files.ts';

const kind = z.enum(keysOf(paperNames), { error: '请选择证件类型' });

export const paperFileWire = fileWire.extend({ rotation: z.number() });
export type PaperFileWire = z.infer<typeof paperFileWire>;

/** A version of a document. Days are Shanghai's, empty where unknown; 1: without end. */
export const paperWire = z.object({
  id: z.number(),
  number: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  is_long: z.number(),
  state: z.string(),
  state_text: z.string(),
  /** Reason of the return. */
  reason: z.string(),
  files: z.array(paperFileWire),
});
export type PaperWire = z.infer<typeof paperWire>;

/** A kind of document, with the valid version and the one that is edited, reviewed or returned. */
export const paperSlot = z.object({
  kind: z.enum(keysOf(paperNames)),
  name: z.string(),
  is_needed: z.number(),
  /** Its overall state, in words, and its look. */
  state_text: z.string(),
  tone: z.enum(['good', 'warn', 'bad', 'quiet']),
  held: paperWire.nullable(),
  open: paperWire.nullable(),
  /** What is missing before it can be submitted; empty for nothing. */
  lack: z.string(),
});
export type PaperSlot = z.infer<typeof paperSlot>;

export const zizhi = z.object({
  list: z.array(paperSlot),
  company_state: z.string(),
  company_state_text: z.string(),
  /** Why the company or its last application was returned. */
  reason: z.string(),
  /** 1: the caller may change documents now. */
  can_change: z.number(),
  /** 1: there is something to submit. */
  can_hand_in: z.number(),
  /** When the pending application was submitted; null without one. */
  handed_in_at: z.string().nullable(),
  /** What prevents the submission of the draft. */
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

/** The version of one's calendar that was read; 0: there never was one. */
export const calendarVersionInput = z.object({ version: typed(whole('版本', 0, 2_147_483_647)) });
export type CalendarVersionValues = z.output<typeof calendarVersionInput>;

export const paperCalendar = z.object({
  version: z.number(),
  /** Creation of the address; empty without one. */
  opened_at: z.string(),
  /** The address, returned once at its creation; else empty. */
  url: z.string(),
});
export type PaperCalendar = z.infer<typeof paperCalendar>;

/** Scopes in the order of the rules; `expired_paper` is the licence whose end blocks one, empty for none. */
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

/** The site's own licences: name and number of each in one line. */
export const siteLicences = z.object({ list: z.array(z.object({ text: z.string() })) });
export type SiteLicences = z.infer<typeof siteLicences>;

/** The documents of a buyer's company. */
export const papersCalls = {
  zizhi: get('/api/user/zizhi', { who: 'buyer', whileFrozen: true, input: emptyInput, output: zizhi }),
  savePaper: post('/api/user/zizhi', { who: 'buyer', may: 'manage', input: savePaperInput, output: zizhi }),
  dropPaper: post('/api/user/zizhi/{kind}/drop', {
    who: 'buyer',
    may: 'manage',
    input: paperKindInput,
    output: zizhi,
  }),
  handIn: post('/api/user/zizhi/hand-in', { who: 'buyer', may: 'manage', input: emptyInput, output: zizhi }),
  paperCalendar: get('/api/user/zizhi/calendar', { who: 'buyer', input: emptyInput, output: paperCalendar }),
  openPaperCalendar: post('/api/user/zizhi/calendar', {
    who: 'buyer',
    may: 'read',
    input: calendarVersionInput,
    output: paperCalendar,
  }),
  dropPaperCalendar: post('/api/user/zizhi/calendar/drop', {
    who: 'buyer',
    may: 'read',
    input: calendarVersionInput,
    output: paperCalendar,
  }),
  jyfw: get('/api/user/jyfw', { who: 'buyer', input: emptyInput, output: jyfw }),
  gszz: get('/api/user/gszz', { who: 'all', input: emptyInput, output: siteLicences }),
};
