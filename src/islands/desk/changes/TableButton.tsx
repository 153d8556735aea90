import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { CellFields } from '#lib/rules/changes/cells.ts';
import type { ChangeSubject } from '#lib/rules/changes/set-source.ts';
import { TableDialog } from './TableDialog.tsx';

interface Props {
  subject: ChangeSubject;
  fields: CellFields<string>;
}

/** Opens the dialog in which rows are changed by a table. */
export function TableButton({ subject, fields }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" kind="plain" className="max-md:h-touch" onClick={() => setOpen(true)}>
        按表格修改
      </Button>
      {isOpen && <TableDialog subject={subject} fields={fields} onClose={() => setOpen(false)} />}
    </>
  );
}
