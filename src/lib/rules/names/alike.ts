/**
 * Easily confused characters of drug names: they share a part (孢 疱), or a sound and a keyboard's first choice (啉 林).
 * Each is in one group.
 */
const groups =
  '孢胞苞疱泡抱饱炮包袍鲍 啉林淋霖琳临令灵玲铃苓岭 嗪秦琴 酮铜桐同 唑坐座挫 咪米眯迷 吡比毗 啶定锭丁 哌派 噻塞赛 呋夫芙 喹奎葵 诺若喏 沙纱莎砂 萝罗锣 ' +
  '氟弗佛拂 氯绿録氨铵胺安按 苯笨本奔 醇淳纯 酯脂指 酚粉份芬纷 烷完 苷甘柑 檗柏壁薜 洛络落 韦伟苇 维唯惟 肟污 钠纳内 钾甲 锌辛新 镁美 铋必毕 炔缺 烯稀希 蒙朦檬 脱托拖 茶荼 ' +
  '连莲联 芪茋 术木 苍仓沧 参叄 桔橘 枳只 蒲浦 栀枝 藿霍 麝射 痔痣 癣藓 瘀淤 痹痺 颗棵 囊襄 糖塘搪 浆桨 糠康 末未抹沫 昔惜西 已己巳 奥澳 替体 洽拾 拉啦 汀订 坦但胆 普谱 培陪 地弟 ' +
  '多朵 潘番 阿啊 克刻客 头投 菌茵 双叉 片偏 贴帖 膏高 滴嘀 栓拴 溶容熔 肠场 肽太态 酶梅霉 屈曲 戊戌戍 瑞端 仑伦 帕怕 佐左 卡咔 司思斯 尔耳 马玛吗 可科 他它 宁柠 伏服 依衣伊 ' +
  '那哪娜 格隔 列例 贝呗 厄恶 硫流 泊薄 舍社 舒书 心芯 肝干 气汽 风枫 清青 消销 炎淡 止址 痰谈';

const groupOf = new Map<string, string>();
for (const group of groups.split(' '))
  for (const char of group) if (!groupOf.has(char)) groupOf.set(char, group);

/** Characters that this one may have been meant for, itself left out. */
export function alikeOf(char: string): string[] {
  return [...(groupOf.get(char) ?? '')].filter((one) => one !== char);
}

/** A text with one character for each group, of the same length: two texts with equal results look or sound alike. */
export function foldAlike(text: string): string {
  let folded = '';
  for (const char of text) folded += groupOf.get(char)?.[0] ?? char;
  return folded;
}

/** Other spellings of a word with one character (of longer words two) replaced; at most `most`. */
export function alikeWords(word: string, most = 80): string[] {
  const words: string[] = [];
  const chars = [...word];
  const put = (at: number, char: string, base: string[]) => [
    ...base.slice(0, at),
    char,
    ...base.slice(at + 1),
  ];
  for (const [at, char] of chars.entries())
    for (const other of alikeOf(char)) words.push(put(at, other, chars).join(''));
  if (chars.length > 3)
    for (const [at, char] of chars.entries())
      for (const other of alikeOf(char))
        for (let next = at + 1; next < chars.length; next++)
          for (const second of alikeOf(chars[next] ?? ''))
            if (words.length < most) words.push(put(next, second, put(at, other, chars)).join(''));
  return words.slice(0, most);
}

const sounds: [RegExp, string][] = [
  [/([zcs])h/g, '$1'],
  [/([aei])ng/g, '$1n'],
];

/** Pinyin without distinctions that southern speakers do not make: zh z, ch c, sh s, ang an, eng en, ing in. */
export function foldSound(pinyin: string): string {
  let folded = pinyin;
  for (const [pattern, replacement] of sounds) folded = folded.replace(pattern, replacement);
  return folded;
}

/** Other spellings of a syllable with an equal result. */
function soundsOf(syllable: string): string[] {
  const heads = /^[zcs]h/.test(syllable)
    ? [syllable, syllable.replace('h', '')]
    : /^[zcs]/.test(syllable)
      ? [syllable, `${syllable[0]}h${syllable.slice(1)}`]
      : [syllable];
  return heads.flatMap((one) =>
    /[aei]ng$/.test(one) ? [one, one.slice(0, -1)] : /[aei]n$/.test(one) ? [one, `${one}g`] : [one],
  );
}

/** Pinyin words that fold like these syllables; at most `most`. */
export function soundVariants(syllables: readonly string[], most = 64): string[] {
  let words = [''];
  for (const syllable of syllables)
    words = words.flatMap((word) => soundsOf(syllable).map((sound) => word + sound)).slice(0, most);
  return words;
}
