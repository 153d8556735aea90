/** Pages of a desk's list as rows to walk through: their ids, and the searches of the neighbouring pages. */
import { withQuery } from '#lib/contract/routes.ts';
import { deskCall } from './session.ts';

export interface WayPage {
  ids: string[];
  /** Searches for the pages behind and before it; null where there are none. */
  next: string | null;
  before: string | null;
}

interface Row {
  id?: string | number;
  /** Names rows of orders and transfers. */
  no?: string;
}
/** A declared list answers rows and places; the others answer numbered pages. */
interface Answer {
  rows?: Row[];
  next?: string | null;
  before?: string | null;
  list?: Row[];
  total?: number;
}

/** Reads the page of a search as the address of the list has it. Rejects as `deskCall` does. */
export async function loadWayPage(list: string, search: string): Promise<WayPage> {
  const asked = Object.fromEntries(new URLSearchParams(search));
  const { rows, next, before, ...numbered } = await deskCall<Record<string, string>, Answer>(
    { method: 'GET', path: `/api${list}` },
    asked,
  );
  if (rows === undefined) return numberedPage(asked, numbered);
  return { ids: idsOf(rows), ...placesOf(asked, { next, before }) };
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id, no }) => String(no ?? id));
}

type Texts = Readonly<Record<string, string | number>>;

/** The searches of the pages next to one that begins and ends at a place. */
export function placesOf(
  asked: Texts,
  { next, before }: { next?: string | null | undefined; before?: string | null | undefined },
): Pick<WayPage, 'next' | 'before'> {
  const { after: _, before: __, ...search } = asked;
  return {
    next: next ? withQuery('', { ...search, after: next }) : null,
    before: before ? withQuery('', { ...search, before }) : null,
  };
}

function numberedPage(asked: Texts, { list = [], total = 0 }: Answer): WayPage {
  return { ids: idsOf(list), ...numberedPlaces(asked, total) };
}

/** The same for numbered pages. */
export function numberedPlaces(asked: Texts, total: number): Pick<WayPage, 'next' | 'before'> {
  const page = Number(asked.page ?? 1);
  const size = Number(asked.size ?? 50);
  return {
    next: page * size < total ? withQuery('', { ...asked, page: page + 1 }) : null,
    before: page > 1 ? withQuery('', { ...asked, page: page - 1 }) : null,
  };
}
