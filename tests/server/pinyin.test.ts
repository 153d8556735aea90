import { expect, test } from 'vitest';
import { otherPinyinOf, pinyinOf } from '#lib/server/engines/search/pinyin.ts';

test.each([
  ['阿莫西林胶囊', 'amoxilinjiaonang', 'amxljn'],
  ['东阿阿胶', 'dongeejiao', 'deej'],
  ['重楼', 'chonglou', 'cl'],
  ['重组人表皮生长因子凝胶', 'chongzurenbiaopishengzhangyinziningjiao', 'czrbpszyznj'],
  ['白术', 'baizhu', 'bz'],
  ['枳术丸', 'zhizhuwan', 'zzw'],
  ['川芎茶调颗粒', 'chuanxiongchatiaokeli', 'cxctkl'],
  ['葛根', 'gegen', 'gg'],
  ['炙甘草', 'zhigancao', 'zgc'],
  ['人参健脾丸', 'renshenjianpiwan', 'rsjpw'],
  ['参苓白术散', 'shenlingbaizhusan', 'slbzs'],
  ['太子参', 'taizishen', 'tzs'],
  ['苦参', 'kushen', 'ks'],
  ['藏红花', 'zanghonghua', 'zhh'],
  ['藏青果喉片', 'zangqingguohoupian', 'zqghp'],
  ['朝鲜淫羊藿', 'chaoxianyinyanghuo', 'cxyyh'],
  ['单硝酸异山梨酯缓释片', 'danxiaosuanyishanlizhihuanshipian', 'dxsyslzhsp'],
  ['枳壳', 'zhiqiao', 'zq'],
  ['金匮肾气丸', 'jinguishenqiwan', 'jgsqw'],
  ['丁酸氢化可的松乳膏', 'dingsuanqinghuakedisongrugao', 'dsqhkdsrg'],
  ['硝酸咪康唑乳膏', 'xiaosuanmikangzuorugao', 'xsmkzrg'],
  ['女贞子', 'nvzhenzi', 'nzz'],
  ['没药', 'moyao', 'my'],
  ['厚朴', 'houpo', 'hp'],
  ['止咳糖浆', 'zhiketangjiang', 'zktj'],
  ['维生素B12注射液(5ml)', 'weishengsub12zhusheye5ml', 'wssb12zsy5ml'],
  ['α-β 30R', '30r', '30r'],
  ['重庆玖岳制药有限公司', 'chongqingjiuyuezhiyaoyouxiangongsi', 'cqjyzyyxgs'],
  ['知柏地黄丸', 'zhibaidihuangwan', 'zbdhw'],
  ['枸杞子', 'gouqizi', 'gqz'],
  ['枸橼酸铋钾胶囊', 'gouyuansuanbijiajiaonang', 'gysbjjn'],
  ['', '', ''],
])('%s reads %s / %s', (name, full, initials) => {
  expect(pinyinOf(name)).toEqual({ full, initials });
});

test.each([
  ['知柏地黄丸', 'zhibodihuangwan', 'zbdhw'],
  ['黄柏', 'huangbo', 'hb'],
  ['枸橼酸铋钾胶囊', 'juyuansuanbijiajiaonang', 'jysbjjn'],
  ['复方B12枸橼酸片', 'fufangb12juyuansuanpian', 'ffb12jysp'],
])('%s reads %s / %s as well', (name, full, initials) => {
  expect(otherPinyinOf(name)).toEqual({ full, initials });
});

test.each(['枸杞子', '阿莫西林胶囊', ''])('%j reads in one way', (name) => {
  expect(otherPinyinOf(name)).toBeNull();
});
