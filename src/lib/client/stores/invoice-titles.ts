/** 发票抬头 of the company. All reject as `call` does. */
import { api } from '#lib/contract/api.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import { call } from '../api.ts';
import { markStale } from '../stale.ts';

/** What a form has of a title. */
export type TitleTexts = Omit<TitleWire, 'id' | 'kind_text' | 'version'>;

export async function loadTitles(): Promise<TitleWire[]> {
  return (await call(api.titles, {})).list;
}

/** Adds a title, or changes one that was read. */
export async function saveTitle(title: TitleTexts, of: TitleWire | null): Promise<TitleWire> {
  const saved =
    of === null
      ? await call(api.addTitle, title)
      : await call(api.changeTitle, { ...title, id: of.id, version: of.version });
  markStale();
  return saved;
}

export async function makeDefaultTitle(id: number): Promise<TitleWire> {
  const title = await call(api.makeDefaultTitle, { id });
  markStale();
  return title;
}

export async function removeTitle(id: number): Promise<TitleWire[]> {
  const { list } = await call(api.removeTitle, { id });
  markStale();
  return list;
}
