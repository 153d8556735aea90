/** What the audit log keeps: every act that is written down, and what it was done to, in the words of the desks. */
import { keysOf } from '../terms/keys.ts';

/** `noun.verb`. One that is not here is not written. */
const acts = {
  'order.ship': '发货',
  'order.short': '登记缺货',
  'order.codes': '补登追溯码',
  'order.take_back': '收回拒收商品并退款',
  'order.dispute': '对拒收提出异议',
  'order.dismiss': '判定拒收不成立',
  'order.receive': '登记签收',
  'order.refund': '退款',
  'order.approve': '通过采购审批',
  'order.reject': '驳回采购审批',
  'transfer.receive': '登记转账到账',
  'transfer.refuse': '驳回转账凭证',
  'transfer.undo': '撤销或更正到账',
  'refund.ask': '查询退款',
  'refund.divert': '提出退款改付',
  'refund.divert_pass': '复核通过退款改付',
  'refund.divert_refuse': '驳回退款改付',
  'refund.settle': '处理重复退款',
  'payout.done': '登记手工退款',
  'bill.settle': '处理对账差异',
  'aftersale.agree': '同意售后',
  'aftersale.waive': '同意售后（无需寄回）',
  'aftersale.refuse': '驳回售后',
  'aftersale.arrive': '登记退货到货',
  'aftersale.accept': '退货验收通过',
  'aftersale.repay': '换货改为退款',
  'lot.put_in': '批次入库',
  'lot.recall': '召回批次',
  'lot.put_back': '退货放回可售',
  'lot.written_off': '退货报损',
  'lot.report': '上传药检报告',
  'merchant.seal': '更换出库专用章',
  'merchant.add': '新增商家',
  'merchant.set': '修改商家资料',
  'merchant.stop': '停止商家销售',
  'merchant.resume': '恢复商家销售',
  'onboarding.upload': '上传首营资料',
  'onboarding.page': '补充首营资料页',
  'onboarding.remove': '移除首营资料',
  'company.hand_in': '提交企业审核',
  'company.withdraw': '撤回企业变更',
  'company.approve': '通过企业审核',
  'company.return': '退回企业审核',
  'company.open': '代开企业账户',
  'company.freeze': '冻结企业',
  'company.unfreeze': '解除冻结',
  'company.terms': '调整企业条件',
  'company.prices': '调整协议价',
  'price.propose': '提议协议价',
  'price.accept': '接受协议价',
  'price.refuse': '拒绝协议价',
  'price.withdraw': '撤回协议价提议',
  'issue.ask': '提出发券',
  'company.issue': '发放优惠券或现金券',
  'issue.refuse': '驳回发券',
  'correction.ask': '提出余额调整',
  'correction.pass': '复核通过余额调整',
  'correction.refuse': '驳回余额调整',
  'act.ask': '提出待复核事项',
  'act.pass': '复核通过',
  'act.refuse': '复核驳回',
  'act.withdraw': '撤回待复核事项',
  'store.add': '添加门店',
  'store.drop': '划去登记的门店',
  'member.invite': '邀请同事',
  'member.join': '接受邀请',
  'member.change': '修改同事权限',
  'member.disable': '停用同事',
  'member.enable': '启用同事',
  'member.reset_totp': '解除登录验证码',
  'member.link': '发出重设密码的链接',
  'member.add_passkey': '添加通行密钥',
  'member.remove_passkey': '删除通行密钥',
  'paper.remind': '提醒资质到期',
  'grant.apply': '申请控销权限',
  'grant.approve': '通过控销申请',
  'grant.refuse': '驳回控销申请',
  'wanted.answer': '答复求购',
  'feedback.answer': '答复反馈',
  'import.publish': '导入发布一批',
  'import.end': '导入完成',
  // These the database writes itself, whoever changes the table.
  'setting.insert': '新增设置',
  'setting.update': '修改设置',
  'setting.delete': '删除设置',
  'ledger.check': '核对账本',
  'job.retry': '重试任务',
  'job.put_away': '搁置失败的任务',
  'staff.add': '新增员工',
  'staff.disable': '停用员工',
  'staff.login': '登录工作台',
  'staff.login_failed': '登录工作台失败',
  'staff.logout': '退出工作台',
  'staff.password': '修改密码',
  'staff.reset': '重设初始密码',
  'staff.enrol': '绑定身份验证器',
  'staff.reset_totp': '解除身份验证器',
} as const satisfies Record<string, string>;

export type AuditAct = keyof typeof acts;

export const auditActs = keysOf(acts);

/** The act in Chinese; the word itself for one of another version. */
export function auditActText(act: string): string {
  const words: Record<string, string> = acts;
  return Object.hasOwn(words, act) ? (words[act] ?? act) : act;
}

const subjects = {
  order: '订单',
  transfer: '对公转账',
  refund: '退款',
  payout: '手工退款',
  bill: '对账差异',
  aftersale: '售后',
  correction: '余额调整',
  act: '待复核事项',
  lot: '批次',
  merchant: '商家',
  onboarding: '首营资料',
  company: '企业',
  member: '企业成员',
  paper: '资质',
  grant: '控销权限',
  wanted: '求购',
  feedback: '反馈',
  import: '导入',
  setting: '设置',
  staff: '员工',
  ledger: '账本',
  job: '任务',
} as const satisfies Record<string, string>;

/** What an act was done to. */
export type AuditSubject = keyof typeof subjects;

export const auditSubjects = keysOf(subjects);

/** The subject in Chinese; the word itself for one of another version. */
export function auditSubjectText(subject: string): string {
  const words: Record<string, string> = subjects;
  return Object.hasOwn(words, subject) ? (words[subject] ?? subject) : subject;
}
