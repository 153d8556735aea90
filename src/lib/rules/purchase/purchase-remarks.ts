/** What a line of a chat says besides goods and quantity: politeness, hurry, dates. */

/** Months and days are no quantity: 效期要18个月以上. */
const months =
  /(?:(?:有?效期|保质期|日期)[^,，;；。!！\s\d]{0,4})?(?<![\d.])(\d{1,2})\s?个月(?:以上|以内|内|的)?/;
const years = /(?:有?效期|保质期)[^,，;；。!！\s\d]{0,4}(半|一|两|二|三|1|2|3)\s?年(?:以上|的)?/;
const yearMonths: Readonly<Record<string, number>> = {
  半: 6,
  一: 12,
  '1': 12,
  两: 24,
  二: 24,
  '2': 24,
  三: 36,
  '3': 36,
};

/** A verb of wanting at the beginning of a line or a word, before the goods or the number. */
const wanting =
  /(?<=^|[\s,，;；。、:：])(?:(?:也|都|就|再|还|先|另外|另|帮忙?|给|请|麻烦|我|您|你)+(?:要|来|拿|订|进|补|发|加|上|配)?|(?:要|来|拿|订|补|发|配))(?:点|一?个|一下|些|上)?(?=[\s\d]|$)/g;
const wantingGoods =
  /^(?:(?:再|还|另外?|顺便|帮忙?|给|我|麻烦您?|请)+(?:要|来|拿|订|进|补|发|加|上|配)(?:点|一?个|一下|些)?|补(?:点|一个|一下|些))\s*(?=\p{Script=Han})/u;

const dropped: readonly RegExp[] = [
  // A remark in brackets about last time or dates; one that excludes something (不要) stays a question.
  /[(（](?=[^()（）]*(?:效期|上次|上回|急|尽快|谢谢|缺货|太短))(?![^()（）]*(?:不要|别|换|改))[^()（）]{0,40}[)）]/g,
  /(?:有?效期|日期|批号)(?:至|到)?[:：]?\s?20\d\d[-年./]?\d{0,2}[-月./]?\d{0,2}日?(?:以后|之后|以上)?/g,
  /要?(?:好|新|远|长)(?:效期|批号|日期)的?|(?:效期|批号|日期)要?(?:好|新|远|长)(?:一?点|些)?的?/g,
  /还?有(?:没有|没|货没?有?)?[吗么嘛]|有没有货?|还有没有?|有的话/g,
  /(?:厂家|产家|牌子|品牌|哪家)(?:随便|不限|都行|都可以|均可|不挑)|随便(?:哪|什么)?(?:家|牌子?)?(?:都行|都可以)?/g,
  /(?<=\d\s?(?:盒|瓶|袋|支|包|件|箱|条|台|罐|个|只)?)\s?(?:吧|哈|哦|呀|啊|谢谢|多谢|急用|急需|急要|加急|急|马上要|就行|就好|即可)+(?=$|[\s,，.。!！~;；])/g,
];

/** Units inside a pack. */
const inner = '(?:片|粒|支|袋|丸|贴|枚|包|抽|s)';
/** 20支装, 24粒的, 20支一盒的: part of the spec, not what is ordered. */
export const perPack = new RegExp(
  `(\\d{1,6}\\s?${inner})\\s?(?:每\\s?(?:盒|瓶|袋|包)的?|[一1]\\s?(?:盒|瓶|袋|包)(?:的|(?=[^\\d]{0,20}\\d{1,6}\\s?(?:盒|瓶|袋|包|件|箱))))`,
  'gi',
);
export const packedIn = new RegExp(`(\\d{1,6}\\s?(?:${inner}|只|个|瓶))\\s?装的?`, 'gi');
export const packedOf = new RegExp(`(\\d{1,6}\\s?${inner})的`, 'gi');
const packed = [perPack, packedIn, packedOf];

/** The text without remarks, and the months of shelf life it asks for; null for none. `text` is half width. */
export function takeRemarks(text: string): { text: string; months: number | null } {
  const byMonths = months.exec(text);
  const byYears = byMonths === null ? years.exec(text) : null;
  const found = byMonths ?? byYears;
  let rest = found === null ? text : text.replace(found[0], ' ');
  for (const pattern of dropped) rest = rest.replace(pattern, ' ');
  for (const pattern of packed) rest = rest.replace(pattern, '$1/盒 ');
  rest = rest.replace(wantingGoods, '').replace(wanting, ' ');
  const asked = byMonths ? Number(byMonths[1]) : byYears ? (yearMonths[byYears[1] ?? ''] ?? null) : null;
  return { text: rest, months: asked };
}

/** Who spoke and when, as a chat is copied: 王店长 11-28 09:12. */
const spoken =
  /^\S{0,16}\s?(?:(?:20\d\d[-/.年])?\d{1,2}[-/.月]\d{1,2}日?|昨天|今天|星期.|周.)?\s{0,3}(?:上午|下午|晚上|早上)?\s{0,3}\d{1,2}:\d{2}(?::\d{2})?$/;
/** What only talk has: how goods are sent and paid, who writes and where. */
const talk =
  /收到|回复|发货|送货|发你|单子|下单|以上|辛苦|先这些|不够再|能发|能到|什么时候|货到付款|地址[:：]|电话[:：]|联系人|收货人|药房|药店|诊所|采购部|微信|1[3-9]\d{9}/;
/** What stands beside goods too: without them little is left. */
const courtesy =
  /你好|您好|早上好|下午好|晚上好|老板娘?|[张王李陈刘]?(?:姐|哥|总|经理)|麻烦您?|谢谢|多谢|在吗|在不在/g;
const quantity =
  /\d\s?(?:盒|瓶|袋|支|包|件|箱|条|罐)|[一二两三四五六七八九十百]\s?(?:盒|瓶|袋|支|包|件|箱|条|罐)/;

/** Whether a line is a name with its time, and no goods whatever the catalogue holds. */
export function isSpoken(line: string): boolean {
  return spoken.test(line.normalize('NFKC').trim());
}

/** Whether a line that names no goods of the shop reads as a greeting, an address or a signature. */
export function isTalk(line: string): boolean {
  const text = line.normalize('NFKC');
  if (quantity.test(text)) return false;
  const rest = text.replace(courtesy, '').replace(/[^\p{Script=Han}]/gu, '');
  return (
    talk.test(text) || (rest.length <= 2 && rest.length < text.replace(/[^\p{Script=Han}]/gu, '').length)
  );
}
