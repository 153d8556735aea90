/** Names of drugs: taken apart, known by other names, written with characters that are taken for others. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { alikeOf, alikeWords, foldAlike, foldSound, soundVariants } from '#lib/rules/names/alike.ts';
import { drugOf, isSameDrug } from '#lib/rules/names/drug-name.ts';
import {
  findOtherName,
  isMeant,
  meaningText,
  otherNameIn,
  otherNames,
  tables,
} from '#lib/rules/names/trade-names.ts';
import { withVitamins } from '#lib/rules/names/vitamins.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';
import { readCsv } from '#lib/server/engines/tables/csv.ts';

const catalogue = [
  ...readCsv(readFileSync(resolve(import.meta.dirname, '../../src/demo/seed/data/catalogue.csv'), 'utf8')),
].slice(1);
const names = [...new Set(catalogue.map((row) => normalizeText(row[4] ?? '')).filter(Boolean))];

test.each([
  ['阿莫西林胶囊', '阿莫西林', 'mouth'],
  ['5%葡萄糖注射液', '葡萄糖', 'injection'],
  ['阿莫西林克拉维酸钾干混悬剂', '阿莫西林克拉维酸', 'mouth'],
  ['苯磺酸左氨氯地平片', '左氨氯地平', 'mouth'],
  ['注射用头孢曲松钠', '头孢曲松', 'injection'],
  ['吸入用布地奈德混悬液', '布地奈德', 'lung'],
  ['琥珀酸美托洛尔缓释片', '美托洛尔', 'mouth'],
  ['硝酸甘油片', '硝酸甘油', 'mouth'],
  ['硫酸亚铁缓释片', '硫酸亚铁', 'mouth'],
  ['碳酸氢钠滴耳液', '碳酸氢钠', 'ear'],
  ['阿昔洛韦乳膏', '阿昔洛韦', 'skin'],
  ['多维元素片(21)', '多维元素', 'mouth'],
  ['甲硝唑阴道泡腾片', '甲硝唑', 'below'],
  ['臂式电子血压计', '臂式电子血压计', null],
])('%s names the drug %s', (name, drug, route) => {
  expect(drugOf(name)).toMatchObject({ drug, route });
});

test.each([
  ['阿莫西林胶囊', '阿莫西林分散片', true],
  ['氨氯地平片', '苯磺酸氨氯地平片', true],
  ['阿莫西林胶囊', '氨苄西林胶囊', false],
  ['阿莫西林胶囊', '阿莫西林克拉维酸钾片', false],
  ['苯磺酸氨氯地平片', '苯磺酸左氨氯地平片', false],
  ['氧氟沙星滴眼液', '左氧氟沙星滴眼液', false],
  ['氧氟沙星滴眼液', '氧氟沙星滴耳液', false],
  ['阿昔洛韦片', '阿昔洛韦乳膏', false],
])('%s and %s are the same drug: %s', (one, other, isSame) => {
  expect(isSameDrug(one, other)).toBe(isSame);
});

test('300 other names and more, each once, none of them leading to another one or to nothing', () => {
  expect(otherNames.length).toBeGreaterThanOrEqual(300);
  const written = tables.flatMap(([, table]) =>
    Object.values(table).flatMap((value) => value.split(' ').map(normalizeText)),
  );
  expect(written.filter((name, at) => written.indexOf(name) !== at)).toEqual([]);
  for (const { name, meanings } of otherNames) {
    expect(name.length, name).toBeGreaterThanOrEqual(2);
    expect(name, name).toBe(normalizeText(name));
    expect(meanings.length, name).toBeGreaterThan(0);
    for (const { drug, isPart } of meanings) {
      expect(findOtherName(drug), `${name} leads to ${drug}, which leads on`).toBeUndefined();
      // A key that is no drug's core would never be met.
      if (!isPart) expect(drugOf(drug).drug, name).toBe(drug);
    }
  }
});

test('no other name is the generic name of goods that are sold', () => {
  expect(otherNames.filter(({ name }) => names.includes(name)).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['芬必得', ['布洛芬缓释胶囊']],
  ['吗丁啉', ['多潘立酮片']],
  ['扶他林', ['双氯芬酸钠缓释片', '双氯芬酸二乙胺乳胶剂']],
  ['普米克令舒', ['吸入用布地奈德混悬液']],
  ['泰利必妥', ['氧氟沙星滴眼液', '氧氟沙星滴耳液']],
  ['阿莫仙', ['阿莫西林胶囊', '阿莫西林颗粒', '阿莫西林分散片']],
  ['络活喜', ['苯磺酸氨氯地平片']],
  ['生理盐水', ['0.9%氯化钠注射液']],
  ['力度伸', ['维生素c泡腾片']],
  ['泰诺', []],
])('%s means %s', (word, meant) => {
  const other = findOtherName(word)!;
  expect(names.filter((name) => isMeant(other, name)).sort()).toEqual([...meant].sort());
});

test('another name is found within a text, the longest first, and said for people', () => {
  expect(otherNameIn('要加合百服宁两盒')).toMatchObject({ other: { name: '加合百服宁' }, start: 1 });
  expect(otherNameIn('阿莫西林胶囊')).toBeNull();
  expect(meaningText(findOtherName('芬必得')!)).toBe('布洛芬缓释');
});

test('a character stands in one group, and no two drugs that are sold are written alike', () => {
  expect(alikeOf('疱')).toContain('孢');
  for (const char of '孢啉酮唑啶噻')
    for (const other of alikeOf(char)) expect(alikeOf(other)).toContain(char);
  const folded = Map.groupBy(names, (name) => foldAlike(name));
  expect([...folded.values()].filter((alike) => alike.length > 1)).toEqual([]);
  expect(alikeWords('头疱')).toContain('头孢');
  expect(alikeWords('头疱克污')).toContain('头孢克污');
  expect(alikeWords('酮'.repeat(40)).length).toBeLessThanOrEqual(80);
});

test('sounds that are not told apart fold alike, and all their spellings come up', () => {
  expect(foldSound('amoxiling')).toBe(foldSound('amoxilin'));
  expect(foldSound('zhusheye')).toBe('zuseye');
  expect(soundVariants(['ling'])).toEqual(['ling', 'lin']);
  expect(soundVariants(['si', 'zhan'])).toEqual(
    expect.arrayContaining(['sizhan', 'shizhan', 'sizang', 'shizhang']),
  );
  expect(soundVariants(Array.from({ length: 20 }, () => 'shang')).length).toBeLessThanOrEqual(64);
});

test.each([
  ['vc', '维生素c'],
  ['维c片', '维生素c片'],
  ['vb12 10片', '维生素b12 10片'],
  ['vb1片', '维生素b1片'],
  ['vad滴剂', '维生素ad滴剂'],
  ['va胶丸', '维生素a胶丸'],
  ['vk1注射液', '维生素k1注射液'],
  // Drugs of their own, units and other words.
  ['维a酸乳膏', '维a酸乳膏'],
  ['尿素维e乳膏', '尿素维e乳膏'],
  ['维c银翘片', '维c银翘片'],
  ['稳压器220va', '稳压器220va'],
  ['hivc', 'hivc'],
  ['vcd', 'vcd'],
  ['维生素c', '维生素c'],
  ['vx', 'vx'],
])('%s is written out as %s', (text, out) => {
  expect(withVitamins(text)).toBe(out);
});
