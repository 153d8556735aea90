import { Button } from '#islands/ui/Button.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import type { StatementImported } from '#lib/contract/transfers/statement-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  imported: StatementImported;
  isBusy: boolean;
  /** Reads the file again by these columns. */
  onRead: (columns: string[]) => void;
  /** Saves its credits and matches them. */
  onSave: () => void;
}

/** The parsed bank statement: its columns and credits before they are saved, then which of them are new. */
export function StatementRead({ imported, isBusy, onRead, onSave }: Props) {
  const { table, read, sum, fresh, known, wrong, is_written: isWritten } = imported;
  if (table.questions.length > 0) return <ColumnMapping table={table} isBusy={isBusy} onRead={onRead} />;
  return (
    <>
      {isWritten === 0 && <ColumnMapping table={table} isBusy={isBusy} onRead={onRead} />}
      <div className="px-3 md:px-4 pb-2 text-small" role="status">
        <p>
          {isWritten === 1
            ? `新流水${fresh}笔，以前导入过${known}笔`
            : read === 0
              ? '按这些列没有读到收入，请核对各列'
              : `读到收入${read}笔，共¥${showYuan(sum)}。请核对各列，导入后匹配转账`}
        </p>
        {wrong.map(({ row, said }) => (
          <p key={row} className="text-price">
            第{row}行：{said}
          </p>
        ))}
      </div>
      {isWritten === 0 && read > 0 && (
        <div className="px-3 md:px-4 pb-3">
          <Button busy={isBusy} onClick={onSave}>
            导入{read}笔收入
          </Button>
        </div>
      )}
    </>
  );
}
