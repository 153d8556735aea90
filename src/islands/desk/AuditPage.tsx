import { useMemo, useState } from 'react';
import { loadAudit } from '#lib/client/stores/desk/audit.ts';
import type { AuditEntryWire, AuditList, AuditValues } from '#lib/contract/audit.ts';
import { path } from '#lib/contract/routes.ts';
import { AuditEntry } from './AuditEntry.tsx';
import { AuditFields } from './AuditFields.tsx';
import { auditColumns, nameOf } from './audit-columns.tsx';
import { DeskList } from './list/DeskList.tsx';
import { useDeskList } from './list/use-desk-list.ts';

interface Props {
  initial: AuditList;
  input: AuditValues;
}

const idOf = ({ id }: AuditEntryWire) => id;

/** The audit log: searched by its address, walked by keyboard, each entry opened with what it changed. */
export function AuditPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/audit'), initial, input, load: loadAudit, idOf });
  const [opened, setOpened] = useState<AuditEntryWire | null>(null);
  const columns = useMemo(() => auditColumns(setOpened), []);
  return (
    <>
      <DeskList
        title="审计日志"
        list={list}
        columns={columns}
        nameOf={nameOf}
        onOpen={setOpened}
        icon="i-lucide-scroll-text"
        none="没有符合条件的记录"
      >
        <AuditFields input={input} />
      </DeskList>
      <AuditEntry entry={opened} onClose={() => setOpened(null)} />
    </>
  );
}
