/** Purchase templates (每周一补货): a member's own named lists, with a day on which they are wanted. */

import { z } from 'zod';
import { get, post } from './call.ts';
import { filledCart } from './cart/calls.ts';
import { addToCartInput } from './cart/inputs.ts';
import { maxFormLines } from './constants.ts';
import { unset } from './decode.ts';
import { emptyInput, id, listOf, quantity, text, upTo, whole } from './fields.ts';
import { rebuyRow } from './orders/calls.ts';

/** Most templates of a member. */
export const maxTemplates = 50;

const fields = {
  name: text('模板名称', { min: 1, max: 20 }),
  /** 1 Monday … 7 Sunday, or a day of the month; left out or 0 for none. */
  weekday: unset(whole('星期', 0, 7).default(0)),
  month_day: unset(whole('日期', 0, 31).default(0)),
  lines: upTo(maxFormLines, z.object({ goods_id: id('商品'), number: quantity() }), {
    min: 1,
    error: '模板里至少要有一种商品',
    tooMany: `一个模板最多放${maxFormLines}种商品`,
  }),
};
const oneDay = { error: '星期和日期只能选一个', path: ['weekday'] };
const hasOneDay = ({ weekday, month_day }: { weekday: number; month_day: number }) =>
  weekday === 0 || month_day === 0;

export const saveTemplateInput = z.object(fields).refine(hasOneDay, oneDay);
export type SaveTemplateValues = z.output<typeof saveTemplateInput>;
export type SaveTemplateInput = z.input<typeof saveTemplateInput>;

export const editTemplateInput = z
  .object({ ...fields, id: id('模板'), version: whole('版本', 1, 1_000_000) })
  .refine(hasOneDay, oneDay);
export type EditTemplateValues = z.output<typeof editTemplateInput>;

const templateLine = z.object({
  goods_id: z.number(),
  number: z.number().int(),
  name: z.string(),
  ypgg: z.string(),
  sccj: z.string(),
  bzdw: z.string(),
  image: z.string(),
});

export const template = z.object({
  id: z.number(),
  name: z.string(),
  weekday: z.number().int(),
  month_day: z.number().int(),
  /** 每周一, 每月15日 or empty. */
  day_text: z.string(),
  /** 1 on its day, until it was ordered. */
  is_due: z.number(),
  /** The day of the last order; empty before. */
  used_on: z.string(),
  version: z.number().int(),
  lines: z.array(templateLine),
});
export type Template = z.infer<typeof template>;

const templateIdInput = z.object({ id: id('模板') });

export const templatePreview = z.object({ name: z.string(), rows: z.array(rebuyRow) });
export type TemplatePreview = z.infer<typeof templatePreview>;

const orderTemplateInput = addToCartInput.extend({ id: id('模板') });

export const templatesCalls = {
  templates: get('/api/template', { who: 'buyer', input: emptyInput, output: listOf(template) }),
  saveTemplate: post('/api/template', {
    who: 'buyer',
    may: 'order',
    input: saveTemplateInput,
    output: template,
  }),
  editTemplate: post('/api/template/{id}', {
    who: 'buyer',
    may: 'order',
    input: editTemplateInput,
    output: template,
  }),
  deleteTemplate: post('/api/template/{id}/delete', {
    who: 'buyer',
    may: 'order',
    input: templateIdInput,
    output: z.object({ id: z.number() }),
  }),
  previewTemplate: get('/api/template/{id}/order', {
    who: 'buyer',
    cost: 'quote',
    input: templateIdInput,
    output: templatePreview,
  }),
  orderTemplate: post('/api/template/{id}/order', {
    who: 'buyer',
    may: 'order',
    cost: 'order',
    input: orderTemplateInput,
    output: filledCart,
  }),
};
