/**
 * Complaints in the words of the counter, and the medicines that are taken for them. Written by us from the sections
 * 适应症 and 功能主治 of leaflets and from the groups of the 国家基本药物目录（2018年版）; not yet read by a pharmacist
 * (README.md next to this). They only help to find goods: what a search took a word for is told, and can be undone.
 */
import { normalizeText } from '../text/search-text.ts';

export type Complaint = {
  /** How leaflets call it: it is searched in them too. */
  term: string;
  /** What people type, without blanks. */
  words: readonly string[];
  /** Parts of names of medicines. */
  names: readonly string[];
  /** Where it was read. */
  source: string;
};

const leaflet = '药品说明书【适应症】';
const chinese = '药品说明书【功能主治】';
const essential = '国家基本药物目录（2018年版）';

const rows: readonly [term: string, words: string, names: string, source: string][] = [
  [
    '腹泻',
    '拉肚子 拉稀 闹肚子 跑肚 止泻 止泻药 水样便',
    '蒙脱石 洛哌丁胺 小檗碱 口服补液盐 活菌 香连 肠炎宁 药用炭 附子理中 参苓白术 藿香正气',
    `${essential}消化系统用药；${leaflet}`,
  ],
  [
    '便秘',
    '拉不出 大便干 大便干燥 大便不通 通便 通便药',
    '乳果糖 开塞露 聚乙二醇4000 比沙可啶 麻仁',
    `${essential}泻药；${chinese}`,
  ],
  [
    '胃痛',
    '胃疼 胃不舒服 胃酸 反酸 烧心 胃胀 胃药',
    '奥美拉唑 泮托拉唑 雷贝拉唑 法莫替丁 铝碳酸镁 氢氧化铝 硫糖铝 胶体果胶铋 枸橼酸铋钾 气滞胃痛 胃康灵 养胃舒 温胃舒 香砂养胃 元胡止痛',
    `${essential}抗酸药及抗溃疡病药；${chinese}`,
  ],
  [
    '消化不良',
    '积食 不消化 肚子胀 助消化',
    '健胃消食 多潘立酮 莫沙必利 消化酶 多酶片 乳酶生 干酵母 保和丸 大山楂 鸡内金 健儿消食',
    `${essential}助消化药；${chinese}`,
  ],
  ['呕吐', '恶心想吐 止吐 止吐药', '甲氧氯普胺 多潘立酮 藿香正气', leaflet],
  [
    '咽喉肿痛',
    '咽喉痛 嗓子疼 嗓子痛 嗓子发炎 喉咙痛 喉咙疼 喉咙发炎 咽痛 咽喉发炎 嗓子哑',
    '草珊瑚 西地碘 地喹氯铵 金莲花 咽炎片 冬凌草 藏青果 蒲地蓝 清热解毒 银黄 板蓝根颗粒 胖大海 小儿咽扁 复方鱼腥草',
    `${essential}耳鼻喉科用药；${chinese}`,
  ],
  [
    '感冒',
    '感冒发烧 感冒发热 感冒药 伤风 着凉 流鼻涕 感冒流涕',
    '氨酚烷胺 氨咖黄敏 氨酚葡锌 氨金黄敏 酚咖 感冒灵 感冒清热 小柴胡 银翘 桑菊感冒 双黄连 抗病毒 板蓝根颗粒 对乙酰氨基酚片 布洛芬片 布洛芬缓释 荆防 柴胡饮',
    `${essential}解热镇痛药、解表剂；${chinese}`,
  ],
  [
    '发热',
    '发烧 退烧 退烧药 退热 退热药 高烧',
    '布洛芬片 布洛芬缓释 布洛芬混悬 对乙酰氨基酚 退热贴 柴桂退热 阿司匹林泡腾',
    `${essential}解热镇痛药；${leaflet}`,
  ],
  [
    '小儿发热',
    '小孩退烧 小孩退烧药 儿童退烧 儿童退烧药 宝宝退烧 孩子发烧 小孩发烧 宝宝发烧 小儿退烧 小儿退热',
    '布洛芬混悬 对乙酰氨基酚混悬 对乙酰氨基酚栓 柴桂退热 退热贴 小儿氨酚',
    `${essential}儿科用药；${leaflet}`,
  ],
  [
    '小儿感冒',
    '小孩感冒 儿童感冒 儿童感冒药 宝宝感冒 孩子感冒 小孩感冒药',
    '小儿氨酚 小儿感冒 柴桂退热 小儿咽扁',
    chinese,
  ],
  [
    '咳嗽',
    '止咳 止咳药 咳嗽药 化痰 止咳化痰 痰多 有痰 干咳',
    '氨溴索 羧甲司坦 乙酰半胱氨酸 桉柠蒎 愈创甘油醚 喷托维林 苯丙哌林 川贝 枇杷 鲜竹沥 感冒止咳 杏苏止咳 养阴清肺 清肺抑火 小儿止咳 咳特灵 橘红',
    `${essential}祛痰药、镇咳药；${chinese}`,
  ],
  [
    '哮喘',
    '喘 气喘 平喘',
    '沙丁胺醇 布地奈德吸入 吸入用布地奈德 氨茶碱 茶碱缓释 孟鲁司特 丙卡特罗 噻托溴铵',
    `${essential}平喘药；${leaflet}`,
  ],
  [
    '过敏',
    '过敏药 抗过敏 皮肤过敏 荨麻疹 风团 皮肤痒',
    '氯雷他定 西替利嗪 氯苯那敏 依巴斯汀 非索非那定 苯海拉明 赛庚啶 酮替芬 炉甘石 消风止痒',
    `${essential}抗变态反应药；${leaflet}`,
  ],
  [
    '鼻炎',
    '鼻塞 鼻子不通 鼻子堵',
    '鼻喷雾剂 赛洛唑啉 羟甲唑啉 辛芩 鼻渊舒 藿胆丸 鼻腔喷雾 氯雷他定 西替利嗪',
    `${essential}耳鼻喉科用药；${chinese}`,
  ],
  [
    '头痛',
    '头疼 偏头痛 止痛药',
    '布洛芬片 布洛芬缓释 对乙酰氨基酚片 阿咖酚 萘普生 元胡止痛 川芎茶调 利扎曲普坦',
    `${essential}解热镇痛药；${chinese}`,
  ],
  [
    '牙痛',
    '牙疼 牙痛药 牙疼药 智齿痛',
    '布洛芬片 布洛芬缓释 对乙酰氨基酚片 甲硝唑片 甲硝唑胶囊 替硝唑 黄连上清 牛黄上清 三黄片',
    `${essential}解热镇痛药；${chinese}`,
  ],
  [
    '痛经',
    '来月经肚子疼 月经痛',
    '布洛芬片 布洛芬缓释 萘普生 益母草颗粒 艾附暖宫 少腹逐瘀 元胡止痛 当归丸',
    `${leaflet}；${chinese}`,
  ],
  ['头晕', '眩晕 晕车 晕车药', '地芬尼多 倍他司汀 氟桂利嗪 全天麻', leaflet],
  ['失眠', '睡不着 睡不好 安神 助眠', '安神补脑 枣仁安神 养血安神 解郁安神 谷维素 褪黑素', chinese],
  [
    '高血压',
    '血压高 降压 降压药',
    '氨氯地平 硝苯地平 缬沙坦 氯沙坦 厄贝沙坦 替米沙坦 依那普利 卡托普利 贝那普利 美托洛尔 比索洛尔 吲达帕胺 利血平 尼群地平 非洛地平 牛黄降压',
    `${essential}抗高血压药`,
  ],
  [
    '糖尿病',
    '血糖高 降糖 降糖药',
    '二甲双胍 格列美脲 格列齐特 格列喹酮 格列吡嗪 阿卡波糖 瑞格列奈 吡格列酮 西格列汀 维格列汀 达格列净 恩格列净 胰岛素 参芪降糖',
    `${essential}胰岛素及口服降血糖药`,
  ],
  [
    '高血脂',
    '血脂高 降脂 降脂药 胆固醇高',
    '阿托伐他汀 瑞舒伐他汀 辛伐他汀 非诺贝特 依折麦布',
    `${essential}调脂及抗动脉粥样硬化药`,
  ],
  ['痛风', '尿酸高 降尿酸', '别嘌醇 苯溴马隆 非布司他', `${essential}抗痛风药`],
  [
    '关节痛',
    '关节疼 腰疼 腰痛 腰腿疼 风湿 膝盖疼 颈椎疼 肩周炎',
    '双氯芬酸 塞来昔布 依托考昔 美洛昔康 洛索洛芬 氨基葡萄糖 关节止痛 独活寄生 壮骨关节 巴布膏 凝胶贴膏',
    `${essential}抗炎药；${chinese}`,
  ],
  [
    '跌打损伤',
    '扭伤 摔伤 跌打 崴脚',
    '跌打丸 活血止痛 接骨七厘 正红花油 麝香祛痛 舒筋活血 独一味 双氯芬酸二乙胺',
    chinese,
  ],
  [
    '脚气',
    '脚癣 脚痒 香港脚 灰指甲 真菌感染',
    '特比萘芬 联苯苄唑 酮康唑 咪康唑乳膏 阿莫罗芬 足部抑菌',
    `${essential}皮肤科用药；${leaflet}`,
  ],
  [
    '湿疹',
    '皮炎 皮肤红痒',
    '糠酸莫米松乳膏 丁酸氢化可的松 地奈德 地塞米松乳膏 炉甘石 丹皮酚',
    `${essential}皮肤科用药；${leaflet}`,
  ],
  ['痤疮', '青春痘 痘痘 祛痘', '阿达帕林 过氧苯甲酰 克林霉素磷酸酯凝胶 维a酸乳膏', leaflet],
  ['痔疮', '痔疮药 屁股疼 便血', '痔疮 地榆槐角 槐角丸', chinese],
  [
    '口腔溃疡',
    '口疮 嘴烂 嘴里起泡 上火 牙龈肿',
    '西地碘 口腔贴片 口腔炎 口炎清 复方氯己定 西吡氯铵 牛黄上清 黄连上清 三黄片 清火栀麦 甲硝唑胶囊',
    chinese,
  ],
  [
    '结膜炎',
    '红眼 红眼病 眼睛发炎 眼睛红 眼睛痒',
    '左氧氟沙星滴眼液 氧氟沙星滴眼液 妥布霉素 氯霉素滴眼液 红霉素眼膏 普拉洛芬 奥洛他定',
    `${essential}眼科用药；${leaflet}`,
  ],
  ['视疲劳', '眼疲劳 眼睛干 眼干 干眼', '玻璃酸钠 羟丙甲纤维素 聚乙烯醇 牛磺酸 珍珠明目', leaflet],
  ['滴眼液', '眼药水 眼药', '滴眼液', '中国药典（2020年版）制剂通则'],
  [
    '阴道炎',
    '白带异常 妇科炎症 妇科病',
    '克霉唑阴道 咪康唑栓 甲硝唑阴道 制霉菌素阴道 妇炎康 保妇康 克林霉素磷酸酯阴道',
    `${essential}妇产科用药；${chinese}`,
  ],
  ['月经不调', '月经不准 经期不准', '益母草颗粒 八珍益母 乌鸡白凤 艾附暖宫 当归丸', chinese],
  [
    '尿路感染',
    '尿频 尿急 尿痛',
    '呋喃妥因 左氧氟沙星片 诺氟沙星 磷霉素氨丁三醇 八正合剂 石淋通 黄酮哌酯',
    `${essential}泌尿系统用药；${chinese}`,
  ],
  [
    '前列腺增生',
    '前列腺 前列腺炎 尿不尽',
    '坦索罗辛 特拉唑嗪 多沙唑嗪 非那雄胺 普乐安 前列通 癃闭舒',
    `${essential}良性前列腺增生用药`,
  ],
  ['蛔虫病', '打虫 打虫药 驱虫 驱虫药 肚子有虫', '阿苯达唑 哌嗪 吡喹酮', `${essential}抗寄生虫病药`],
  ['中暑', '防暑 解暑', '藿香正气 风油精 清凉油', chinese],
  [
    '贫血',
    '补血 补铁 缺铁',
    '琥珀酸亚铁 硫酸亚铁 多糖铁 叶酸片 阿胶 八珍颗粒 叶酸铁',
    `${essential}抗贫血药；${chinese}`,
  ],
  ['缺钙', '补钙 腿抽筋 钙片', '碳酸钙d3 葡萄糖酸钙 钙维生素d 钙镁锌', leaflet],
  ['烫伤', '烧伤 烫伤膏', '紫草膏 重组人表皮生长因子 莫匹罗星', chinese],
];

