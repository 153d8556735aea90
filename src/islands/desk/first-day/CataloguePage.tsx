import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { saveText } from '#lib/client/save-file.ts';
import { deskCall } from '#lib/client/stores/desk/session.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { CatalogueReport } from '#lib/contract/first-day.ts';
import { csvText } from '#lib/rules/text/csv.ts';

const rules = {
  endings: ['.csv', '.txt', '.xlsx'],
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  maxBytes: maxUploadBytes,
  maxCount: 1,
};

interface Props {
  /** Heads that a file must have. */
  needed: readonly string[];
  /** Heads of the template. */
  template: readonly string[];
}

/** Goods by a file: what would change and what is refused is looked at, then it is written. */
export function CataloguePage({ needed, template }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<CatalogueReport | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function read(next: File, confirm: 0 | 1) {
    setBusy(true);
    setRefused(null);
    try {
      const found = await deskCall(api.importCatalogue, { file: next, confirm });
      setReport(found);
      setFile(next);
      if (found.is_written === 1)
        showToast('success', `已导入：新增${found.added}个，更新${found.updated}个`);
    } catch (error) {
      const said =
        error instanceof AppError && error.code === 422 ? firstFieldMessage(error.data) : undefined;
      if (said === undefined) react(error);
      else setRefused(said);
    }
    setBusy(false);
  }

  const writes = report === null ? 0 : report.added + report.updated + report.same;
  return (
    <section className="panel">
      <h1 className="panel-title">商品导入</h1>
      <div className="grid gap-3 px-3 md:px-4 py-3 text-small">
        <p className="text-ink-2">
          必须有的列：{needed.join('、')}
          。写“商家编码”列说明归哪个商家，不写归M01；写批号、生产日期和有效期才能上架。
          先核对，再导入；同一文件再导入一次没有变化。
        </p>
        <p>
          <Button
            kind="ghost"
            size="small"
            onClick={() => saveText('商品目录模板.csv', 'text/csv', csvText([[...template]]))}
          >
            下载模板
          </Button>
        </p>
        <div className="border border-dashed border-line-strong rounded">
          <FilePicker
            title="拖放商品目录"
            label="选择商品目录"
            button={isBusy ? '正在处理…' : '选择文件'}
            hint="CSV或XLSX，不超过10 MB、2000行；更大的目录由服务器管理员用命令导入"
            rules={rules}
            isDisabled={isBusy}
            onFiles={([next]) => {
              setReport(null);
              if (next) void read(next, 0);
            }}
          />
        </div>
        {refused !== null && (
          <p role="alert" className="text-price">
            {refused}
          </p>
        )}
        {report !== null && (
          <>
            <p role="status">
              <b>{report.is_written === 1 ? '已导入' : '还没有写入'}</b>：新增{report.added}个，更新
              {report.updated}
              个，没有变化{report.same}个，拒绝{report.refused}个
            </p>
            {report.ignored.length > 0 && <p>没有用到的列：{report.ignored.join('、')}</p>}
            {report.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {report.is_written === 0 && file !== null && (
              <p>
                <Button busy={isBusy} disabled={writes === 0} onClick={() => void read(file, 1)}>
                  导入{writes}行
                </Button>
              </p>
            )}
            <ReportRows report={report} />
          </>
        )}
      </div>
    </section>
  );
}

function ReportRows({ report }: { report: CatalogueReport }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse" aria-label="每行的结果">
        <thead>
          <tr className="text-left text-ink-2">
            {['行', '编码', '名称', '结果', '原因'].map((head) => (
              <th key={head} className="px-2 py-1 font-400">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map(({ at, sku, name, outcome, reasons }) => (
            <tr key={at} className="border-t border-t-solid border-line">
              <td className="px-2 py-1 num">{at}</td>
              <td className="px-2 py-1">{sku}</td>
              <td className="px-2 py-1">{name}</td>
              <td className={`px-2 py-1 whitespace-nowrap ${outcome === '拒绝' ? 'text-price-ink' : ''}`}>
                {outcome}
              </td>
              <td className="px-2 py-1">{reasons}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
