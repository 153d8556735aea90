/** The zones as pages read them. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { path } from '#lib/contract/routes.ts';
import type { ZoneFacts } from '#lib/contract/zones.ts';
import type { zoneFolders } from './zone-schema.ts';

export interface Zone extends ZoneFacts {
  /** Folder and file: `hdzx/qiudong`. */
  id: string;
  href: string;
  /** Address of one of its parts; null where its pages have none. */
  partHref: ((part: string) => string) | null;
  entry: CollectionEntry<'zones'>;
}

/** Zones in folders: how their addresses are made. */
const folders: Record<keyof typeof zoneFolders, (id: string) => Pick<Zone, 'href' | 'partHref'>> = {
  hdzx: (id) => ({
    href: path('/hdzx/[id]', { id }),
    partHref: (cid) => path('/hdzx/[id]/[cid]', { id, cid }),
  }),
  hdzq: (id) => ({ href: path('/hdzq/[id]', { id }), partHref: null }),
  eleven: (id) => ({ href: path('/activity/eleven/jz/[id]', { id }), partHref: null }),
};

/** The parts of 控销专区 have the addresses that the specification gives them. */
const withParts: Record<string, Zone['partHref']> = {
  kxzq: (url) => path('/kxzq/goods/[url]', { url }),
};

function toZone(entry: CollectionEntry<'zones'>): Zone {
  const [folder = '', name] = entry.id.split('/');
  const known: Partial<Record<string, (id: string) => Pick<Zone, 'href' | 'partHref'>>> = folders;
  const make = known[folder];
  const addresses = name === undefined ? undefined : make?.(name);
  return {
    id: entry.id,
    ...entry.data,
    href: addresses?.href ?? `/${entry.id}`,
    partHref: addresses?.partHref ?? withParts[entry.id] ?? null,
    entry,
  };
}

/** The zone of a file, or undefined: the id is the rest of a typed address. */
export async function findZone(id: string): Promise<Zone | undefined> {
  // Not getEntry, which logs a warning for every mistyped address.
  const [entry] = await getCollection('zones', (one) => one.id === id);
  return entry && toZone(entry);
}

/** A zone that has a page of its own. Throws when its file is gone. */
export async function getZone(id: string): Promise<Zone> {
  const zone = await findZone(id);
  if (zone === undefined) throw new Error(`没有找到 src/content/zones/${id}.md，这个专区的页面需要它`);
  return zone;
}

/** The zones in a folder, in the order that their editors gave. */
export async function listZones(folder: string): Promise<Zone[]> {
  const entries = await getCollection('zones', ({ id }) => id.startsWith(`${folder}/`));
  return entries.toSorted((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id)).map(toZone);
}
