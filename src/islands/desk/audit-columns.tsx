import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { AuditEntryWire } from '#lib/contract/audit.ts';
import { auditLineText } from '#lib/rules/site/audit-lines.ts';
import { linesOf } from './audit-words.ts';
import { RowButton } from './list/RowButton.tsx';

type Column = TableColumn<AuditEntryWire>;

/** Names an entry where it is read out. */
export const nameOf = ({ act_text: act, subject_text: subject, key }: AuditEntryWire) =>
  `${act} ${subject} ${key}`;

/** The columns of the audit log; `onOpen` shows a complete entry, for users without a keyboard. */
export function auditColumns(onOpen: (entry: AuditEntryWire) => void): readonly Column[] {
  return [
    { id: 'act', head: '操作', value: ({ act_text: text }) => text, isTitle: true },
    { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
    { id: 'subject', head: '对象', value: ({ subject_text: text }) => text },
    { id: 'key', head: '编号', value: ({ key }) => key },
    { id: 'side', head: '身份', value: ({ side }) => side },
    { id: 'who', head: '操作人', value: ({ person, who }) => person || who },
    {
      id: 'change',
      head: '变更',
      value: (entry) => auditLineText(linesOf(entry)),
      cell: (entry) => <RowButton text="详情" of={nameOf(entry)} onPress={() => onOpen(entry)} />,
    },
  ];
}
