/** The changes of an audit log entry, in readable lines: a label, the old value, the new value. */
import { companyStates } from '../companies/company-state.ts';
import { actStates } from '../companies/countersign.ts';
import { renewalStates } from '../companies/licences.ts';
import { merchantNoticeText } from '../companies/merchant-notices.ts';
import { proposalStates } from '../companies/price-proposal.ts';
import { roles, roleText } from '../companies/roles.ts';
import { staffRoleText, staffSides } from '../companies/staff.ts';
import { formatYuan, showYuan } from '../money/money.ts';
import { orderStates } from '../orders/order-state.ts';
import { refundStates } from '../orders/refund-state.ts';
import { transferStates } from '../orders/transfer-state.ts';

export interface AuditLine {
  label: string;
  /** Empty: nothing stood there. */
  from: string;
  to: string;
}

/** Labels of recorded fields; others are shown by their own name. */
const labels: Readonly<Record<string, string>> = {
  account: '账户',
  accountManagerId: '客户经理编号',
  act: '操作',
  address: '地址',
  amount: '金额',
  answer: '答复',
  application: '申请编号',
  approvalNo: '批准文号',
  askedBy: '提出人',
  buyerType: '企业类型',
  by: '方式',
  bytes: '字节数',
  carrier: '承运方',
  clientAddress: '网络地址',
  code: '编号',
  companyId: '企业编号',
  contact: '联系人',
  count: '数量',
  creditCode: '统一社会信用代码',
  due: '应付',
  expiresAt: '到期时间',
  expiresOn: '有效期至',
  file: '文件编号',
  fileId: '文件编号',
  filter: '筛选条件',
  goods: '商品数',
  goodsId: '商品编号',
  headId: '总部编号',
  hours: '时段',
  house: '支付机构',
  source: '支付机构',
  id: '编号',
  inheritsPapers: '沿用总部资质',
  invite: '邀请编号',
  invitedBy: '邀请人',
  isEnrolled: '已绑定身份验证器',
  isPasswordInitial: '初始密码未改',
  kind: '种类',
  kinds: '种类',
  lacks: '还差',
  lockedBy: '锁定方',
  lotNo: '批号',
  managerId: '客户经理编号',
  merchantId: '商家编号',
  moved: '改配订单行',
  name: '名称',
  no: '单号',
  note: '说明',
  number: '编号',
  onHand: '在库',
  order: '订单号',
  orderLimit: '单笔限额',
  ours: '本站金额',
  over: '多付',
  phone: '手机或电话',
  pieces: '数量',
  price: '价格',
  problem: '问题',
  producedOn: '生产日期',
  rank: '会员等级',
  reason: '原因',
  received: '已到账',
  refunded: '已退款',
  reply: '答复',
  rest: '多付处理',
  returnAddress: '退货地址',
  returnName: '退货收件人',
  returnPhone: '退货电话',
  returned: '退货待处理',
  role: '角色',
  row: '记录',
  rowKey: '记录',
  rows: '行数',
  scopes: '经营范围',
  serial: '流水号',
  state: '状态',
  status: '状态',
  storeIds: '门店编号',
  target: '结果',
  text: '说明',
  theirs: '对方金额',
  to: '改为',
  tracking_no: '运单号',
  trackingNo: '运单号',
  tries: '失败次数',
  userId: '账号编号',
  username: '登录名',
  validFrom: '发证日期',
  validTo: '有效期至',
  value: '内容',
  waits: '待复核',
  way: '方式',
  word: '说明',
};

/** Fen, which people read as yuan. */
const money = new Set([
  'amount',
  'due',
  'lacks',
  'orderLimit',
  'ours',
  'over',
  'price',
  'received',
  'refunded',
  'theirs',
]);
/** Acts that write down prices by the number of their goods. */
const priced = /^(company\.prices|price\.)/;

/** Words of states, by the noun of the act. */
const states: Readonly<Record<string, Readonly<Record<string, string | { text: string }>>>> = {
  order: orderStates,
  transfer: transferStates,
  refund: refundStates,
  company: companyStates,
  licence: renewalStates,
  price: proposalStates,
  act: actStates,
  correction: actStates,
  issue: actStates,
};

/** Words of the rest, by the name under which they are written down. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rest: { balance: '转入企业余额', back: '转回原账户' },
  by: { password: '密码', totp: '身份验证器', recovery: '恢复码' },
  way: { balance: '企业余额', bank: '银行转账' },
};

type Facts = Readonly<Record<string, unknown>>;

/** Lines of an entry: changed and new values, and facts of an act itself; unchanged values are left out. */
export function auditLines(act: string, before: Facts | null, after: Facts | null): AuditLine[] {
  const old = flat(act, before);
  const now = flat(act, after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((label) => {
    const from = old.get(label) ?? '';
    // A value that an act does not mention afterwards was valid when it was done.
    const to = now.get(label) ?? (after === null ? '' : from);
    if (from === '' && to === '') return [];
    // A value recorded before and after that did not change.
    if (old.has(label) && now.has(label) && from === to) return [];
    return [{ label, from: from === to ? '' : from, to }];
  });
}

/** In one line, for a cell. */
export function auditLineText(lines: readonly AuditLine[]): string {
  return lines
    .map(({ label, from, to }) => `${label}：${from === '' ? '' : `${from} → `}${to === '' ? '无' : to}`)
    .join('；');
}

/** `单号D1 状态`, with the value in words; nested parts follow. */
function flat(act: string, facts: Facts | null, head = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(facts ?? {})) {
    const label = `${head}${labelOf(act, key)}`;
    if (isFacts(value)) for (const [name, text] of flat(act, value, `${label} `)) found.set(name, text);
    else found.set(label, textOf(act, key, value));
  }
  return found;
}

function labelOf(act: string, key: string): string {
  if (priced.test(act) && /^\d+$/.test(key)) return `商品${key}`;
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;
}

function textOf(act: string, key: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.map((one) => textOf(act, key, one)).join('、');
  const isMoney = money.has(key) || (priced.test(act) && /^\d+$/.test(key));
  if (typeof value === 'number')
    return isMoney && Number.isSafeInteger(value) ? `¥${showYuan(formatYuan(value))}` : String(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (key === 'state' || key === 'status') return stateText(act, text);
  if (key === 'role') return roleNames(text);
  if (key === 'kinds') return merchantNoticeText(text);
  return values[key]?.[text] ?? text;
}

/** Of a staff member, or of a company's member. */
function roleNames(role: string): string {
  const [desk] = staffSides.map((side) => staffRoleText(side, role)).filter((text) => text !== role);
  const own = roles.find((one) => one === role);
  return desk ?? (own === undefined ? role : roleText(own));
}

function stateText(act: string, state: string): string {
  const table = states[act.split('.')[0] ?? ''];
  const row = table && Object.hasOwn(table, state) ? table[state] : undefined;
  return typeof row === 'object' ? row.text : (row ?? state);
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
