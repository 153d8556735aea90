/** 禁售清单 (rules 7): what the platform does not trade with any buyer. Read by the importer and by search. */
import { entriesOf } from '../terms/keys.ts';

export type ProhibitedCategory =
  | '疫苗'
  | '血液制品'
  | '麻醉药品'
  | '精神药品'
  | '医疗用毒性药品'
  | '放射性药品'
  | '药品类易制毒化学品'
  | '医疗机构制剂'
  | '中药配方颗粒';

export const prohibitedMessage = '平台不经营该类药品';

type Row = {
  /** The category's own names; found in a kind, a category or a query. */
  names: string[];
  /** Substances and products, found anywhere in a name. */
  words: string[];
  /** Raw materials, only as a whole name: patent medicines may contain them. */
  whole: string[];
};

const table = {
  疫苗: { names: ['疫苗'], words: ['疫苗'], whole: [] },
  血液制品: {
    names: ['血液制品'],
    words: [
      '人血白蛋白',
      '人血清白蛋白',
      '人白蛋白',
      '丙种球蛋白',
      '胎盘球蛋白',
      '免疫球蛋白',
      '人凝血因子',
      '人凝血酶原复合物',
      '人纤维蛋白原',
      '破伤风人免疫',
    ],
    whole: [],
  },
  麻醉药品: {
    names: ['麻醉药', '麻醉品'],
    words: [
      '吗啡',
      '芬太尼',
      '哌替啶',
      '杜冷丁',
      '羟考酮',
      '氢可酮',
      '美沙酮',
      '度冷丁',
      '待因',
      '他喷他多',
      '复方樟脑酊',
      '阿片',
      '罂粟壳',
      '布桂嗪',
      '可卡因',
      '二氢埃托啡',
      '海洛因',
      '大麻',
      '福尔可定',
      '奥赛利定',
      '泰吉利定',
    ],
    whole: [],
  },
  精神药品: {
    names: ['精神药品', '第一类精神', '第二类精神', '一类精神', '二类精神'],
    words: [
      '氯胺酮',
      '西泮',
      '氯氮䓬',
      '氯氮卓',
      '舒乐安定',
      '硝基安定',
      '安定片',
      '安定注射',
      '唑仑',
      '唑吡坦',
      '佐匹克隆',
      '扎来普隆',
      '巴比妥',
      '匹莫林',
      '羟丁酸钠',
      '咖啡因',
      '曲马多',
      '布托啡诺',
      '喷他佐辛',
      '丁丙诺啡',
      '地佐辛',
      '纳布啡',
      '哌甲酯',
      '莫达非尼',
      '甲丙氨酯',
      '安钠咖',
      '苯丙胺',
      '依托咪酯',
      '地芬诺酯',
      '右美沙芬',
      '纳呋拉啡',
      '氯卡色林',
      '苏沃雷生',
      '吡仑帕奈',
      '依他佐辛',
      '地达西尼',
    ],
    whole: [],
  },
  医疗用毒性药品: {
    names: ['毒性药品', '毒性中药', '毒性饮片', '医疗用毒性'],
    words: [
      '肉毒毒素',
      '肉毒素',
      '三氧化二砷',
      '亚砷酸',
      '生马钱子',
      '生川乌',
      '生草乌',
      '生附子',
      '生白附子',
      '生半夏',
      '生南星',
      '生天南星',
      '生巴豆',
      '生甘遂',
      '生狼毒',
      '生藤黄',
      '生千金子',
      '生天仙子',
      '雪上一枝蒿',
      '青娘虫',
      '红娘虫',
      '白降丹',
      '砒霜',
      '砒石',
      '闹羊花',
      '洋金花',
    ],
    whole: ['水银', '斑蝥', '红粉', '轻粉', '蟾酥', '雄黄', '红升丹'],
  },
  放射性药品: {
    names: ['放射性'],
    words: ['放射性', '[131i]', '[99mtc]', '[18f]', '[125i]', '[89sr]', '[223ra]', '[177lu]', '[32p]'],
    whole: [],
  },
  药品类易制毒化学品: {
    names: ['易制毒'],
    words: ['麻黄碱', '麻黄素', '麦角胺', '麦角新碱', '麦角酸'],
    whole: [],
  },
  医疗机构制剂: {
    names: ['医疗机构制剂', '医院制剂', '院内制剂'],
    words: ['医院制剂', '院内制剂'],
    whole: [],
  },
  中药配方颗粒: { names: ['配方颗粒'], words: ['配方颗粒'], whole: [] },
} satisfies Record<ProhibitedCategory, Row>;

