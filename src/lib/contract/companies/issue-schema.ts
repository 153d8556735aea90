/** Coupons and cash vouchers granted by the platform to a company: requested by one person, and approved by another. */
import { z } from 'zod';
import { issuedKinds } from '#lib/rules/promotions/issued.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { day, id, text, yuan } from '../fields.ts';

export const issueInput = z.object({
  id: id('企业编号'),
  kind: z.enum(keysOf(issuedKinds), { error: '请选择券的种类' }),
  value: yuan('面额'),
  /** `0` for none. */
  threshold: yuan('使用门槛'),
  /** The last day, in Shanghai. */
  until: day('有效期'),
  /** The company reads it. */
  reason: text('发放原因', { min: 2, max: 100 }),
});
export type IssueValues = z.output<typeof issueInput>;
