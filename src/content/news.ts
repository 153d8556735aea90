/** The news as pages read them: newest first. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { path } from '#lib/contract/routes.ts';
import { changesOf, isPublished, type Publishing } from './publishing.ts';
import type { NewsKind } from './schemas.ts';

export { type NewsKind, newsKinds } from './schemas.ts';

/** Entries on one page of a list. */
export const newsPageSize = 10;

export interface NewsItem {
  /** The file's name. */
  id: string;
  kind: NewsKind;
  title: string;
  summary: string;
  date: Date;
  href: string;
  entry: CollectionEntry<'news'>;
}

/** News published at the moment, both kinds or one of them; newest first. */
export async function listNews(publishing: Publishing, kind?: NewsKind): Promise<NewsItem[]> {
  const entries = await getCollection(
    'news',
    ({ data }) => isPublished(data, publishing) && (kind === undefined || data.kind === kind),
  );
  return entries
    .map((entry) => ({
      id: entry.id,
      ...entry.data,
      href: path('/news/info/[id]/[type]', { id: entry.id, type: entry.data.kind }),
      entry,
    }))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime() || a.id.localeCompare(b.id));
}

/** Address of a page of a kind's list; the first page has no number. */
export function newsListHref(kind: NewsKind, page = 1): string {
  if (page === 1) return kind === 'hyxw' ? path('/news/hyxw') : path('/news/gsxw');
  return kind === 'hyxw' ? path('/news/hyxw/[page]', { page }) : path('/news/gsxw/[page]', { page });
}

/** Number of pages of a kind's list, at least one. */
export async function countNewsPages(publishing: Publishing, kind: NewsKind): Promise<number> {
  return Math.max(1, Math.ceil((await listNews(publishing, kind)).length / newsPageSize));
}

/** The moments at which a piece of news comes or goes. */
export async function newsChanges(): Promise<Date[]> {
  return changesOf((await getCollection('news')).map(({ data }) => data));
}

/** A day for display: 2026-11-10. */
export function dayText(date: Date): string {
  return date.toISOString().slice(0, 10);
}
