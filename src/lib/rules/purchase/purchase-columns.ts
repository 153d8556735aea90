/** The columns of a purchase list. */
import type { TableSpec } from '../tables/spec.ts';

/** Words of a heading that qualify an amount: the wanted one beats a bare 数量. */
const wanted = ['采购', '需求', '订货', '计划', '要货', '补货', '请货', '报货', '申购', '新'];
/** Amounts and other facts that are never what is ordered. */
const notWanted = [
  ...['现有', '库存', '结存', '可用', '在途', '销', '售', '上月', '上周', '上次', '原', '历史', '累计'],
  ...['最小', '最低', '起订', '起批', '中包装', '件装', '装量', '每件', '已发', '已到', '安全', '参考'],
  ...['日期', '时间', '价', '金额', '人', '单号', '部门', '单位', '备注', '编号', '企业'],
];

export const purchaseSpec = {
  name: 'purchase',
  columns: [
    {
      key: 'code',
      title: '条码或批准文号',
      kind: 'code',
      isMany: true,
      is: ['69码', '国药准字', '批文', 'barcode', 'code'],
      has: ['条码', '条形码', '国药准字', '批准文号', '注册证', '本位码', '商品编码', '商品码', 'barcode'],
    },
    {
      key: 'maker',
      title: '厂家',
      kind: 'text',
      isMany: true,
      is: ['厂家', '产地', '厂名', '企业', '生产商', '上市许可持有人', 'maker'],
      has: ['厂家', '生产企业', '生产厂', '生产单位', '生产公司', '厂商', '产地', '企业', 'maker'],
      never: ['供应', '供货', '采购', '客户', '日期', '编号', '代码', '电话'],
    },
    {
      key: 'quantity',
      title: '数量',
      kind: 'count',
      is: ['数量', '数', '量', 'qty', 'quantity', '件数', ...wanted.slice(0, -1)],
      has: ['数量', '件数', 'qty', ...wanted.slice(0, -1).flatMap((word) => [`${word}数`, `${word}量`])],
      best: wanted,
      never: notWanted,
    },
    {
      key: 'spec',
      title: '规格',
      kind: 'text',
      isMany: true,
      is: ['规格', 'spec'],
      has: ['规格'],
      never: ['品名', '名称'],
    },
    {
      key: 'price',
      title: '单价',
      kind: 'money',
      is: ['单价', '价格', '进价', '采购价', '供货价', '期望价', '限价', 'price'],
      has: ['单价', '进价', '采购价', '供货价', '含税价'],
      never: ['金额', '总价', '合计', '零售', '销售', '售价', '市场', '中标', '数量'],
    },
    { key: 'unit', title: '单位', kind: 'text', is: ['单位', '计量单位', '包装单位', '销售单位', 'unit'] },
    {
      key: 'name',
      title: '品名',
      kind: 'text',
      isMany: true,
      is: ['品名', '名称', '商品', '药品', '药名', '通用名', '货品', '品种', 'name'],
      has: ['品名', '名称', '商品', '通用名', '药品', '货品', 'name'],
      never: [
        ...['店', '公司', '单位', '客户', '供应商', '供货', '商家', '仓', '编号', '分类', '类别', '类型'],
        ...['数', '量', '价', '金额', '日期', '合计'],
      ],
    },
  ],
  others: [
    ...['序号', '编号', '行号', 'no', 'no.', '#', '金额', '小计', '合计', '零售价'],
    ...['库存', '备注', '效期', '有效期', '有效期至', '批号', '日期', '生产日期', '剂型', '商标', '品牌'],
  ],
  needed: [['name', 'code']],
  leastNamed: 2,
  headless: 'own',
} as const satisfies TableSpec;
