import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import { importPrices } from '#lib/client/stores/desk/prices.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { PricesReport } from '#lib/contract/companies/prices-schema.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { PricesReportTable } from './PricesReportTable.tsx';

const rules = {
  endings: ['.csv', '.txt', '.xlsx'],
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  maxBytes: maxUploadBytes,
  maxCount: 1,
};

interface Props {
  id: number;
  /** Prices were written. */
  onWritten: () => Promise<void>;
}

/** Agreed prices by a file: its columns and what becomes of each row are looked at, then they are written. */
export function PricesImport({ id, onWritten }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<PricesReport | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isAsked = report !== null && report.table.questions.length > 0;
  const isPreview = report?.is_written === 0;

  async function read(
    next: File,
    { columns, isSure = false }: { columns?: string[]; isSure?: boolean } = {},
  ) {
    setBusy(true);
    setRefused(null);
    try {
      const found = await importPrices(id, next, columns, isSure);
      setReport(found);
      setFile(next);
      if (found.is_written === 1) await onWritten();
    } catch (error) {
      const said =
        error instanceof AppError && error.code === 422 ? firstFieldMessage(error.data) : undefined;
      if (said === undefined) react(error);
      else setRefused(said);
    }
    setBusy(false);
  }

  return (
    <div className="border border-dashed border-line-strong rounded">
      <FilePicker
        title="拖放协议价的文件"
        label="选择协议价的文件"
        button={isBusy ? '正在读取…' : '按文件导入'}
        hint="CSV或XLSX，列名写商品编号、协议价；写“删除”取消。先核对，再导入。"
        rules={rules}
        isDisabled={isBusy}
        onFiles={([next]) => {
          setReport(null);
          if (next) void read(next);
        }}
      />
      {refused !== null && (
        <p role="alert" className="px-4 pb-3 text-small text-price">
          {refused}
        </p>
      )}
      {report && file && (
        <>
          {isPreview && (
            <ColumnMapping
              table={report.table}
              isBusy={isBusy}
              onRead={(columns) => void read(file, { columns })}
            />
          )}
          {!isAsked && <PricesReportTable report={report} />}
          {isPreview && report.done > 0 && (
            <div className="p-3 md:p-4">
              <Button
                busy={isBusy}
                onClick={() =>
                  void read(file, { columns: report.table.columns.map(({ key }) => key), isSure: true })
                }
              >
                导入{report.done}行
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
