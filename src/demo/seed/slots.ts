import type { WordOf } from '#lib/rules/site/words.ts';
import { must } from '#lib/rules/terms/must.ts';
import { shopFields } from '#lib/server/core/process/shop-fields.ts';
import type { ad, navLink, siteSetting } from '#lib/server/db/schema.ts';
import { categoryPath, categoryTree, readCatalogue } from './catalogue.ts';
import { momentFrom } from './dates.ts';
import { goodsOfBrand } from './known.ts';

/** The demo's categories have fixed ids. */
const categories = categoryTree(readCatalogue());

type Ad = typeof ad.$inferInsert;
type NavLink = typeof navLink.$inferInsert;
type Setting = typeof siteSetting.$inferInsert;

type Link = { name: string; url: string; isOpen?: boolean; isForNewcomers?: boolean; children?: Link[] };

function search(query: Record<string, string>): string {
  return `/list?${new URLSearchParams(query)}`;
}

/** The list of a category, by its names from the top: 化学药, 心脑血管. */
function shelf(...names: string[]): string {
  return search({
    category_id: String(must(categories.get(categoryPath(...names)), `category ${names.join('、')}`).id),
  });
}

/** Ids of the first level of the category tree, in the order of the catalogue. */
const kinds = { 化学药: 1, 中成药: 2, 中药饮片: 3, 医疗器械: 4, 保健食品: 5, 消毒个护: 6 } as const;

function kindOf(name: keyof typeof kinds): Link {
  return { name, url: search({ category_id: String(kinds[name]) }) };
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
  { name: '品种求购', url: '/zzfw/pzqg' },
];

function linkRows(kind: WordOf<'nav_link.kind'>, links: Link[], firstId: number): NavLink[] {
  const rows: NavLink[] = [];
  for (const [at, { children = [], isOpen = true, isForNewcomers, name, url }] of links.entries()) {
    const id = firstId + at;
    rows.push({ id, kind, name, url, isOpen, isForNewcomers, sort: at });
    for (const [place, child] of children.entries()) {
      rows.push({
        id: id * 100 + place,
        parentId: id,
        kind,
        name: child.name,
        url: child.url,
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

type Slot = [slot: string, title: string, subtitle: string, url: string, approvalNo?: string];

/**
 * Ads name a kind of item, which needs no number. The one for a drug (OTC, never a prescription drug) carries the 药广审
 * number of its approval.
 */
const slots: Slot[] = [
  ['index', '秋冬呼吸季备货', '感冒清热、止咳化痰，一站配齐', shelf('中成药', '感冒清热')],
  ['index', '道地饮片产地直采', '按产地挑选，支持小包装', shelf('中药饮片')],
  ['index', '慢病用药常备不断货', '心脑血管、糖尿病用药每日补仓', shelf('化学药', '心脑血管')],
  ['index', '家用检测器械专场', '血压、血糖、血氧，仪器质保一年', shelf('医疗器械', '家用监测')],
  ['index', '冷链品种全程温控', '2–8℃ 直达门店，签收可查温度', search({ keywords: '胰岛素' })],
  ['top', '满额返现进行中', '订单完成后返到余额', '/hb'],
  ['bottom', '新人专享价', '企业首单前，畅销品种按新人价', '/xr/tj'],
  ['right', '近效期专场', '效期明示，低至五折', '/jxqzc'],
  ['right', '防护耗材', '口罩、手套、敷料整件更省', shelf('医疗器械', '防护用品')],
  ['top-right', '家庭常备药', '常温阴凉分仓，当日发货', shelf('化学药', '感冒发热')],
  ['login', '药店诊所一站进货', '18 家商家，近两千个品规', '/list'],
  ['common', '维矿与营养', '保健食品专供药店', shelf('保健食品', '营养补充')],
  ['float', '秋冬备货', '一站配齐', '/hdzx/qiudong'],
  ['xrtj', '新店首单攻略', '先选一两家商家试单', '/help/xszn/gwzn'],
  ['xrtj', '领券更省', '平台券与商家券可一起用', '/lqzx'],
  ['bjp', '营养补充', '蓝帽子批文，效期新鲜', shelf('保健食品', '营养补充')],
  ['qxzq', '家用监测', '血压、血糖、血氧成套陈列', shelf('医疗器械', '家用监测')],
  ['qxzq', '防护用品', '口罩、手套整件更省', shelf('医疗器械', '防护用品')],
  ['zyzq', '清热药', '产地与批号都写明', shelf('中药饮片', '清热药')],
  ['zyzq', '补虚药材', '产地直采，小包装', shelf('中药饮片', '补虚药')],
  ['yx', '按行补货', '优选商品一屏比价', '/yx/table'],
  ['kxzq', '新上控销', '名额有限，先申请先审核', '/kxzq/new'],
  ['kxzq', '品牌招商会', '名额与场次另行通知', ''],
  ['new_kxzq', '控销怎样申请', '写一句门店情况', '/kxzq'],
  ['ppzq', '商家列表', '18 家持证商家', '/shop'],
  ['ppzq', '家庭常备药', '甲类、乙类 OTC', '/hdzq/changbei'],
  ['post', '满减凑单', '凑够门槛自动减', '/hdzq/manjian'],
  ['post', '满赠与换购', '赠品同样有批号', '/hdzq/zengpin'],
  ['post', '双十一返场', '余量返场，先到先得', '/activity/eleven/jz/fanchang'],
  ['demo', '采购求助', '找不到的品种帮您寻货', '/zzfw/pzqg'],
  ['brand:1', '感冒季备货', '片剂，常温保存', `/list/info/${goodsOfBrand}`, '示药广审(文)第270101-00001号'],
];

/** Slots for newcomers. */
const newcomersSlots: ReadonlySet<string> = new Set(['xrtj', 'bottom']);

/** All ads, drawn by the server (`/img/ad/<id>.svg`) because they have no pictures of their own. */
export function adValues(now: Date): Ad[] {
  return slots.map(([slot, title, subtitle, url, approvalNo = ''], at) => ({
    id: at + 1,
    slot,
    title,
    subtitle,
    url,
    approvalNo,
    image: `/img/ad/${at + 1}.svg`,
    startsAt: momentFrom(now, -1),
    endsAt: momentFrom(now, 3650),
    isForNewcomers: newcomersSlots.has(slot),
    sort: at,
  }));
}

const settings: Record<string, unknown> = {
  hotSearches: ['阿莫西林', '感冒灵', '布洛芬', '蒙脱石散', '血压计', '六味地黄丸', '黄芪', '口罩'],
  // Visitors of the demo need no authenticator for a merchant's desk.
  merchantsNeedTotp: false,
  hotLine: shopFields.SHOP_HOTLINE.demo,
  qq1: '99990001',
  qq2: '99990002',
  marquee: [
    '平台仅向取得合法资质的药品经营企业和医疗机构供货，请勿转售个人。',
    '收货时请核对品名、批号、有效期与随货同行单，破损少发请在签收后七天内致电客服。',
    '找不到的品种可以发布求购，采购团队帮您联系商家寻货。',
  ],
};

/** The site settings, as site/settings.ts reads them. */
export function settingValues(): Setting[] {
  return Object.entries(settings).map(([key, value]) => ({ key, value }));
}
