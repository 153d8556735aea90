/** 审计日志: who changed what, and who downloaded it, for the administrators of a side. */
import { auditActs, auditActText, auditSubjects, auditSubjectText } from '#lib/rules/site/audit-acts.ts';
import { choice, fromDay, moment, text, toDay, whole, word } from '../fields.ts';
import { defineList } from '../list.ts';

const acts = Object.fromEntries(auditActs.map((act) => [act, auditActText(act)]));
const subjects = Object.fromEntries(auditSubjects.map((subject) => [subject, auditSubjectText(subject)]));

export const audit = defineList({
  page: '/desk/audit',
  filters: {
    who: whole('操作人', undefined, 50),
    act: choice('操作', acts, { column: 'act' }),
    subject: choice('对象', subjects, { column: 'subject' }),
    key: whole('编号', 'key'),
    from: fromDay('开始日期', 'at'),
    to: toDay('结束日期', 'at'),
  },
  columns: {
    act: word('操作', acts, { isTitle: true }),
    at: moment('时间'),
    subject: word('对象', subjects),
    key: text('编号', { isCopied: true }),
    side: text('身份'),
    who: text('操作人'),
    change: text('变更'),
    request_id: text('请求号', { isOptional: true }),
    before: text('变更前', { isHidden: true }),
    after: text('变更后', { isHidden: true }),
  },
  sort: '-id',
  none: '没有符合条件的记录',
});
