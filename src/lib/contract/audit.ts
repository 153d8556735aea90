/** The audit log at the desks: what is searched for, and its entries. */

import { z } from 'zod';
import { get } from './call.ts';
import { deskPage, freeDay, freeText, listOf } from './fields.ts';

export const auditInput = z.object({
  /** The name of who did it, whole: of an account, or of a buyer. */
  who: freeText('操作人', 50),
  /** Keys of rules/audit-acts; one that is unknown finds nothing. */
  act: freeText('操作', 40),
  subject: freeText('对象', 40),
  /** Number or id of what it was done to, whole. */
  key: freeText('编号', 100),
  /** Days in Shanghai, both within. */
  from: freeDay('开始日期'),
  to: freeDay('结束日期'),
  ...deskPage(),
});
export type AuditValues = z.output<typeof auditInput>;

export const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  who: z.string(),
  /** A buyer's name, for the platform; empty for everybody else. */
  person: z.string(),
  /** 平台, a merchant's name, 系统… */
  side: z.string(),
  act: z.string(),
  act_text: z.string(),
  subject: z.string(),
  subject_text: z.string(),
  key: z.string(),
  request_id: z.string(),
  /** The old and new values, as JSON in lines; empty where there were none. */
  before: z.string(),
  after: z.string(),
});
export type AuditEntryWire = z.infer<typeof auditEntry>;

/** A page of entries, the newest first. */
export const auditList = listOf(auditEntry);
export type AuditList = z.infer<typeof auditList>;

/** The audit log at the desks. */
export const auditCalls = {
  audit: get('/api/desk/audit', { who: 'staff', may: 'audit', input: auditInput, output: auditList }),
};
