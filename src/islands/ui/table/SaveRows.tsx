import { useState } from 'react';
import { saveText, showSaved } from '#lib/client/save-file.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { csvText } from '#lib/rules/text/csv.ts';
import { Button } from '../Button.tsx';
import type { TableColumn } from './columns.ts';

interface Props<Row extends object> {
  columns: readonly TableColumn<Row>[];
  /** The name of the file, without its ending. */
  name: string;
  /** All rows that go into it; where those in sight are a page of the server's, it asks for the others. */
  loadRows: () => readonly Row[] | Promise<readonly Row[]>;
}

/** Saves the rows of a table as CSV: the columns that have a value, under their heads. */
export function SaveRows<Row extends object>({ columns, name, loadRows }: Props<Row>) {
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    try {
      const rows = await loadRows();
      await showSaved(name, rows.length);
      const heads = columns.flatMap(({ head, value }) => (value ? [head] : []));
      const body = rows.map((row) => columns.flatMap(({ value }) => (value ? [value(row)] : [])));
      saveText(`${name}.csv`, 'text/csv', csvText([heads, ...body]));
    } catch (error) {
      react(error);
    }
    setSaving(false);
  }

  return (
    <Button
      kind="plain"
      size="small"
      className="no-print ml-auto max-md:h-touch"
      busy={isSaving}
      onClick={() => void save()}
    >
      {!isSaving && <span className="i-lucide-download text-body" aria-hidden="true" />}
      导出CSV
    </Button>
  );
}
