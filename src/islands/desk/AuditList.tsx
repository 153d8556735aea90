import { useState } from 'react';
import type { OpenedList, RowOf } from '#lib/contract/desk/list.ts';
import type { audit } from '#lib/contract/desk/lists/audit.ts';
import { AuditEntry } from './AuditEntry.tsx';
import { ListPage } from './kit/ListPage.tsx';
import { RowButton } from './list/RowButton.tsx';

/** The audit log, each entry opened with what it changed. */
export function AuditList(list: OpenedList<typeof audit>) {
  const [opened, setOpened] = useState<RowOf<typeof audit> | null>(null);
  return (
    <>
      <ListPage
        {...list}
        onOpen={setOpened}
        cells={{
          change: (entry) => (
            <>
              <RowButton text="详情" of={`${entry.key}`} onPress={() => setOpened(entry)} />{' '}
              <span className="text-ink-2">{entry.change}</span>
            </>
          ),
        }}
      />
      <AuditEntry words={list.list.columns} entry={opened} onClose={() => setOpened(null)} />
    </>
  );
}
