/** Texts of contracts: the fields of both sides, what a version must hold, and filling one in (rules 20). */
import { type ContractKind, contractKinds } from './kinds.ts';

/** Fields of a text by the name under which they stand in it, in braces: {采购单位}. */
export const contractFieldNames = [
  '采购单位',
  '采购方信用代码',
  '采购方许可证',
  '采购方地址',
  '供货单位',
  '供货方信用代码',
  '供货方许可证',
  '供货方地址',
  '平台',
  '运营主体',
  '运营主体信用代码',
  '期限',
] as const;

type ContractFieldName = (typeof contractFieldNames)[number];
export type ContractFields = Partial<Record<ContractFieldName, string>>;

/** Points that a 质量保证协议 must settle (GSP art. 65), each with words of which its text must have one. */
const qualityPoints = [
  { point: '双方的质量责任', words: ['质量责任'] },
  { point: '供货方资料真实有效', words: ['真实', '有效'] },
  { point: '依法开具发票', words: ['发票'] },
  { point: '药品质量符合标准', words: ['药品标准'] },
  { point: '包装、标签和说明书', words: ['说明书'] },
  { point: '运输质量及责任', words: ['运输'] },
  { point: '有效期限', words: ['{期限}'] },
] as const;

const sideFields = {
  merchant: ['采购单位', '供货单位'],
  platform: ['采购单位', '运营主体'],
} as const satisfies Record<string, readonly ContractFieldName[]>;

/** Longest text of a version, in characters. */
export const contractTextLimit = 20_000;

const field = /\{([^{}]*)\}/gu;

/** What is wrong with the text of a new version, a sentence each; none where it may be published. */
export function templateFaults(kind: ContractKind, body: string): string[] {
  const named = [...body.matchAll(field)].map(([, name = '']) => name);
  const known: readonly string[] = contractFieldNames;
  const unknown = [...new Set(named)].filter((name) => !known.includes(name));
  const lacking = sideFields[contractKinds[kind].with].filter((name) => !named.includes(name));
  const points =
    kind === 'quality'
      ? qualityPoints.filter(({ words }) => !words.every((word) => body.includes(word)))
      : [];
  return [
    ...(body.length > contractTextLimit ? [`文本最多${contractTextLimit}个字`] : []),
    ...unknown.map((name) => `没有名为“${name}”的填写项`),
    ...lacking.map((name) => `文本缺少{${name}}`),
    ...points.map(({ point }) => `质量保证协议须写明：${point}`),
  ];
}

/** The text of a contract: each field replaced by its value, 未登记 where there is none. */
export function fillText(body: string, fields: ContractFields): string {
  const values: Readonly<Record<string, string | undefined>> = fields;
  return body.replaceAll(field, (_, name: string) => values[name] || '未登记');
}

/** The term of a kind in words: 自双方签署完成之日起1年. */
export function termText(kind: ContractKind): string {
  return `自双方签署完成之日起${contractKinds[kind].years}年`;
}
