import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CompanyState, companyStates, mayLogIn } from '#lib/rules/companies/company-state.ts';
import {
  findExpiredPaper,
  findReminder,
  findScope,
  hasEndedPaper,
  isInScope,
  missingPapers,
  type Paper,
  paperNotices,
  papersToRenew,
  paperValidity,
  scopeCodes,
} from '#lib/rules/companies/qualification.ts';
import { isWithinOrderLimit, roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { findProhibited, findProhibitedSearch } from '#lib/rules/goods/prohibited.ts';
import { findDayEnd } from '#lib/rules/terms/activity-time.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { findCheckDigit, findCreditCodeProblem } from '#lib/rules/text/credit-code.ts';
import { licenceName } from '#lib/rules/text/licence-name.ts';
import { now } from './fixtures.ts';

const day = 86_400_000;

function paper(over: Partial<Paper> = {}): Paper {
  return { kind: 'drug_licence', number: '1', validFrom: null, validTo: now + 365 * day, ...over };
}

describe('papers', () => {
  // From the first to the last moment of a Shanghai day the same is said.
  const firstMoment = Date.parse('2026-11-21T00:00:00+08:00');
  const lastMoment = Date.parse('2026-11-21T23:59:59.999+08:00');

  test.each([
    ['2026-11-20', null, '药品经营许可证已过期，请更新后采购相关商品'],
    ['2026-11-21', 7, '药品经营许可证今天到期，请及时更新'],
    ['2026-11-22', 7, '药品经营许可证还有1天到期，请及时更新'],
    ['2026-11-28', 7, '药品经营许可证还有7天到期，请及时更新'],
    ['2026-11-29', 30, '药品经营许可证还有8天到期，请及时更新'],
    ['2027-01-20', 60, '药品经营许可证还有60天到期，请及时更新'],
    ['2027-01-21', null, undefined],
  ])('a paper until %s on 2026-11-21: reminder %s, %s', (lastDay, reminder, notice) => {
    const one = paper({ validTo: findDayEnd(lastDay) });
    for (const moment of [firstMoment, lastMoment]) {
      expect(findReminder(one, moment)).toBe(reminder);
      expect(paperNotices([one], moment)).toEqual(notice === undefined ? [] : [notice]);
      if (notice?.includes('还有')) expect(notice).toContain(`还有${daysLeft(lastDay, moment)}天`);
    }
  });

  test.each([
    ['none', [], true],
    ['a longer one', [{ validTo: now + 400 * day }], false],
    ['one without end', [{ validTo: null }], false],
    ['one that begins as it ends', [{ validFrom: now + 10 * day + 1, validTo: null }], false],
    ['one that begins later', [{ validFrom: now + 10 * day + 2, validTo: null }], true],
    ['one as long', [{ validTo: now + 10 * day }], true],
    ['one of another kind', [{ kind: 'food_licence', validTo: null }], true],
  ] as const)('beside %s it has to be renewed: %s', (_what, others, says) => {
    const ends = paper({ validTo: now + 10 * day });
    const all = [ends, ...others.map((over) => paper(over))];
    expect(papersToRenew(all, now).includes(ends)).toBe(says);
  });

  test.each([
    [365, 'valid', null],
    [61, 'valid', null],
    [60, 'expiring', 60],
    [31, 'expiring', 60],
    [30, 'expiring', 30],
    [7, 'expiring', 7],
    [0, 'expiring', 7],
    [-1, 'expired', null],
  ])('%d days before its end: %s', (days, validity, reminder) => {
    const one = paper({ validTo: now + days * day });
    expect(paperValidity(one, now)).toBe(validity);
    expect(findReminder(one, now)).toBe(reminder);
  });

  test('without end, and not yet begun', () => {
    expect(paperValidity(paper({ validTo: null }), now)).toBe('valid');
    expect(paperValidity(paper({ validFrom: now + 1 }), now)).toBe('not_yet');
  });

  test('notices', () => {
    expect(paperNotices([paper(), paper({ validTo: null })], now)).toEqual([]);
    // Who has renewed hears nothing of the old one.
    expect(hasEndedPaper([paper({ validTo: now - 1 }), paper()], now)).toBe(false);
    expect(hasEndedPaper([paper({ validTo: now - 1 })], now)).toBe(true);
    expect(hasEndedPaper([paper({ validTo: now + day })], now)).toBe(false);
    expect(paperNotices([paper({ validTo: now - 1 }), paper()], now)).toEqual([]);
  });

  test('what a buyer type still needs', () => {
    expect(missingPapers('pharmacy', [paper()], now)).toEqual([
      'business_licence',
      'legal_person_id',
      'purchase_authorisation',
    ]);
    expect(missingPapers('clinic', [paper({ kind: 'practice_licence' })], now)).toEqual([
      'legal_person_id',
      'purchase_authorisation',
    ]);
  });

  test.each([
    ['抗生素', 'drug_licence', true],
    ['中药饮片', 'practice_licence', true],
    ['二类器械', 'device_filing', true],
    ['保健食品', 'food_licence', true],
    ['其他', 'business_licence', true],
    ['保健食品', 'drug_licence', false],
    ['二类器械', 'drug_licence', false],
  ] as const)('%s rests on %s: %s', (scope, kind, rests) => {
    const expired = [paper({ kind, validTo: now - 1 })];
    expect(findExpiredPaper(scope, expired, now) !== null).toBe(rests);
  });

  test('scopes', () => {
    expect(scopeCodes).toHaveLength(12);
    expect(findScope('抗生素')).toBe('抗生素');
    expect(findScope('一类器械')).toBeNull();
    expect(findScope('')).toBeNull();
    for (const text of ['toString', '抗生素 ', '新的范围']) expect(findScope(text)).toBe('unknown');
    expect(isInScope('unknown', scopeCodes)).toBe(false);
  });
});

test.each([
  ['91350100M000100Y43', null],
  ['91110000802100433B', null],
  ['９１３５０１００M000100Y43', null],
  ['91350100m000100y43', null],
  ['91350100M000100Y44', '校验位'],
  ['91350100M000100Y4', '17位'],
  ['91350100O000100Y43', '不允许的字符'],
  ['', '请输入'],
])('统一社会信用代码 %s: %s', (code, problem) => {
  if (problem === null) expect(findCreditCodeProblem(code)).toBeNull();
  else expect(findCreditCodeProblem(code)).toContain(problem);
});

test('the check digit of anything but 17 characters is none', () => {
  expect(findCheckDigit('1')).toBeNull();
});

describe('禁售清单', () => {
  test.each([
    ['冻干人用狂犬病疫苗', '疫苗'],
    ['人血白蛋白', '血液制品'],
    ['盐酸哌替啶注射液', '麻醉药品'],
    ['地西泮片', '精神药品'],
    ['注射用A型肉毒毒素', '医疗用毒性药品'],
    ['生半夏', '医疗用毒性药品'],
    ['轻粉', '医疗用毒性药品'],
    ['碘[131I]化钠口服溶液', '放射性药品'],
    ['盐酸麻黄碱片', '药品类易制毒化学品'],
    ['黄芪配方颗粒', '中药配方颗粒'],
    ['咖啡因片', '精神药品'],
    ['氟西泮胶囊', '精神药品'],
    ['氯氮䓬片', '精神药品'],
    ['匹莫林片', '精神药品'],
    ['阿普唑仑片', '精神药品'],
    ['苯巴比妥片', '精神药品'],
    ['阿片粉', '麻醉药品'],
    ['氨酚待因片', '麻醉药品'],
    ['静注丙种球蛋白', '血液制品'],
    ['免疫球蛋白', '血液制品'],
    ['乙肝免疫球蛋白', '血液制品'],
    ['狂犬病免疫球蛋白', '血液制品'],
    ['人免疫球蛋白（pH4）', '血液制品'],
    ['右美沙芬', '精神药品'],
    ['氢溴酸右美沙芬片', '精神药品'],
    ['盐酸纳呋拉啡口崩片', '精神药品'],
    ['氯卡色林', '精神药品'],
    ['复方地芬诺酯片', '精神药品'],
    ['苏沃雷生片', '精神药品'],
    ['吡仑帕奈片', '精神药品'],
    ['依他佐辛注射液', '精神药品'],
    ['地达西尼胶囊', '精神药品'],
    ['氨酚曲马多片', '精神药品'],
    ['富马酸奥赛利定注射液', '麻醉药品'],
    ['泰吉利定注射液', '麻醉药品'],
    ['大麻叶', '麻醉药品'],
    ['盐酸伪麻黄碱片', '药品类易制毒化学品'],
    // What is harmless takes nothing else along.
    ['大麻仁大麻', '麻醉药品'],
    ['复方曲马多伪麻黄碱片', '精神药品'],
  ])('%s is %s', (name, category) => expect(findProhibited({ name })).toBe(category));

  test('by kind, category and number as well', () => {
    expect(findProhibited({ name: '某某', kind: '疫苗' })).toBe('疫苗');
    expect(findProhibited({ name: '某某', category: '麻醉药品' })).toBe('麻醉药品');
    expect(findProhibited({ name: '某某膏', approvalNo: '皖药制字Z20090001' })).toBe('医疗机构制剂');
  });

  test.each([
    ...['法半夏', '附子理中丸', '盐酸阿扑吗啡舌下片', '阿莫西林胶囊', '盐酸罂粟碱注射液'],
    ...['大麻仁', '炒大麻仁', '火麻仁', '复方盐酸伪麻黄碱缓释胶囊', '氯雷伪麻缓释片', '布洛芬伪麻黄碱片'],
    ...['复方氢溴酸右美沙芬糖浆', '右美沙芬愈创甘油醚糖浆', '愈创木酚甘油醚右美沙芬片', '美敏伪麻溶液'],
    ...['兔抗人胸腺细胞免疫球蛋白', '马破伤风免疫球蛋白', '牛初乳免疫球蛋白咀嚼片', '免疫球蛋白E检测试剂盒'],
    ...['抗人免疫球蛋白', '人免疫球蛋白G测定试剂盒'],
  ])('%s is not', (name) => expect(findProhibited({ name })).toBeNull());

  test('a search for one', () => {
    expect(findProhibitedSearch('狂犬 疫苗')).toBe('疫苗');
    expect(findProhibitedSearch('放射性')).toBe('放射性药品');
    for (const query of ['白蛋白', '静丙', '丙种球蛋白', '免疫球蛋白', '狂犬病 免疫球蛋白'])
      expect(findProhibitedSearch(query)).toBe('血液制品');
    for (const query of ['安定', '舒乐安定', '咖啡因']) expect(findProhibitedSearch(query)).toBe('精神药品');
    for (const query of ['度冷丁', '阿片']) expect(findProhibitedSearch(query)).toBe('麻醉药品');
    // Devices that measure it are no blood product.
    expect(findProhibitedSearch('尿微量白蛋白检测试剂盒')).toBeNull();
    expect(findProhibitedSearch('阿莫西林')).toBeNull();
    expect(findProhibitedSearch('')).toBeNull();
  });

  test('refuses nothing of the demo catalogue', () => {
    const file = new URL('../../src/demo/seed/data/catalogue.csv', import.meta.url);
    const rows = readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1);
    expect(rows.length).toBeGreaterThan(1700);
    const refused = rows
      .map((row) => row.split(','))
      .filter(([, kind, category, second, name]) =>
        findProhibited({ name: name!, kind: kind!, category: `${category} ${second}` }),
      );
    expect(refused.map((row) => row[4])).toEqual([]);
  });
});

