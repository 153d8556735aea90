import { useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import { makeTableChanges } from '#lib/client/stores/desk/changes.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { TableMapping } from '#lib/contract/tables.ts';
import { type CellFields, cellHints } from '#lib/rules/changes/cells.ts';
import { type ChangeSubject, changeSubjectTexts } from '#lib/rules/changes/set-source.ts';

const rules = { endings: ['.csv', '.xlsx'], maxBytes: maxUploadBytes };

interface Source {
  file?: File;
  text?: string;
}

interface Props {
  subject: ChangeSubject;
  fields: CellFields<string>;
  onClose: () => void;
}

/** A table of changes, as a file or as pasted cells; it leads to the preview, and nothing is written before. */
export function TableDialog({ subject, fields, onClose }: Props) {
  const id = useId();
  const token = useRef(crypto.randomUUID());
  const [text, setText] = useState('');
  const [source, setSource] = useState<Source | null>(null);
  const [table, setTable] = useState<TableMapping | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function read(from: Source, columns?: string[]) {
    // The same content again is the same set; another content is another one.
    if (from.file !== source?.file || from.text !== source?.text) token.current = crypto.randomUUID();
    setSource(from);
    setBusy(true);
    setError('');
    try {
      const chosen = columns === undefined ? {} : { columns };
      const made = await makeTableChanges({ subject, ...from, ...chosen, token: token.current, reason: '' });
      if (made.set !== null) return location.assign(path('/desk/changes/[id]', { id: made.set.id }));
      setTable(made.table);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      setError(firstFieldMessage(thrown) ?? thrown.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open title={`按表格修改${changeSubjectTexts[subject]}`} width="wide" onClose={onClose}>
      <div className="grid gap-3 text-small">
        <p className="m-0">
          表头写“商品编号”或“SKU”，再写要修改的列：
          {Object.values(fields)
            .map(({ label }) => label)
            .join('、')}
          。{cellHints.join('，')}。可以先导出CSV，改好后再交回来。
        </p>
        <FilePicker
          title="商品表格"
          label="要修改的商品表格"
          button="选择表格"
          hint="CSV或XLSX，最多20000行"
          rules={rules}
          isDisabled={isBusy}
          onFiles={([file]) => file && void read({ file })}
        />
        <label htmlFor={id}>或从表格软件复制，粘贴到这里（连同表头）</label>
        <textarea
          id={id}
          className="input py-1 min-h-32 num"
          value={text}
          maxLength={500_000}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <Button
            size="small"
            busy={isBusy}
            disabled={text.trim() === ''}
            onClick={() => void read({ text })}
          >
            预览修改
          </Button>
        </div>
        {table !== null && source !== null && (
          <ColumnMapping table={table} isBusy={isBusy} onRead={(columns) => void read(source, columns)} />
        )}
        <FormNotice text={error} />
      </div>
    </Dialog>
  );
}
