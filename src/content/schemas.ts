/**
 * Required front matter of help and news. Every refusal is a sentence for the editor who wrote it: the build stops with
 * the file's name and this sentence.
 */
import { z } from 'astro/zod';
import { refusal } from './refusal.ts';

/** The two kinds of news: the code in addresses and front matter, and the name that pages show. */
export const newsKinds = { hyxw: '行业新闻', gsxw: '公司新闻' } as const;

export type NewsKind = keyof typeof newsKinds;

export function line(label: string, max: number) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null
          ? `没有填写${label}，请在文件开头的两行 --- 之间补上`
          : `${label}没有写成文字，请用英文引号括起来，例如 "${typeof input === 'number' ? input : '2026'}"`,
    })
    .trim()
    .min(1, { error: `${label}是空的，请填写` })
    .max(max, { error: `${label}太长，最多 ${max} 个字` });
}

/** A day as a time in UTC. It comes as the written text (written-days.ts), because YAML makes 2 March of 02-30. */
function day(label: string) {
  return z.preprocess(
    (value) => {
      if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
      const read = new Date(`${value}T00:00:00Z`);
      return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== value ? value : read;
    },
    z.date({
      error: ({ input }) =>
        typeof input === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(input)
          ? `${label}写的 ${input} 在日历上没有，请改成有的日子，写成 2026-11-10 这样的年月日`
          : `${label}不正确，应写成 2026-11-10 这样的年月日`,
    }),
  );
}

export function order(label: string) {
  const error = `${label}应是 1 到 999 的整数，数字小的排在前面`;
  return z.number({ error }).int({ error }).min(1, { error }).max(999, { error });
}

export function frontMatter<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join('、');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `不认识的字段 ${issue.keys.join('、')}，可以用的字段是 ${known}`
        : `文件开头要有两行 ---，中间写 ${known}`,
  });
}

/**
 * Foundations of a text: names of calls (`confirmOrder`) and patterns of pages (`/lqzx`). A test checks that each
 * exists, so that a text whose subject was removed is found.
 */
const promises = z
  .array(z.string(), { error: '承诺（promises）应写成 [confirmOrder, /lqzx] 这样的列表' })
  .optional();

/** Systems that a text says do not exist (`/api/invoice`); the same test checks that none of them exists. */
const denies = z.array(z.string(), { error: '尚无（denies）应写成 [/api/invoice] 这样的列表' }).optional();

/** Fields of all front matter of help and news. */
const published = {
  until: day('下线日期（until）').optional(),
  /** About the demo's invented company. */
  demo: z.literal(true, { error: '仅演示（demo）只能写 true；不需要时整行删掉' }).optional(),
};

/** Words that promise something and that a person has found to be true (`npm run content` asks for them). */
export const vouched = z
  .array(z.string(), { error: '核实的承诺（vouched）应写成 [48小时, 包邮] 这样的列表' })
  .optional();

/** A page of the help centre: `src/content/help/<group>/<name>.md`. */
export const helpSchema = frontMatter({
  title: line('标题（title）', 20),
  summary: line('摘要（summary）', 120),
  order: order('排序（order）'),
  updated: day('更新日期（updated）'),
  promises,
  denies,
  vouched,
  /** For the agreement and the privacy policy, which people accept (rules/companies/registration). */
  version: line('版本（version）', 20).optional(),
  ...published,
});

/** A group of help pages: an entry of `src/content/help/groups.yaml`, its id the folder's name. */
export const helpGroupSchema = frontMatter({
  id: line('分组代号（id）', 20),
  title: line('分组名称（title）', 10),
  summary: line('分组说明（summary）', 60),
  order: order('排序（order）'),
});

/** A piece of news: `src/content/news/<name>.md`. */
export const newsSchema = frontMatter({
  title: line('标题（title）', 40),
  date: day('发布日期（date）'),
  kind: z.enum(['hyxw', 'gsxw'], {
    error: '类别（kind）应写 hyxw（行业新闻）或 gsxw（公司新闻）',
  }),
  summary: line('摘要（summary）', 120),
  promises,
  denies,
  vouched,
  ...published,
}).refine(({ date, until }) => until === undefined || until >= date, {
  path: ['until'],
  error: '下线日期（until）早于发布日期（date），这条新闻不会显示',
});

/**
 * Makes ids of Markdown files, which are their places in the address: `xszn/hyzc.md` → `xszn/hyzc`. The returned
 * function throws a sentence for the editor when a name does not suit an address or a file is in the wrong folder.
 * @param parts how many parts an id has: folder and name, or the name alone.
 */
export function entryIds(parts: 1 | 2): (file: { entry: string }) => string {
  return ({ entry }) => {
    const names = entry.replace(/\.md$/, '').split('/');
    if (names.length !== parts) {
      const place = parts === 2 ? '某个分组的文件夹里，例如 help/xszn/' : 'news 文件夹里，不要再建子文件夹';
      throw refusal(`文件“${entry}”放错了地方，应直接放在${place}`);
    }
    if (!names.every((name) => /^[a-z0-9-]+$/.test(name))) {
      throw refusal(
        `文件名“${entry}”会成为网址的一部分，只能用小写字母、数字和短横线，例如 winter-storage.md`,
      );
    }
    return names.join('/');
  };
}
