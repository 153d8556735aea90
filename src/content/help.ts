/** The help centre as pages read it: groups in order, each with its pages in order. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { footerHelpGroups } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';

export interface HelpPage {
  /** Folder and file: `xszn/hyzc`. */
  id: string;
  group: string;
  /** Last part of the address. */
  name: string;
  title: string;
  summary: string;
  href: string;
  entry: CollectionEntry<'help'>;
}

export interface HelpGroup {
  id: string;
  title: string;
  summary: string;
  /** The group's place on the help centre's first page. */
  href: string;
  pages: HelpPage[];
}

/** All groups that have a page. Throws when a folder is not named in `groups.yaml`. */
export async function listHelpGroups(): Promise<HelpGroup[]> {
  const [groups, entries] = await Promise.all([getCollection('helpGroups'), getCollection('help')]);
  const pages = entries.map(toPage);
  const lost = pages.find(({ group }) => !groups.some(({ id }) => id === group));
  if (lost) {
    throw new Error(
      `src/content/help/${lost.id}.md 所在的文件夹“${lost.group}”没有写进 src/content/help/groups.yaml，请在那里加一个分组`,
    );
  }
  return groups
    .toSorted((a, b) => a.data.order - b.data.order)
    .map(({ id, data }) => ({
      id,
      title: data.title,
      summary: data.summary,
      href: `${path('/help')}#${id}`,
      pages: pages
        .filter(({ group }) => group === id)
        .toSorted((a, b) => a.entry.data.order - b.entry.data.order || a.id.localeCompare(b.id)),
    }))
    .filter(({ pages: own }) => own.length > 0);
}

export interface FooterGroup {
  title: string;
  links: { text: string; href: string }[];
}

/** Pages of a group that the footer has room for; the others are on the help centre's first page. */
const footerPages = 5;

let footerGroups: Promise<FooterGroup[]> | undefined;

/** The first groups for the foot of every page. A built app's texts do not change, so they are put together once. */
export function listFooterGroups(): Promise<FooterGroup[]> {
  if (import.meta.env.DEV) return readFooterGroups();
  footerGroups ??= readFooterGroups();
  return footerGroups;
}

async function readFooterGroups(): Promise<FooterGroup[]> {
  const groups = await listHelpGroups();
  return groups.slice(0, footerHelpGroups).map(({ title, pages }) => ({
    title,
    links: pages.slice(0, footerPages).map((page) => ({ text: page.title, href: page.href })),
  }));
}

function toPage(entry: CollectionEntry<'help'>): HelpPage {
  const [group = '', name = ''] = entry.id.split('/');
  const { title, summary } = entry.data;
  const href = path('/help/[group]/[page]', { group, page: name });
  return { id: entry.id, group, name, title, summary, href, entry };
}
