import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { AuditValues } from '#lib/contract/audit.ts';
import { auditActs, auditActText, auditSubjects, auditSubjectText } from '#lib/rules/site/audit-acts.ts';

const all = { value: '', text: '全部' };
const acts = [all, ...auditActs.map((value) => ({ value, text: auditActText(value) }))];
const subjects = [all, ...auditSubjects.map((value) => ({ value, text: auditSubjectText(value) }))];

/** The search fields of the audit log. */
export function AuditFields({ input }: { input: AuditValues }) {
  return (
    <>
      <Field label="操作人" name="who" defaultValue={input.who} maxLength={50} />
      <div className="field text-small">
        <SelectBox label="操作" name="act" options={acts} defaultValue={input.act} />
      </div>
      <div className="field text-small">
        <SelectBox label="对象" name="subject" options={subjects} defaultValue={input.subject} />
      </div>
      <Field label="编号" name="key" defaultValue={input.key} maxLength={100} />
      <Field label="开始日期" name="from" type="date" defaultValue={input.from} />
      <Field label="结束日期" name="to" type="date" defaultValue={input.to} />
    </>
  );
}
