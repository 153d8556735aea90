/** What the audit log keeps: every act that is written down, and what it was done to, in the words of the desks. */
import { keysOf } from '../terms/keys.ts';

/** `noun.verb`. One that is not here is not written. */
const acts = {
  'order.ship': '发货',
  'order.receive': '登记签收',
  'order.refund': '退款',
  'order.approve': '通过采购审批',
  'order.reject': '驳回采购审批',
  'company.approve': '通过企业审核',
  'paper.remind': '提醒资质到期',
  'grant.apply': '申请控销权限',
  'grant.approve': '通过控销申请',
  'grant.refuse': '驳回控销申请',
  'wanted.answer': '答复求购',
  'import.publish': '导入发布一批',
  'import.end': '导入完成',
  // These the database writes itself, whoever changes the table.
  'setting.insert': '新增设置',
  'setting.update': '修改设置',
  'setting.delete': '删除设置',
  'ledger.check': '核对账本',
  'job.retry': '重试任务',
  'staff.add': '新增员工',
  'staff.disable': '停用员工',
  'staff.login': '登录工作台',
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
  company: '企业',
  paper: '资质',
  grant: '控销权限',
  wanted: '求购',
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
