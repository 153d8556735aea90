/** Parts of a company's name around its distinctive word: 珞珩 in 辽宁珞珩制药有限公司. */

const provinces =
  '(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|四川|贵州|云南|西藏|陕西|甘肃|青海|宁夏|新疆|内蒙古)(?:省|市)?';
export const provinceFirst = new RegExp(`^${provinces}`);
export const provinceLast = new RegExp(`${provinces}$`);
const wordsAfter = /^(?:生物|制药|药业|集团|股份|有限|责任|公司|药厂|厂|牌|产的?|家的?|的)+/;

/** Generic endings of a company's name; 大输液 before 输液, which ends it too. */
const companyEnds = [
  '生物',
  '生化',
  '外用',
  '眼科',
  '输液',
  '大输液',
  '注射剂',
  '中药饮片',
  '医疗器械',
  '医疗科技',
  '医疗用品',
  '医疗设备',
  '医用材料',
  '卫生材料',
  '卫生用品',
  '康复器具',
  '健康科技',
  '健康食品',
  '保健食品',
  '营养食品',
  '营养品',
  '个人护理用品',
  '消毒制品',
  '消毒科技',
  '日化',
  '食品',
  '科技',
  '制品',
  '制药',
  '药业',
  '集团',
  '股份',
  '有限',
  '责任',
  '公司',
].sort((a, b) => b.length - a.length);

function withoutCompanyEnds(name: string): string {
  let end = name.length;
  for (;;) {
    const word = companyEnds.find((one) => name.endsWith(one, end));
    if (word === undefined) return name.slice(0, end);
    end -= word.length;
  }
}

/** A company's name in the ways a line may write it. Folded text in and out. */
export function spellingsOf(company: string): string[] {
  const short = company.replace(/(?:集团)?(?:股份)?有限(?:责任)?公司$/, '');
  const local = short.replace(provinceFirst, '');
  const core = withoutCompanyEnds(local);
  // 和岐 for 和岐堂.
  const hall = core.endsWith('堂') && core.length >= 3 ? [core.slice(0, -1)] : [];
  return [company, short, local, withoutCompanyEnds(short), core, ...hall];
}

/** How many characters before and after a company's word in a text belong to its name too. */
export function companyAround(before: string, after: string): { before: number; after: number } {
  return {
    before: provinceLast.exec(before)?.[0].length ?? 0,
    after: wordsAfter.exec(after)?.[0].length ?? 0,
  };
}
