/** Notices to a merchant's people, the duty phone, and pending work at a desk. */

import { z } from 'zod';
import { merchantNoticeKinds } from '../rules/companies/merchant-notices.ts';
import { isMobile } from '../rules/text/phone.ts';
import { get, post, stream } from './call.ts';
import { streamInput } from './events/calls.ts';
import { draftPhone, emptyInput, flag, flagOut, ids, upTo, whole } from './fields.ts';

/** `ids`, or `all` = 1 for every notice that concerns the reader. */
export const readDeskNoticesInput = z
  .object({ ids: ids('通知').optional(), all: flag('全部已读').optional() })
  .refine(({ ids: chosen, all }) => chosen !== undefined || all === 1, {
    path: ['ids'],
    error: '请选择通知',
  });
export type ReadDeskNoticesInput = z.input<typeof readDeskNoticesInput>;
export type ReadDeskNoticesValues = z.output<typeof readDeskNoticesInput>;

export const dutyPhoneInput = z
  .object({
    /** A mainland mobile; empty for no notices. */
    phone: draftPhone('值班手机').refine((phone) => phone === '' || isMobile(phone), {
      error: '请填写11位手机号',
    }),
    kinds: upTo(merchantNoticeKinds.length, z.enum(merchantNoticeKinds, { error: '请选择通知种类' }), {
      error: '请选择通知种类',
      tooMany: '通知种类过多',
    }).default([]),
    from_hour: whole('开始时间', 0, 23),
    to_hour: whole('结束时间', 1, 24),
  })
  .refine(({ from_hour: from, to_hour: to }) => from < to, {
    path: ['to_hour'],
    error: '结束时间须晚于开始时间',
  });
export type DutyPhoneInput = z.input<typeof dutyPhoneInput>;
export type DutyPhoneValues = z.output<typeof dutyPhoneInput>;

export const dutyPhoneWire = z.object({
  phone: z.string(),
  from_hour: z.number().int(),
  to_hour: z.number().int(),
  /** Every kind, and whether it is sent to the phone. */
  kinds: z.array(
    z.object({ kind: z.enum(merchantNoticeKinds), text: z.string(), is_on: flagOut, is_urgent: flagOut }),
  ),
});
export type DutyPhoneWire = z.infer<typeof dutyPhoneWire>;

/** Number of pending things by address of the desk's navigation; entries without any are left out. */
export const deskWaiting = z.object({
  list: z.array(z.object({ href: z.string(), count: z.number().int() })),
});
export type DeskWaiting = z.infer<typeof deskWaiting>;

/** Notices to a merchant's people, the duty phone, and what waits at a desk. */
export const noticesCalls = {
  readDeskNotices: post('/api/desk/notices/read', {
    who: 'merchant',
    may: 'own',
    input: readDeskNoticesInput,
    output: deskWaiting,
  }),
  dutyPhone: get('/api/desk/notices/phone', {
    who: 'merchant',
    may: 'duty',
    input: emptyInput,
    output: dutyPhoneWire,
  }),
  setDutyPhone: post('/api/desk/notices/phone', {
    who: 'merchant',
    may: 'duty',
    input: dutyPhoneInput,
    output: dutyPhoneWire,
  }),
  deskWaiting: get('/api/desk/waiting', { who: 'staff', input: emptyInput, output: deskWaiting }),
  deskEvents: stream('/api/desk/events', { who: 'staff', input: streamInput, output: z.never() }),
};
