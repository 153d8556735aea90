/** Hints for a reviewer about a document's fields before the picture (rules 2); a person decides. */

import type { EpochMs } from '../terms/terms.ts';
import { findCreditCodeProblem } from '../text/credit-code.ts';
import { type Paper, type PaperKind, paperNames, paperValidity } from './qualification.ts';

/** The values to compare with: the code and the time. */
interface Against {
  creditCode: string;
  now: EpochMs;
}

/**
 * A number in normal form for comparison: upper case, half width, without blanks and dashes. The database's
 * `plain_number` does the same.
 */
export function plainNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[ \t\n\r\u200B\uFEFF\u2010-\u2015\u2212-]/g, '');
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const lastDigits = '10X98765432';

/** True for a resident identity card number: 18 characters, the last of which is a check digit. */
export function isIdCardNumber(number: string): boolean {
  if (!/^\d{17}[\dX]$/.test(number)) return false;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return number[17] === lastDigits[sum % 11];
}

const shapes: Partial<Record<PaperKind, { fits: (number: string) => boolean; like: string }>> = {
  drug_licence: {
    // 省份简称, 类别 and a running number: 粤CB0200123.
    fits: (number) => /^[一-龥][A-D]{1,2}[A-Z]?\d{7,10}(\(\d+\))?$/.test(number),
    like: '省份简称、类别字母加7到10位数字',
  },
  practice_licence: {
    fits: (number) => /^[A-Z0-9]{10,24}$/.test(number),
    like: '10到24位数字和字母',
  },
  food_licence: { fits: (number) => /^JY\d{14}$/.test(number), like: 'JY加14位数字' },
  device_filing: {
    fits: (number) => /^[一-龥].{2,20}\d{8}号?$/.test(number),
    like: '省份简称开头，8位数字结尾',
  },
  legal_person_id: { fits: isIdCardNumber, like: '18位身份证号，末位为校验码' },
};

/** Sentences about mismatches, none where everything fits. */
export function paperProblems(paper: Paper, { creditCode, now }: Against): string[] {
  const number = plainNumber(paper.number);
  const problems: string[] = [];
  const shape = shapes[paper.kind];
  if (paper.kind === 'business_licence') {
    if (findCreditCodeProblem(number) !== null) problems.push('编号不是有效的统一社会信用代码');
    else if (number !== plainNumber(creditCode)) problems.push('编号与企业的统一社会信用代码不一致');
  } else if (shape !== undefined && !shape.fits(number))
    problems.push(`编号不像${paperNames[paper.kind]}的编号（${shape.like}）`);
  const validity = paperValidity(paper, now);
  if (validity === 'expired') problems.push('已过有效期');
  if (validity === 'not_yet') problems.push('有效期还没有开始');
  if (validity === 'expiring') problems.push('60天内到期');
  return problems;
}

const common = [
  '图片不清晰，请重新拍摄',
  '图片不完整，请拍全四角',
  '编号与图片不一致，请核对',
  '有效期与图片不一致，请核对',
  '证件已过期，请上传新证件',
  '企业名称与证件不一致',
  '上传的不是这种证件',
];

const special: Partial<Record<PaperKind, readonly string[]>> = {
  business_licence: ['缺少变更后的新版营业执照'],
  drug_licence: ['缺少变更记录页'],
  practice_licence: ['缺少校验记录页'],
  legal_person_id: ['请上传身份证正反两面', '身份证与法定代表人不一致'],
  purchase_authorisation: [
    '缺少法定代表人签字或盖章',
    '缺少企业公章',
    '缺少授权期限',
    '缺少被授权人身份证复印件',
  ],
  invoice_details: ['缺少开户行和账号'],
  quality_survey: ['调查表没有填写完整'],
};

/** Common reasons for returning a document, those of its kind first. */
export function returnReasons(kind: PaperKind): string[] {
  return [...(special[kind] ?? []), ...common];
}
