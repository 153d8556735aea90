/** The demo's navigation. */
import type { WordOf } from '#lib/rules/site/words.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { navLink } from '#lib/server/db/schema.ts';
import { categoryPath, categoryTree, readCatalogue } from './catalogue.ts';

/** The demo's categories have fixed ids. */
const categories = categoryTree(readCatalogue());

type NavLink = typeof navLink.$inferInsert;

type Link = {
  name: string;
  url: string;
  image?: string;
  isOpen?: boolean;
  isForNewcomers?: boolean;
  children?: Link[];
};

export function search(query: Record<string, string>): string {
  return `/list?${new URLSearchParams(query)}`;
}

/** The list of a category, by its names from the top: 化学药, 心脑血管. */
export function shelf(...names: string[]): string {
  return search({
    category_id: String(must(categories.get(categoryPath(...names)), `category ${names.join('、')}`).id),
  });
}

/** Ids of the first level of the category tree, in the order of the catalogue. */
const kinds = { 化学药: 1, 中成药: 2, 中药饮片: 3, 医疗器械: 4, 保健食品: 5, 消毒个护: 6 } as const;

/** The pictures of the kinds, as in the menu of categories. */
const kindIcons = {
  化学药: 'pill',
  中成药: 'leaf',
  中药饮片: 'sprout',
  医疗器械: 'stethoscope',
  保健食品: 'apple',
  消毒个护: 'spray-can',
} as const satisfies Record<keyof typeof kinds, string>;

function kindOf(name: keyof typeof kinds): Link {
  return { name, url: search({ category_id: String(kinds[name]) }), image: `/icons/${kindIcons[name]}.svg` };
}

/** Pictures drawn for the links, by the address; the links below have the one of their group. */
const pictures: Record<string, string> = {
  '/': 'home',
  '/list': 'list',
  '/yx': 'choice',
  '/kxzq': 'guarded',
  '/ppzq': 'shops',
  '/zyyp': 'zones',
  '/miaosha': 'flash',
  '/ptzq': 'together',
  '/hdzx': 'activity',
  '/lqzx': 'ticket',
  '/deftyel': 'calendar',
  '/jfsc': 'gift',
  '/hb': 'money',
  '/zzfw/pzqg': 'wanted',
};

function pictureOf({ url, image }: Link, group = ''): string {
  if (image) return image;
  if (url === '/jxqzc') return '/icons/hourglass.svg';
  const name = pictures[url];
  return name === undefined ? group : `/icons/nav/${name}.svg`;
}

/**
 * The header's navigation; nine open entries are shown. An entry whose page does not exist yet is opened with its page,
 * and then replaces a kind of item at the end.
 */
const nav: Link[] = [
  { name: '首页', url: '/' },
  {
    name: '药品列表',
    url: '/list',
    children: [
      { name: '大图列表', url: '/list' },
      { name: '表格选购', url: '/list/table' },
      { name: '极速列表', url: '/list/no_image' },
    ],
  },
  {
    name: '优选专区',
    url: '/yx',
    children: [
      { name: '优选商品', url: '/yx' },
      { name: '优选表格', url: '/yx/table' },
      { name: '优选规则', url: '/yx/rule' },
    ],
  },
  {
    name: '控销专区',
    url: '/kxzq',
    children: [
      { name: '全部控销', url: '/kxzq' },
      { name: '新上控销', url: '/kxzq/new' },
    ],
  },
  {
    name: '品牌商家',
    url: '/ppzq',
    children: [
      { name: '品牌专区', url: '/ppzq' },
      { name: '商家列表', url: '/shop' },
      { name: '商家商品', url: '/ListOthershanghu' },
      { name: '加盟专区', url: '/jmzq' },
    ],
  },
  {
    name: '专区',
    url: '/zyyp',
    children: [
      { name: '中药饮片', url: '/zyyp' },
      { name: '医疗器械', url: '/qxzq' },
      { name: '保健品', url: '/bjp' },
      { name: '诊所专区', url: '/zszq' },
      { name: '新人专享', url: '/xr/tj', isForNewcomers: true },
    ],
  },
  {
    name: '秒杀',
    url: '/miaosha',
    children: [
      { name: '正在秒杀', url: '/miaosha' },
      { name: '整点场次', url: '/ms' },
    ],
  },
  {
    name: '拼团',
    url: '/ptzq',
    children: [
      { name: '拼团专区', url: '/ptzq' },
      { name: '组合购', url: '/zhzq' },
      { name: '满额返现', url: '/hb' },
      { name: '94折专场', url: '/welfare' },
    ],
  },
  {
    name: '活动',
    url: '/hdzx',
    children: [
      { name: '活动专区', url: '/hdzx' },
      { name: '药交会', url: '/yjh' },
      { name: '领券中心', url: '/lqzx' },
      { name: '近效期专场', url: '/jxqzc' },
      { name: '签到', url: '/deftyel' },
      { name: '积分商城', url: '/jfsc' },
      { name: '品种求购', url: '/zzfw/pzqg' },
    ],
  },
  { name: '领券中心', url: '/lqzx' },
  kindOf('化学药'),
  kindOf('中成药'),
  kindOf('医疗器械'),
  kindOf('保健食品'),
  kindOf('消毒个护'),
  { name: '近效期专场', url: '/jxqzc' },
];

const floating: Link[] = [
  {
    name: '省钱活动',
    url: '/hdzx',
    children: [
      { name: '满额返现', url: '/hb' },
      { name: '组合购', url: '/zhzq' },
      { name: '领券中心', url: '/lqzx' },
    ],
  },
  { name: '近效期专场', url: '/jxqzc' },
  { name: '签到', url: '/deftyel' },
  { name: '积分商城', url: '/jfsc' },
  { name: '品种求购', url: '/zzfw/pzqg' },
];

function linkRows(kind: WordOf<'nav_link.kind'>, links: Link[], firstId: number): NavLink[] {
  const rows: NavLink[] = [];
  for (const [at, link] of links.entries()) {
    const { children = [], isOpen = true, isForNewcomers, name, url } = link;
    const id = firstId + at;
    const image = pictureOf(link);
    rows.push({ id, kind, name, url, image, isOpen, isForNewcomers, sort: at });
    for (const [place, child] of children.entries()) {
      rows.push({
        id: id * 100 + place,
        parentId: id,
        kind,
        name: child.name,
        url: child.url,
        image: pictureOf(child, image),
        isOpen: child.isOpen ?? true,
        isForNewcomers: child.isForNewcomers,
        sort: place,
      });
    }
  }
  return rows;
}

/** Header navigation (ids 1–19, children 100…) and floating links (ids 21…). */
export function navLinkValues(): NavLink[] {
  return [...linkRows('nav', nav, 1), ...linkRows('float', floating, 21)];
}