const complaints: readonly Complaint[] = rows.map(([term, words, names, source]) => ({
  term,
  words: words.split(' '),
  names: names.split(' ').map(normalizeText),
  source,
}));

/** All of them, for tests and for readers. */
export const allComplaints = complaints;

const byWord = new Map(
  complaints.flatMap((one) => one.words.map((word) => [normalizeText(word), one] as const)),
);

/** Words around a complaint: 治拉肚子的药. */
const around = /^(?:治|治疗|缓解)?(.{2,}?)(?:的?药品?|用什么药|吃什么药|吃啥药|用药)?$/;

/** The complaint that all of a query names; null for every other query. */
export function complaintOf(keywords: string): Complaint | null {
  const text = normalizeText(keywords.slice(0, 40)).replace(/\s+/g, '');
  const plain = around.exec(text)?.[1] ?? text;
  return byWord.get(text) ?? byWord.get(plain) ?? null;
}

/** Words for goods whose shelf life ends soon: they ask for a filter, not for a name. */
const nearExpiry = /(?:近效期|临期|短效期|快过期)(?:药品?|商品|特价)?/;

/** The keywords without a word for short shelf life; null where there is none. */
export function withoutNearExpiry(keywords: string): string | null {
  return literalOf(keywords) === null && nearExpiry.test(keywords)
    ? keywords.replace(nearExpiry, ' ').trim()
    : null;
}

/** What stands between quotes is searched as it is written; null for other text. */
export function literalOf(keywords: string): string | null {
  return /^["“”](.+)["“”]$/.exec(keywords.trim())?.[1] ?? null;
}
