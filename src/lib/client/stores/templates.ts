/** Purchase templates in the browser. All reject as `call` does: 422 names the field. */

import { api } from '#lib/contract/api.ts';
import type { SaveTemplateInput, Template, TemplatePreview } from '#lib/contract/templates.ts';
import { call } from '../api.ts';
import { type Filled, type FillLine, fillBy } from './cart/fill.ts';

/** Goods with their numbers. */
export type TemplateLines = SaveTemplateInput['lines'];

/** The lines of a template: the same item twice is one line. */
export function templateLines(lines: TemplateLines): TemplateLines {
  const remaining = new Map<number, number>();
  for (const { goods_id, number } of lines) remaining.set(goods_id, (remaining.get(goods_id) ?? 0) + number);
  return [...remaining].map(([goods_id, number]) => ({ goods_id, number }));
}

/** The day as a choice: `w1` is Monday, `m15` the 15th, empty none. */
export function dayOf(choice: string): { weekday: number; month_day: number } {
  const number = Number(choice.slice(1));
  return {
    weekday: choice.startsWith('w') ? number : 0,
    month_day: choice.startsWith('m') ? number : 0,
  };
}

export function choiceOf({ weekday, month_day }: Pick<Template, 'weekday' | 'month_day'>): string {
  return weekday > 0 ? `w${weekday}` : month_day > 0 ? `m${month_day}` : '';
}

export function saveTemplate(name: string, day: string, lines: TemplateLines): Promise<Template> {
  return call(api.saveTemplate, { name, ...dayOf(day), lines });
}

export function editTemplate(
  { id, version }: Pick<Template, 'id' | 'version'>,
  name: string,
  day: string,
  lines: TemplateLines,
): Promise<Template> {
  return call(api.editTemplate, { id, version, name, ...dayOf(day), lines });
}

export async function deleteTemplate(id: number): Promise<void> {
  await call(api.deleteTemplate, { id });
}

export async function loadTemplates(): Promise<Template[]> {
  return (await call(api.templates, {})).list;
}

/** What a template would order now; nothing is added. */
export function loadTemplatePreview(id: number): Promise<TemplatePreview> {
  return call(api.previewTemplate, { id });
}

/** Fills the cart from a template, which is not due any more today. */
export function orderTemplate(id: number, lines: readonly FillLine[]): Promise<Filled> {
  return fillBy(lines, (part) => call(api.orderTemplate, { id, lines: part }));
}
