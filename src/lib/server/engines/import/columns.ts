/** The columns of a catalogue file. */
import type { LeafletPart } from '#lib/rules/goods/leaflet.ts';

/** The columns of a catalogue file, in the order of the template, with their Chinese names (both are accepted). */
export const columns = {
  sku: '商品编码',
  kind: '大类',
  category1: '一级分类',
  category2: '二级分类',
  name: '通用名',
  brand: '商标',
  maker: '生产企业',
  spec: '规格',
  form: '剂型',
  origin: '产地',
  size: '等级尺寸',
  approval_no: '批准文号',
  national_code: '国家本位码',
  unit: '单位',
  mid_pack: '中包装',
  case_pack: '件装',
  otc: '处方分类',
  scope: '经营范围',
  storage: '贮藏',
  shelf_life_months: '有效期(月)',
  indications: '功能主治',
  base_price: '批发价',
  market_price: '建议零售价',
} as const;

export type Column = keyof typeof columns;

/** The parts of a leaflet by column; parts with ambiguous names have a prefix. */
export const leafletColumns = {
  ingredients: '成份',
  character: '性状',
  leaflet_indications: '适应症',
  usage: '用法用量',
  adverse: '不良反应',
  contraindications: '禁忌',
  precautions: '注意事项',
  leaflet_storage: '说明书贮藏',
  packing: '包装',
  leaflet_shelf_life: '说明书有效期',
  standard: '执行标准',
} as const;

export const partOf: Record<keyof typeof leafletColumns, LeafletPart> = {
  ingredients: 'ingredients',
  character: 'character',
  leaflet_indications: 'indications',
  usage: 'usage',
  adverse: 'adverse',
  contraindications: 'contraindications',
  precautions: 'precautions',
  leaflet_storage: 'storage',
  packing: 'packing',
  leaflet_shelf_life: 'shelfLife',
  standard: 'standard',
};

/** Optional columns: seller (M01…), stock, lot, code, film, pictures and leaflet. */
export const extraColumns = {
  merchant: '商家编码',
  stock: '库存',
  lot_no: '批号',
  produced_on: '生产日期',
  expires_on: '有效期',
  barcode: '条码',
  video: '视频',
  pictures: '图片',
  ...leafletColumns,
} as const;

/** Other accepted column headings. */
export const otherHeads: Record<string, keyof typeof extraColumns> = {
  有效期至: 'expires_on',
  商家: 'merchant',
  生产批号: 'lot_no',
  成分: 'ingredients',
};
