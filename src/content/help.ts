/** The help centre as pages read it: groups in order, each with its pages in order. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { footerHelpGroups } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { changesOf, isPublished, type Publishing } from './publishing.ts';

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

/** All groups that have a published page. Throws when a folder is not named in `groups.yaml`. */
export async function listHelpGroups(publishing: Publishing): Promise<HelpGroup[]> {
  const [groups, entries] = await readCollections();
  const pages = entries.filter(({ data }) => isPublished(data, publishing)).map(toPage);
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

/** The moments at which a help page goes. */
export async function helpChanges(): Promise<Date[]> {
  const [, entries] = await readCollections();
  return changesOf(entries.map(({ data }) => data));
}

let collections: ReturnType<typeof getCollections> | undefined;

function getCollections() {
  return Promise.all([getCollection('helpGroups'), getCollection('help')]);
}

/** A built app's texts do not change, and the foot of every page asks for them. */
function readCollections(): ReturnType<typeof getCollections> {
  if (import.meta.env.DEV) return getCollections();
  collections ??= getCollections();
  return collections;
}

export interface FooterGroup {
  title: string;
  links: { text: string; href: string }[];
}

/** Pages of a group that the footer has room for; the others are on the help centre's first page. */
const footerPages = 5;

/** The first groups for the foot of every page. */
export async function listFooterGroups(publishing: Publishing): Promise<FooterGroup[]> {
  const groups = await listHelpGroups(publishing);
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
