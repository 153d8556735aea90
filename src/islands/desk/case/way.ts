/**
 * The way through the list that a person came from: its rows in order, over the borders of its pages. Who finishes one of
 * them goes on with the next. Stored per tab.
 */
import { loadWayPage, type WayPage } from '#lib/client/stores/desk/way.ts';

interface Way extends WayPage {
  /** Address of the list with its search. */
  href: string;
}

export interface Neighbours {
  /** The address of the list. */
  href: string;
  previous: string | null;
  next: string | null;
}

const keyOf = (list: string) => `yp_way ${list}`;

/** Stores the rows that a list shows. */
export function rememberWay(list: string, { ids, next, before }: WayPage): void {
  save(list, { href: `${location.pathname}${location.search}`, ids, next, before });
}

function save(list: string, way: Way): void {
  sessionStorage.setItem(keyOf(list), JSON.stringify(way));
}

function read(list: string): Way | null {
  // Only `save` writes it.
  const way: Way | null = JSON.parse(sessionStorage.getItem(keyOf(list)) ?? 'null');
  return way;
}

/**
 * The rows next to one; none for a row that the list did not show. At the border of a page the list is asked for the
 * next one, or the one before. Rejects as `deskCall` does.
 */
export async function findNeighbours(list: string, id: string | number): Promise<Neighbours> {
  let way = read(list);
  if (way === null || !way.ids.includes(String(id))) return { href: list, previous: null, next: null };
  if (way.ids.at(-1) === String(id)) way = await extend(list, way, 'next');
  if (way.ids[0] === String(id)) way = await extend(list, way, 'before');
  const at = way.ids.indexOf(String(id));
  return { href: way.href, previous: way.ids[at - 1] ?? null, next: way.ids[at + 1] ?? null };
}

/** The way with the rows of the neighbouring page. */
async function extend(list: string, way: Way, side: 'next' | 'before'): Promise<Way> {
  for (let search = way[side]; search !== null; ) {
    const page = await loadWayPage(list, search);
    // Rows that were dealt with leave a list, and later ones move up into a numbered page: it is asked again.
    const isNumbered = !/[?&](?:after|before)=/.test(search);
    const fresh = page.ids.filter((id) => !way.ids.includes(id));
    if (fresh.length > 0) {
      const ids = side === 'next' ? [...way.ids, ...fresh] : [...fresh, ...way.ids];
      const longer = { ...way, ids, [side]: isNumbered && side === 'next' ? search : page[side] };
      save(list, longer);
      return longer;
    }
    search = page[side];
  }
  return way;
}
