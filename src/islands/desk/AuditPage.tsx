import { useMemo, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Pagination } from '#islands/ui/Pagination.tsx';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { loadAudit } from '#lib/client/stores/desk/audit.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { AuditEntryWire, AuditList, AuditValues } from '#lib/contract/audit/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { AuditEntry } from './AuditEntry.tsx';
import { AuditSearch } from './AuditSearch.tsx';
import { auditColumns } from './audit-columns.tsx';

interface Props {
  initial: AuditList;
  input: AuditValues;
}

const idOf = ({ id }: AuditEntryWire) => id;
const nameOf = ({ act_text: act, subject_text: subject, key }: AuditEntryWire) => `${act} ${subject} ${key}`;

/** The audit log: searched by its address, walked by keyboard, each entry opened with what it changed. */
export function AuditPage({ initial, input }: Props) {
  const [found, setFound] = useState(initial);
  const [opened, setOpened] = useState<AuditEntryWire | null>(null);
  const [isLoading, setLoading] = useState(false);
  const columns = useMemo(() => auditColumns(setOpened), []);
  const { list, total, size, most } = found;
  const { page, ...wanted } = input;
  const hrefOf = (at: number) => path('/desk/audit', undefined, { ...wanted, page: at === 1 ? '' : at });

  async function reload() {
    setLoading(true);
    await loadAudit(input).then(setFound, react);
    setLoading(false);
  }

  return (
    <section className="panel">
      <div className="panel-title">
        <h1>审计日志</h1>
        <span className="text-small text-ink-2 font-400 num">
          {total < most ? `共${total}条` : `超过${most}条，请缩小范围`}
        </span>
        <Button kind="plain" size="small" className="ml-auto" busy={isLoading} onClick={() => void reload()}>
          刷新
        </Button>
      </div>
      <AuditSearch input={input} />
      <DataTable
        label="审计日志"
        columns={columns}
        rows={list}
        idOf={idOf}
        nameOf={nameOf}
        state={isLoading ? 'loading' : 'ready'}
        onOpen={setOpened}
        csvName={`审计日志-第${page}页`}
        empty={
          <Empty icon="i-lucide-scroll-text" title="没有符合条件的记录" text="换个条件，或清除条件看全部。">
            <a className={buttonClass('plain')} href={path('/desk/audit')}>
              看全部
            </a>
          </Empty>
        }
      />
      <Pagination page={page} pages={Math.ceil(total / size)} hrefOf={hrefOf} />
      <AuditEntry entry={opened} onClose={() => setOpened(null)} />
    </section>
  );
}
