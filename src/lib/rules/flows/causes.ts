/** Causes for which the four flows of an order do not agree, with what to do about each (rules 4). */
import { formatYuan } from '../money/money.ts';
import { keysOf } from '../terms/keys.ts';

/** unit: what its two figures count. */
export const flowCauses = {
  over_invoiced: {
    text: '开票超过实付',
    wanted: '实付减退款',
    found: '已开票净额',
    unit: 'fen',
    todo: '核对该行的蓝字发票；多开的部分由商家发起红字确认单冲回',
  },
  not_red: {
    text: '退款后48小时未红冲',
    wanted: '实付减退款',
    found: '已开票净额',
    unit: 'fen',
    todo: '在发票页对这张蓝字发票发起红字确认单；已发起的，催对方在72小时内确认',
  },
  over_red: {
    text: '红冲超过蓝票',
    wanted: '应不低于',
    found: '已开票净额',
    unit: 'fen',
    todo: '核对红字发票是否重复；重复的须按税局规定更正后重新开蓝票',
  },
  pieces: {
    text: '开票数量与发货数量不符',
    wanted: '已发减退回件数',
    found: '开票件数',
    unit: 'pieces',
    todo: '核对随货同行单和发票的数量；发票错的红冲重开，发货漏登的补登批号',
  },
  invoice_sum: {
    text: '票面合计与各行之和不符',
    wanted: '各行之和',
    found: '票面合计',
    unit: 'fen',
    todo: '以税局的XML原件为准，按发票号码查验后联系技术人员更正记录',
  },
  invoice_party: {
    text: '发票的买卖双方与订单不同',
    wanted: '',
    found: '',
    unit: 'none',
    todo: '发票开错了企业或商家：红冲后按订单重新开票',
  },
  lots: {
    text: '批号件数与发货件数不符',
    wanted: '已发件数',
    found: '批号件数',
    unit: 'pieces',
    todo: '在订单的包裹里核对每个批号的件数，差的由商家查明后补登或更正',
  },
  lines: {
    text: '订单行之和与订单金额不符',
    wanted: '订单实付',
    found: '各行之和加运费',
    unit: 'fen',
    todo: '订单金额被改动过：停止发货和退款，联系技术人员查操作日志',
  },
  line_refunds: {
    text: '订单行退款超过订单退款',
    wanted: '订单已退',
    found: '各行退款之和',
    unit: 'fen',
    todo: '退款金额被改动过：停止退款，联系技术人员查操作日志',
  },
  booked_sale: {
    text: '入账的销售与订单实付不符',
    wanted: '订单实付',
    found: '账上销售',
    unit: 'fen',
    todo: '账目只增不改：联系技术人员核对这张订单的账目记录',
  },
  booked_refund: {
    text: '入账的退款与订单退款不符',
    wanted: '订单已退',
    found: '账上退款',
    unit: 'fen',
    todo: '联系技术人员核对这张订单的退款账目',
  },
  came: {
    text: '收到的款与订单实付不符',
    wanted: '订单实付',
    found: '收款',
    unit: 'fen',
    todo: '在收款页按交易号核对付款；少收的暂停发货并联系企业，多收的原路退回',
  },
  given_back: {
    text: '退款单与订单退款不符',
    wanted: '订单已退',
    found: '退款单合计',
    unit: 'fen',
    todo: '在退款页按订单号核对；缺退款单的补退，多退的联系企业追回',
  },
  sealed: {
    text: '封存后金额被改动',
    wanted: '封存时',
    found: '现在',
    unit: 'fen',
    todo: '与封存的记录比较，在操作日志查是谁改的；确属更正的，登记说明后重新封存',
  },
  sealed_pieces: {
    text: '封存后数量被改动',
    wanted: '封存时',
    found: '现在',
    unit: 'pieces',
    todo: '与封存的记录比较，在操作日志查是谁改的；确属更正的，登记说明后重新封存',
  },
  sealed_party: {
    text: '封存后企业、商家或付款时间被改动',
    wanted: '',
    found: '',
    unit: 'none',
    todo: '与封存的记录比较，在操作日志查是谁改的；确属更正的，登记说明后重新封存',
  },
  leaf: {
    text: '封存的记录被改动',
    wanted: '',
    found: '',
    unit: 'none',
    todo: '封存的记录与公布的根不符：保留现场，用备份恢复这一行并查数据库日志',
  },
} as const satisfies Record<
  string,
  { text: string; wanted: string; found: string; unit: 'fen' | 'pieces' | 'none'; todo: string }
>;

export type FlowCause = keyof typeof flowCauses;
/** Causes that a record has changed: it is sealed again only after a person has said why. */
export const sealedCauses = ['sealed', 'sealed_pieces', 'sealed_party'] as const satisfies FlowCause[];
/** Causes that are about one invoice, by its number. */
export const invoiceCauses = ['invoice_sum', 'invoice_party'] as const satisfies FlowCause[];
export const allFlowCauses = keysOf(flowCauses);

/** A break: its cause, what it is about (an item, an invoice's number; empty for the order), and both figures. */
export interface FlowBreak {
  cause: FlowCause;
  about: string;
  wanted: number;
  found: number;
}

/** Both figures in words: 实付减退款100.00元，已开票净额120.00元; empty where there are none. */
export function breakText(cause: FlowCause, { wanted, found }: Pick<FlowBreak, 'wanted' | 'found'>): string {
  const { unit, ...heads } = flowCauses[cause];
  if (unit === 'none') return '';
  const shown = (count: number) => (unit === 'fen' ? `${formatYuan(count)}元` : `${count}件`);
  return `${heads.wanted}${shown(wanted)}，${heads.found}${shown(found)}`;
}
