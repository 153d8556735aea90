/** 品种求购 on the wire (rules 15: `/api/user/buy`). */
import { z } from 'zod';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { unset } from '../decode.ts';
import { freeText, id, money, page, pageSize, quantity, text, typed, yuan } from '../fields.ts';
import { ownMoney } from '../prices.ts';

/** Requests of a company that wait for an answer, at most. */
export const maxOpenWanted = 50;

export const wantedInput = z.object({
  name: text('药品名称', { min: 1, max: 60 }),
  spec: freeText('规格', 60),
  maker: freeText('生产厂家', 60),
  quantity: typed(quantity('求购数量')),
  unit: freeText('单位', 10),
  /** Yuan a piece that the buyer would pay. */
  price: unset(yuan('期望单价').optional()),
  phone: z
    .string({ error: '请填写联系电话' })
    .transform(normalizePhone)
    .refine(isPhone, { error: '请填写11位手机号，或带区号的固定电话' }),
  note: freeText('补充说明', 300),
  /** Made by the form: the same form sent twice is one request. Without it equal requests of a day are one. */
  token: freeText('表单编号', 64),
});
export type WantedValues = z.infer<typeof wantedInput>;
export type WantedInput = z.input<typeof wantedInput>;

export const wantedListInput = z.object({ page: page(), size: pageSize(10) });
export type WantedListValues = z.infer<typeof wantedListInput>;
export const wantedIdInput = z.object({ id: id('求购') });

export const wantedWire = z.object({
  id: z.number(),
  name: z.string(),
  ypgg: z.string(),
  sccj: z.string(),
  number: z.number().int(),
  bzdw: z.string(),
  /** Yuan a piece that the buyer would pay; empty where nothing was said. */
  price: ownMoney(z.union([money, z.literal('')])),
  phone: z.string(),
  note: z.string(),
  /** open, found, missing, withdrawn. */
  status: z.string(),
  status_text: z.string(),
  status_note: z.string(),
  /** What the house answered. */
  reply: z.string(),
  /** The goods that was found; null where there is none. */
  goods_id: z.number().nullable(),
  /** Who asked: a member of the company. */
  user: z.string(),
  may_withdraw: z.union([z.literal(0), z.literal(1)]),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});
export type WantedWire = z.infer<typeof wantedWire>;

/** The newest first. */
export const wantedList = z.object({
  list: z.array(wantedWire),
  total: z.number().int(),
  page: z.number(),
  size: z.number(),
});
export type WantedList = z.infer<typeof wantedList>;

/** What each call takes and answers. */
export const wantedSchemas = {
  wantedList: { input: wantedListInput, output: wantedList },
  askFor: { input: wantedInput, output: wantedWire },
  wanted: { input: wantedIdInput, output: wantedWire },
  withdrawWanted: { input: wantedIdInput, output: wantedWire },
};
