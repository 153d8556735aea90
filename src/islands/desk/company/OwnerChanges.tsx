import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { loadOwnerChanges } from '#lib/client/stores/desk/owner-changes.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { OwnerChangeWire } from '#lib/contract/owner-changes.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { OwnerPhoneDialog } from './OwnerPhoneDialog.tsx';

const columns: readonly TableColumn<OwnerChangeWire>[] = [
  { id: 'name', head: '负责人', value: ({ name }) => name, isTitle: true },
  {
    id: 'phone',
    head: '手机号',
    value: ({ from_phone: from, to_phone: to }) => (from === '' ? to : `${from} → ${to}`),
  },
  { id: 'reason', head: '原因', value: ({ reason }) => reason },
  {
    id: 'papers',
    head: '证照',
    cell: ({ papers }) => (
      <span className="inline-flex flex-wrap gap-x-3">
        {papers.map(({ kind, text, file }) => (
          <a key={kind} className="link" href={file.pdf_url || file.full_url} target="_blank" rel="noopener">
            {text}
          </a>
        ))}
      </span>
    ),
  },
  {
    id: 'asked',
    head: '提出',
    value: ({ asked_by: who, asked_at: at }) => `${who} ${momentText(at)}`,
    cell: ({ asked_by: who, asked_at: at }) => <ByWhom who={who} at={at} />,
  },
  { id: 'decided', head: '复核', value: ({ decided_by: who }) => who },
  { id: 'due', head: '生效时间', value: ({ due_at: at }) => (at === '' ? '' : momentText(at)) },
  {
    id: 'state',
    head: '状态',
    value: ({ state_text: text, word }) => (word === '' ? text : `${text}：${word}`),
  },
];

/** Changes of owners' phones by the platform, based on documents; requested here, approved at 待复核. */
export function OwnerChanges({ file }: { file: CompanyFile }) {
  const [rows, setRows] = useState<readonly OwnerChangeWire[]>([]);
  const [isOpen, setOpen] = useState(false);
  const owners = file.people.filter((one) => one.is_owner === 1 && one.is_disabled === 0);
  useEffect(() => {
    loadOwnerChanges(file.id).then(({ list }) => setRows(list), react);
  }, [file.id]);
  return (
    <section className="mb-4">
      <div className="flex flex-wrap items-center gap-3 px-3 md:px-4">
        <h2 className="text-title">更换负责人手机</h2>
        {owners.length > 0 && (
          <Button kind="plain" size="small" onClick={() => setOpen(true)}>
            更换负责人手机
          </Button>
        )}
      </div>
      <DataTable
        label="更换负责人手机"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name, id }) => `${name} ${id}`}
        csvName="更换负责人手机"
        empty={<Empty icon="i-lucide-inbox" title="没有更换负责人手机的申请" />}
      />
      {isOpen && (
        <OwnerPhoneDialog
          id={file.id}
          company={file.name}
          owners={owners}
          onClose={() => setOpen(false)}
          onDone={setRows}
        />
      )}
    </section>
  );
}
