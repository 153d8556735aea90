/** The news as pages read them: newest first. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { path } from '#lib/contract/routes.ts';
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

/** Both kinds, or one of them; newest first. */
export async function listNews(kind?: NewsKind): Promise<NewsItem[]> {
  const entries = await getCollection('news', ({ data }) => kind === undefined || data.kind === kind);
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

/** The pages of a list after its first, as `getStaticPaths` wants them. */
export function newsListPages(items: readonly NewsItem[]) {
  const pages = Math.ceil(items.length / newsPageSize);
  return Array.from({ length: Math.max(pages - 1, 0) }, (_, at) => ({
    params: { page: String(at + 2) },
    props: { items: items.slice((at + 1) * newsPageSize, (at + 2) * newsPageSize), page: at + 2, pages },
  }));
}

/** A day as it is printed: 2026-11-10. */
export function dayText(date: Date): string {
  return date.toISOString().slice(0, 10);
}
