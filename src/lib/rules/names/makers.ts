/**
 * Makers whose names pharmacies write into lists, in short. Source: general knowledge of the trade, not yet read by a
 * pharmacist (README.md next to this).
 */
const makers =
  '江中 华润三九 三九 华润 拜耳 太极 云南白药 同仁堂 北京同仁堂 白云山 广药 仁和 修正 哈药 哈药六厂 葵花 扬子江 石药 华药 华北制药 ' +
  '东阿阿胶 东阿 马应龙 九芝堂 胡庆余堂 雷允上 达仁堂 乐仁堂 宏仁堂 陈李济 潘高寿 敬修堂 中一 王老吉 辉瑞 默沙东 诺华 阿斯利康 赛诺菲 强生 西安杨森 ' +
  '杨森 中美史克 葛兰素史克 施贵宝 礼来 罗氏 雅培 武田 卫材 第一三共 安斯泰来 勃林格 诺和诺德 施维雅 默克 山德士 齐鲁 恒瑞 正大天晴 豪森 以岭 步长 天士力 康恩贝 ' +
  '济川 片仔癀 广誉远 康缘 神威 羚锐 奇正 桂林三金 三金 千金 鲁南 丽珠 信立泰 华海 科伦 罗欣 双鹤 万通 敖东 吴太 快克 亚宝 仲景 宛西 太龙 佐力 ' +
  '汤臣倍健 养生堂 振德 稳健 海氏海诺 可孚 鱼跃 欧姆龙 三诺 怡成 罗氏诊断 蓝帆 英科 奥美 邦迪 杜蕾斯 杰士邦 冈本 倍他 昆药 昆明制药 滇虹 一心堂 贵州百灵 百灵 益佰 ' +
  '神奇 康弘 地奥 成都康弘 恩华 新和成 浙江医药 海正 京新 联邦 珠海联邦 瑞阳 辰欣 新华 山东新华 东北制药 民生 仙琚 人福 武汉健民 健民 马应龙药业 福元 常州四药 苏中';

const known: ReadonlySet<string> = new Set(makers.split(' '));

/** Marks that are figures, with what the names of their makers contain: 999感冒灵 of 华润三九. */
export const marksInFigures: ReadonlyMap<string, string> = new Map([['999', '三九']]);

/** Words behind a maker's short name. */
const ends = /(?:制药|药业|集团|股份|有限|公司|药厂|厂|牌|家|产){0,6}的?$/;

/** The maker that a rest of a line names, unknown to the product it was taken for; null where it names none. */
export function makerIn(rest: string): string | null {
  const plain = rest.replace(/\s+/g, '');
  if (plain === '') return null;
  const short = plain.replace(ends, '');
  if (known.has(short) || known.has(plain)) return known.has(short) ? short : plain;
  // 某某制药 names a maker whoever it is.
  return /^\p{Script=Han}{2,8}(?:制药|药业|药厂)(?:集团|股份|有限|公司)*的?$/u.test(plain)
    ? plain.replace(/的$/, '')
    : null;
}
