import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import type { OnboardingSheet } from '#lib/contract/onboarding.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { FileLinks } from './sheet-columns.tsx';

type Past = OnboardingSheet['past'][number];

/** Former documents: replaced or removed, by whom and when. Not shown to buyers. */
export function PastPapers({ past }: { past: readonly Past[] }) {
  return (
    <section className="panel">
      <div className="panel-title">
        <h2>历史资料</h2>
        <span className="text-small text-ink-2 font-400">买家看不到</span>
      </div>
      <DataTable
        label="历史资料"
        columns={columns}
        rows={past}
        idOf={({ id }) => id}
        nameOf={({ kind_text: text }) => text}
        pageSize={10}
        empty={null}
      />
    </section>
  );
}

const columns: readonly TableColumn<Past>[] = [
  { id: 'kind', head: '资料', value: ({ kind_text: text }) => text, isTitle: true },
  { id: 'number', head: '编号', value: ({ number }) => number },
  { id: 'valid', head: '有效期至', value: ({ valid_to: day }) => day },
  {
    id: 'files',
    head: '文件',
    cell: ({ files, kind_text: text }) => <FileLinks files={files} of={`历史${text}`} />,
  },
  {
    id: 'by',
    head: '上传',
    value: ({ uploaded_by: by, uploaded_at: at }) => `${by} ${momentText(at)}`,
    cell: ({ uploaded_by: by, uploaded_at: at }) => <ByWhom who={by} at={at} />,
  },
  {
    id: 'end',
    head: '结束',
    value: ({ end_text: text, ended_by: by, ended_at: at }) => `${text} ${by} ${momentText(at)}`,
    cell: ({ end_text: text, ended_by: by, ended_at: at }) => (
      <>
        {text}
        <ByWhom who={by} at={at} />
      </>
    ),
  },
];
