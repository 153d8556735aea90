/** The sections of a leaflet, under the headings of 说明书, in order. */
import { keysOf } from '../terms/keys.ts';

const heads = {
  ingredients: '成份',
  character: '性状',
  indications: '适应症',
  usage: '用法用量',
  adverse: '不良反应',
  contraindications: '禁忌',
  precautions: '注意事项',
  storage: '贮藏',
  packing: '包装',
  shelfLife: '有效期',
  standard: '执行标准',
  approvalNo: '批准文号',
  maker: '生产企业',
} as const;

type Head = keyof typeof heads;

/** The parts with a text of their own; number and maker are the product's. */
export type LeafletPart = Exclude<Head, 'approvalNo' | 'maker'>;

export const leafletParts = keysOf(heads).filter(
  (head): head is LeafletPart => head !== 'approvalNo' && head !== 'maker',
);

/** A leaflet as stored; `isDemo` marks one that was written for the demo and belongs to no real drug. */
export type LeafletText = Partial<Record<LeafletPart, string>> & { isDemo?: true };

/** The product's own facts where its leaflet lacks them. */
export interface LeafletFacts {
  kind: string;
  indications: string;
  storage: string;
  spec: string;
  unit: string;
  shelfLifeMonths: number;
  approvalNo: string;
  maker: string;
}

export interface LeafletSection {
  name: string;
  text: string;
}

/** The non-empty sections of a product's leaflet. Without a text they come from the product. */
export function leafletSections(facts: LeafletFacts, text: LeafletText | null): LeafletSection[] {
  const own: Partial<Record<Head, string>> = {
    indications: facts.indications,
    storage: facts.storage,
    packing: `${facts.spec}/${facts.unit}`,
    shelfLife: `${facts.shelfLifeMonths}个月`,
    approvalNo: facts.approvalNo,
    maker: facts.maker,
  };
  // A missing leaflet is not filled up: a packing alone is not a leaflet.
  const shown = text === null ? { indications: facts.indications } : { ...own, ...text };
  return keysOf(heads).flatMap((head) => {
    const said = shown[head]?.trim() ?? '';
    return said === '' ? [] : [{ name: nameOf(head, facts.kind), text: said }];
  });
}

/** Devices have 适用范围, traditional medicines 功能主治. */
function nameOf(head: Head, kind: string): string {
  if (head !== 'indications') return heads[head];
  if (kind === '医疗器械') return '适用范围';
  return kind === '中成药' || kind === '中药饮片' ? '功能主治' : heads[head];
}