test('roles', () => {
  expect(roleMay('buyer', 'order')).toBe(true);
  expect(roleMay('viewer', 'order')).toBe(false);
  expect(roleMay('finance', 'pay')).toBe(true);
  expect(roleMay('receiver', 'receive')).toBe(true);
  expect(roleRefusal('viewer', 'order')).toContain('只读');
  expect(isWithinOrderLimit(100, null)).toBe(true);
  expect(isWithinOrderLimit(101, 100)).toBe(false);
});

describe('logging in', () => {
  test('is for every company but one that was closed', () => {
    const states = Object.keys(companyStates) as CompanyState[];
    expect(states.filter((state) => !mayLogIn(state))).toEqual(['closed']);
  });
});

test.each([
  ['示AA9990001', '药品经营许可证'],
  ['鄂AA0270001', '药品经营许可证'],
  ['示食药监械经营许99990015号', '医疗器械经营许可证'],
  ['示食药监械经营备99990015号', '医疗器械经营备案凭证'],
  ['示JY99900010001', '食品经营许可证'],
  ['JY14201020001234', '食品经营许可证'],
  ['', '经营许可证号'],
  ['12345', '经营许可证号'],
])('the paper of number %s is a %s', (no, name) => {
  expect(licenceName(no)).toBe(name);
});
