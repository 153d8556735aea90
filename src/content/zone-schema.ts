/** Required front matter of a zone, refused in sentences for the editor who wrote it. */
import { z } from 'astro/zod';
import {
  goodsKinds,
  type ZoneFacts,
  zoneIcons,
  zonePromotionWords,
  zoneSorts,
  zoneTones,
} from '#lib/contract/zones.ts';
import { refusal } from './refusal.ts';
import { frontMatter, line, order, vouched } from './schemas.ts';
import { ownZones, plainZones } from './zone-pages.ts';

function words(label: string) {
  const error = `${label}应写成 [甲, 乙] 这样的列表，至少一项`;
  return z.array(z.string({ error }).trim().min(1, { error }), { error }).min(1, { error }).optional();
}

function choices<const T extends readonly string[]>(label: string, values: T) {
  const error = `${label}应写成 [${values[0]}] 这样的列表，可以用的词是 ${values.join('、')}`;
  return z.array(z.enum(values, { error }), { error }).min(1, { error }).optional();
}

function yes(label: string) {
  return z.literal(true, { error: `${label}只能写 true；不需要时整行删掉` }).optional();
}

const goodsFields = {
  kinds: choices('大类（kinds）', goodsKinds),
  categories: words('分类（categories）'),
  merchants: words('商家简称（merchants）'),
  makers: words('厂家（makers）'),
  brands: words('品牌（brands）'),
  keywords: line('搜索词（keywords）', 50).optional(),
  otc: choices('处方分类（otc）', ['rx', 'otc', 'other']),
  promotions: choices('促销（promotions）', zonePromotionWords),
  preferred: yes('优选（preferred）'),
  controlled: yes('控销（controlled）'),
  nearExpiry: yes('近效期（nearExpiry）'),
  clinicOnly: yes('诊所专供（clinicOnly）'),
  singlePack: yes('一个中包装起购（singlePack）'),
  fresh: yes('新上架（fresh）'),
  activityZone: line('活动所属专区（activityZone）', 20).optional(),
};

const goods = z.strictObject(goodsFields, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `商品范围（goods）里不认识 ${issue.keys.join('、')}，可以用的是 ${Object.keys(goodsFields).join('、')}`
      : '商品范围（goods）下面要缩进两格，一行一个条件，例如 kinds: [医疗器械]',
});

const name = /^[a-z0-9-]+$/;

const part = z.strictObject(
  {
    id: z
      .string({ error: '分区代号（id）没有填写' })
      .regex(name, { error: '分区代号（id）会成为网址，只能用小写字母、数字和短横线' }),
    title: line('分区名称（title）', 10),
    goods,
  },
  { error: '分区（parts）的每一项要写 id、title、goods' },
);

const slotError = '广告位（ads）应是小写字母、数字和下划线，例如 qxzq';

/** A zone: `src/content/zones/<name>.md` or `src/content/zones/<folder>/<name>.md`. */
export const zoneSchema = frontMatter({
  title: line('标题（title）', 16),
  summary: line('摘要（summary）', 80),
  order: order('排序（order）').default(100),
  tone: z.enum(zoneTones, { error: `颜色（tone）可以用的是 ${zoneTones.join('、')}` }).default('green'),
  icon: z.enum(zoneIcons, { error: `图标（icon）可以用的是 ${zoneIcons.join('、')}` }).default('calendar'),
  ads: z
    .string({ error: slotError })
    .regex(/^[a-z0-9_]+$/, { error: slotError })
    .optional(),
  sort: z
    .enum(zoneSorts, { error: '商品顺序（sort）可以写 sale（销量）、new（最新）或 expiry（效期）' })
    .default('sale'),
  newcomers: yes('仅限新客（newcomers）'),
  goods,
  vouched,
  parts: z
    .array(part, { error: '分区（parts）应是列表，每一项以“- id: ”开头' })
    .max(12, { error: '分区（parts）最多 12 个' })
    .default([])
    .refine((parts) => new Set(parts.map(({ id }) => id)).size === parts.length, {
      error: '分区代号（id）不能重复',
    }),
}) satisfies z.ZodType<ZoneFacts>;

/** Folders whose zones need no page of their own, with the address of a zone in each. */
export const zoneFolders = { hdzx: '/hdzx/', hdzq: '/hdzq/', eleven: '/activity/eleven/jz/' } as const;

/** Ids of zone files, which are their places in the address: `hdzx/qiudong.md` → `hdzx/qiudong`. */
export function zoneId({ entry }: { entry: string }): string {
  const names = entry.replace(/\.md$/, '').split('/');
  if (names.length > 2) throw refusal(`文件“${entry}”放得太深，专区最多放在 zones 下面的一层文件夹里`);
  if (!names.every((part) => name.test(part))) {
    throw refusal(`文件名“${entry}”会成为网址的一部分，只能用小写字母、数字和短横线，例如 qiudong.md`);
  }
  const id = names.join('/');
  const [folder = ''] = names;
  const isInFolder = names.length === 2 && Object.hasOwn(zoneFolders, folder);
  if (!isInFolder && ![...plainZones, ...ownZones].includes(id)) {
    const places = Object.entries(zoneFolders).map(([folder, address]) => `${folder}/（网址 ${address}…）`);
    throw refusal(
      `专区文件“${entry}”没有对应的网页。新专区请放进 src/content/zones/ 下的 ${places.join('、')} 之一，例如 hdzx/${names.at(-1)}.md`,
    );
  }
  return id;
}