const rows: [ProhibitedCategory, Row][] = entriesOf(table);

/** The facts of an item that the gate checks. */
export type Suspect = { name: string; kind?: string; category?: string; approvalNo?: string };

/**
 * Contexts in which a substance's name means something else, or an ordinary preparation. Only the name is removed: any
 * other prohibited substance still counts.
 */
const harmless: ((name: string) => string)[] = [
  // Only sounds like 吗啡.
  (name) => name.replace(/阿扑吗啡/g, ''),
  // 火麻仁 by its other name.
  (name) => name.replace(/大麻仁/g, ''),
  // Compounds; the lists name these substances and preparations with nothing else in them. 伪麻黄碱 is written out in few
  // names.
  (name) => takeOutAfter(name, /复方/, /伪?麻黄[碱素]|右美沙芬/g),
  (name) => takeOutAfter(name, /布洛芬|西替利嗪|氯雷他定|对乙酰氨基酚/, /伪麻黄[碱素]/g),
  (name) => takeOutAfter(name, /愈创/, /右美沙芬/g).replace(/右美沙芬(?=愈创)/g, ''),
  // Sera of animals, milk and eggs, and what measures it, are no blood product.
  (name) => name.replace(/(?<=(?:抗人|[兔猪马牛]|卵黄|初乳)[^人]{0,10})免疫球蛋白/g, ''),
  (name) => takeOutBefore(name, ['检测', '测定', '试剂', '试纸'], /人?免疫球蛋白/g),
];

/** Removes the words after the first mark. Two steps, because a pattern with a look-behind over all is not linear. */
function takeOutAfter(name: string, mark: RegExp, words: RegExp): string {
  const found = mark.exec(name);
  if (found === null) return name;
  const from = found.index + found[0].length;
  return name.slice(0, from) + name.slice(from).replace(words, '');
}

/** Removes the words before the last of the marks. */
function takeOutBefore(name: string, marks: readonly string[], words: RegExp): string {
  const to = Math.max(0, ...marks.map((mark) => name.lastIndexOf(mark)));
  return name.slice(0, to).replace(words, '') + name.slice(to);
}

/** The category under which an item is refused, null when it may be sold. Not overridable. */
export function findProhibited(goods: Suspect): ProhibitedCategory | null {
  const name = harmless.reduce((text, takeOut) => takeOut(text), plain(goods.name));
  const shelf = plain(`${goods.kind ?? ''} ${goods.category ?? ''}`);
  // 院内制剂 carry a 制字 number of a province (皖药制字Z…), never 国药准字.
  if (/药制字/.test(goods.approvalNo ?? '')) return '医疗机构制剂';
  for (const [category, row] of rows)
    if (
      row.words.some((word) => name.includes(word)) ||
      row.whole.includes(name) ||
      row.names.some((word) => shelf.includes(word) || name.includes(word))
    )
      return category;
  return null;
}

/** Colloquial names; as a part of a name they may be harmless (尿微量白蛋白检测试剂). */
const nicknames: Record<string, ProhibitedCategory> = {
  白蛋白: '血液制品',
  球蛋白: '血液制品',
  静丙: '血液制品',
  凝血因子: '血液制品',
  安定: '精神药品',
};

/** The category that a search or request is about, null for any other. The response is `prohibitedMessage`. */
export function findProhibitedSearch(query: string): ProhibitedCategory | null {
  const name = plain(query);
  // Own names only: every object also answers to `constructor`.
  const nickname = Object.hasOwn(nicknames, name) ? nicknames[name] : undefined;
  return nickname ?? findProhibited({ name: query });
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
