import { useEffect, useRef, useState } from 'react';
import { RowButton } from '#islands/desk/list/RowButton.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { checkFiles } from '#islands/ui/files/check-files.ts';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import { readTraceFile } from '#lib/client/stores/desk/orders.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { TableMapping } from '#lib/contract/tables.ts';
import { traceWords } from '#lib/rules/text/trace-code.ts';

const rules = { endings: ['.csv', '.xlsx', '.txt'], maxBytes: maxUploadBytes };

/** The trace codes of a line's next parcel: scanned, pasted, or by a file. */
export function CodesCell({ id, name }: { id: number; name: string }) {
  const codes = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [says, setSays] = useState<{ isWrong: boolean; lines: readonly string[] }>({
    isWrong: false,
    lines: [],
  });

  const [count, setCount] = useState('');
  const [table, setTable] = useState<{ file: File; mapping: TableMapping } | null>(null);
  const [isChoosing, setChoosing] = useState(false);

  useEffect(() => {
    const form = codes.current?.form;
    const update = () => setCount(countText(codes.current?.value ?? '', piecesIn(form, id)));
    form?.addEventListener('input', update);
    return () => form?.removeEventListener('input', update);
  }, [id]);

  async function choose(files: readonly File[]) {
    const { taken, refused } = checkFiles(files, rules);
    const [file] = taken;
    setTable(null);
    if (file === undefined) return setSays({ isWrong: true, lines: refused });
    await read(file);
  }

  async function read(file: File, columns?: string[]) {
    try {
      const found = await readTraceFile({ file, columns });
      const { questions, notes } = found.table;
      setTable({ file, mapping: found.table });
      setChoosing(questions.length > 0);
      if (questions.length > 0) return setSays({ isWrong: true, lines: questions });
      if (found.wrong > 0) return setSays({ isWrong: true, lines: [...faultsOf(found), ...notes] });
      if (codes.current) {
        codes.current.value = found.codes;
        codes.current.dispatchEvent(new Event('input', { bubbles: true }));
      }
      setSays({ isWrong: false, lines: [`已导入${found.count}个追溯码`, ...notes] });
    } catch (error) {
      const why = error instanceof AppError ? error.message : '没有收到答复，请重新选择文件';
      setSays({ isWrong: true, lines: [why] });
    }
  }

  return (
    <>
      <textarea
        ref={codes}
        className="input py-1 w-200px min-h-16 max-h-60 [field-sizing:content] resize-y num"
        name={`codes-${id}`}
        aria-label={`追溯码：${name}`}
        placeholder="扫码或粘贴，每盒一个"
        maxLength={220_000}
      />
      {count !== '' && <p className="text-note text-ink-2 num">{count}</p>}
      <div>
        <RowButton text="按文件导入追溯码" of={name} onPress={() => picker.current?.click()} />
        {table && table.mapping.columns.length > 1 && (
          <RowButton text="更改列" of={name} onPress={() => setChoosing(true)} />
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={`追溯码文件：${name}`}
          accept={rules.endings.join(',')}
          onChange={(event) => {
            void choose([...(event.target.files ?? [])]);
            // The same file may be chosen again after it was mended.
            event.target.value = '';
          }}
        />
      </div>
      {table && (
        <Dialog title="追溯码文件的列" open={isChoosing} width="wide" onClose={() => setChoosing(false)}>
          <ColumnMapping table={table.mapping} onRead={(columns) => void read(table.file, columns)} />
        </Dialog>
      )}
      <div
        role={says.isWrong ? 'alert' : 'status'}
        className={says.isWrong ? 'text-note text-price' : 'text-note'}
      >
        {says.lines.map((line) => (
          <p key={line} className="max-w-240px break-all">
            {line}
          </p>
        ))}
      </div>
    </>
  );
}

function piecesIn(form: HTMLFormElement | null | undefined, id: number): number {
  const box = form?.elements.namedItem(`pieces-${id}`);
  return box instanceof HTMLInputElement ? Number(box.value) : 0;
}

/** The number of scanned codes beside that of the pieces, and the invalid ones. */
function countText(typed: string, pieces: number): string {
  const words = traceWords(typed);
  if (words.length === 0) return '';
  const wrong = words.filter(({ code }) => code === null).length;
  return `已录入${words.length}/${pieces}个${wrong === 0 ? '' : `，其中${wrong}个不是20位追溯码`}`;
}

function faultsOf({ faults, wrong }: Awaited<ReturnType<typeof readTraceFile>>): string[] {
  const more = wrong > faults.length ? [`另有${wrong - faults.length}处有误`] : [];
  return [
    `文件有${wrong}处有误，没有导入`,
    ...faults.map(({ row, sentence }) => `第${row}行：${sentence}`),
    ...more,
  ];
}
