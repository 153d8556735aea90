/**
 * 首营资料: documents that a buyer files about a supplier and its items before the first purchase (药品经营质量管理规范, 第六十一至六十五条:
 * 首营企业, 首营品种, 销售人员, 质量保证协议). A maker's own documents cover all items of that maker.
 */
import { keysOf } from '../terms/keys.ts';
import { daysLeft } from '../terms/shelf-life.ts';
import type { EpochMs } from '../terms/terms.ts';

/** The subject of the documents: the supplier, the items' maker, or the item itself. */
export type OnboardingOf = 'merchant' | 'maker' | 'goods';

/** The end of a document's validity: required, optional (长期), or not applicable. */
type OnboardingValidity = 'needed' | 'optional' | 'none';

interface KindRow {
  text: string;
  of: OnboardingOf;
  /** always · approved: of goods that have a 批准文号, which 中药饮片 and the like do not · never */
  required: 'always' | 'approved' | 'never';
  validity: OnboardingValidity;
  /** Its expected content. */
  hint: string;
}

/** In filing order. */
export const onboardingKinds = {
  business_licence: {
    text: '营业执照',
    of: 'merchant',
    required: 'always',
    validity: 'optional',
    hint: '副本，长期有效的不填有效期',
  },
  drug_licence: {
    text: '药品经营许可证或药品生产许可证',
    of: 'merchant',
    required: 'always',
    validity: 'needed',
    hint: '正本或副本，连同变更记录页',
  },
  quality_agreement: {
    text: '质量保证协议',
    of: 'merchant',
    required: 'always',
    validity: 'needed',
    hint: '盖公章，写明有效期限',
  },
  sales_authorisation: {
    text: '销售人员授权委托书',
    of: 'merchant',
    required: 'always',
    validity: 'needed',
    hint: '盖公章、法定代表人签章，附销售人员身份证复印件',
  },
  seal_specimens: {
    text: '印章印模',
    of: 'merchant',
    required: 'always',
    validity: 'none',
    hint: '公章、出库专用章、质管章、发票章等',
  },
  note_specimen: {
    text: '随货同行单样式',
    of: 'merchant',
    required: 'always',
    validity: 'none',
    hint: '盖出库专用章的样张',
  },
  bank_details: {
    text: '开户许可和开票资料',
    of: 'merchant',
    required: 'always',
    validity: 'none',
    hint: '开户户名、开户银行及账号，开票信息',
  },
  annual_report: {
    text: '企业年度报告公示',
    of: 'merchant',
    required: 'never',
    validity: 'none',
    hint: '上一年度的公示页',
  },
  gsp_certificate: {
    text: 'GSP证书或符合性检查结果',
    of: 'merchant',
    required: 'never',
    validity: 'optional',
    hint: '认证已取消，有留存的可一并提供',
  },
  quality_survey: {
    text: '质量体系调查表',
    of: 'merchant',
    required: 'never',
    validity: 'none',
    hint: '合格供货方档案表',
  },
  food_licence: {
    text: '食品经营许可证',
    of: 'merchant',
    required: 'never',
    validity: 'needed',
    hint: '经营保健食品的提供',
  },
  device_filing: {
    text: '医疗器械经营许可证或备案凭证',
    of: 'merchant',
    required: 'never',
    validity: 'optional',
    hint: '经营医疗器械的提供，备案凭证不填有效期',
  },
  maker_business_licence: {
    text: '生产企业营业执照',
    of: 'maker',
    required: 'always',
    validity: 'optional',
    hint: '长期有效的不填有效期；进口商品可提供总代理的',
  },
  maker_licence: {
    text: '生产企业生产许可证',
    of: 'maker',
    required: 'approved',
    validity: 'needed',
    hint: '药品生产许可证或相应许可；进口商品可提供总代理的经营许可证',
  },
  approval: {
    text: '药品注册批件或再注册批件',
    of: 'goods',
    required: 'approved',
    validity: 'needed',
    hint: '含补充批件；进口药品为注册证，保健食品、器械为相应注册或备案凭证',
  },
  quality_standard: {
    text: '质量标准',
    of: 'goods',
    required: 'always',
    validity: 'none',
    hint: '现行版国家标准页或注册标准',
  },
  package_specimen: {
    text: '包装、标签、说明书样稿',
    of: 'goods',
    required: 'approved',
    validity: 'none',
    hint: '备案的样稿或实样',
  },
  inspection_report: {
    text: '检验报告',
    of: 'goods',
    required: 'never',
    validity: 'none',
    hint: '首批的出厂检验或药检所报告；各批的药检报告在“批次”里上传',
  },
  price_filing: {
    text: '物价资料',
    of: 'goods',
    required: 'never',
    validity: 'none',
    hint: '物价备案或挂网价格页',
  },
} as const satisfies Record<string, KindRow>;

export type OnboardingKind = keyof typeof onboardingKinds;
export const onboardingKindKeys = keysOf(onboardingKinds);

/** Facts that decide which documents an item needs. */
interface OnboardingGoods {
  /** 批准文号; empty where there is none. */
  approvalNo: string;
}

/** The kinds of a merchant's sheet, or of an item's with its maker's. */
export function onboardingKindsOf(of: 'merchant' | 'goods'): OnboardingKind[] {
  return onboardingKindKeys.filter(
    (kind) => (onboardingKinds[kind].of === 'merchant') === (of === 'merchant'),
  );
}

/** Whether a kind has to be there; `goods` is what it is about, null of a merchant's own. */
export function isOnboardingRequired(kind: OnboardingKind, goods: OnboardingGoods | null): boolean {
  const { required } = onboardingKinds[kind];
  return required === 'always' || (required === 'approved' && goods !== null && goods.approvalNo !== '');
}

/** Why the end of a document's validity is refused; null when it is accepted. An empty one means none. */
export function refuseValidTo(kind: OnboardingKind, validTo: string, now: EpochMs): string | null {
  const { text, validity } = onboardingKinds[kind];
  if (validity === 'none') return validTo === '' ? null : `${text}没有有效期，请不要填写`;
  if (validTo === '') return validity === 'needed' ? `请填写${text}的有效期至` : null;
  return daysLeft(validTo, now) < 0 ? `${text}已过有效期，请上传有效的资料` : null;
}

/** Most pages or pictures of one document, each a file. */
export const maxOnboardingPages = 10;
