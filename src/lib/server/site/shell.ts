/** Data of every page's frame, the same for all users: categories, navigation, hot searches, contacts, licences. */
import { navLimit } from '#lib/contract/constants.ts';
import type { HeaderData, MenuItem } from '#lib/contract/shell/calls.ts';
import type { NavItem } from '#lib/contract/shell/nav.ts';
import { listCategories } from '../catalogue/rows.ts';
import { Cached } from '../core/bus/cached.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { navTree } from './nav-links.ts';
import { listClinicKinds, listNavLinks } from './rows.ts';
import { getSettings, type Settings } from './settings.ts';

/** The header's data with the settings that the frame prints. */
export interface Shell {
  header: Omit<HeaderData, 'timestamp'>;
  settings: Settings;
}

/** Icons of the first level, under public/icons; a category without one has a plain tag. */
const icons: Record<string, string> = {
  化学药: 'pill',
  中成药: 'leaf',
  中药饮片: 'sprout',
  医疗器械: 'stethoscope',
  保健食品: 'apple',
  消毒个护: 'spray-can',
};

const herbalKinds = new Set(['中药饮片']);
/** The categories that clinics buy change with every item: they are read again every 30 s. */
const cached = new Cached('frame', 30_000, readHeader);

/** `GET /api/common/header`. */
export async function getHeader(context: Pick<Context, 'db' | 'now'>): Promise<HeaderData> {
  const { header } = await getShell(context);
  return { ...header, timestamp: context.now.getTime() };
}

/** The frame's data; a change of categories, links and settings shows at once. */
export async function getShell({ db }: Pick<Context, 'db'>): Promise<Shell> {
  const [header, settings] = await Promise.all([cached.get(db), getSettings(db)]);
  return { header: { ...header, rmss: settings.hotSearches }, settings };
}

async function readHeader(db: Db): Promise<Shell['header']> {
  const [categories, links, clinicKinds] = await Promise.all([
    listCategories(db),
    listNavLinks(db, 'nav'),
    listClinicKinds(db),
  ]);
  const category = categoryTree(categories);
  return {
    rmss: [],
    nav: navigation(links),
    category,
    category_zy: category.filter(({ name }) => herbalKinds.has(name)),
    category_zs: category.filter(({ name }) => clinicKinds.includes(name)),
  };
}

function categoryTree(rows: Awaited<ReturnType<typeof listCategories>>): MenuItem[] {
  const byId = new Map<number, MenuItem>();
  const top: MenuItem[] = [];
  for (const { id, parentId, name } of rows) {
    const icon = icons[name] ?? 'tag';
    const item: MenuItem = {
      id,
      name,
      logo: parentId === null ? `/icons/${icon}.svg` : '',
      logo1: parentId === null ? `/icons/${icon}-on.svg` : '',
      children: [],
    };
    byId.set(id, item);
    if (parentId === null) top.push(item);
    else byId.get(parentId)?.children.push(item);
  }
  return top;
}

/** Open links first, at most nine: a link to a closed page takes no other one's place. */
function navigation(rows: Awaited<ReturnType<typeof listNavLinks>>): NavItem[] {
  return navTree(rows)
    .toSorted((a, b) => b.is_open - a.is_open)
    .slice(0, navLimit);
}
