import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { AuditEntryWire } from '#lib/contract/audit/schema.ts';

type Column = TableColumn<AuditEntryWire>;

/** The columns of the audit log; `onOpen` shows an entry whole, for who has no keyboard. */
export function auditColumns(onOpen: (entry: AuditEntryWire) => void): readonly Column[] {
  return [
    { id: 'act', head: '操作', value: ({ act_text: text }) => text, isTitle: true },
    { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
    { id: 'subject', head: '对象', value: ({ subject_text: text }) => text },
    { id: 'key', head: '编号', value: ({ key }) => key },
    { id: 'side', head: '身份', value: ({ side }) => side },
    { id: 'who', head: '操作人', value: ({ who }) => who },
    {
      id: 'change',
      head: '变更',
      value: ({ before, after }) => [before, after].map((text) => text.replace(/\n\s*/g, ' ')).join(' → '),
      cell: (entry) => (
        <button
          type="button"
          className="link h-tag max-md:h-touch p-0 border-0 bg-transparent cursor-pointer"
          aria-label={`详情：${entry.act_text} ${entry.subject_text} ${entry.key}`}
          onClick={() => onOpen(entry)}
        >
          详情
        </button>
      ),
    },
  ];
}
