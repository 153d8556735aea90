import { useState } from 'react';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import { importPacks } from '#lib/client/stores/desk/orders.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { PacksRead } from '#lib/contract/shipping/packs.ts';

const rules = { endings: ['.csv', '.txt', '.xlsx'], maxBytes: maxUploadBytes };

/** Brings in which boxes are in which case, so that one scan of a case stands for them. */
export function PacksPanel() {
  const [isBusy, setBusy] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<PacksRead | null>(null);
  const [refused, setRefused] = useState('');

  async function bring(next: File | undefined, columns?: string[]) {
    if (!next) return;
    setBusy(true);
    setFile(next);
    setFound(null);
    setRefused('');
    await importPacks({ file: next, columns }).then(setFound, (error: unknown) => {
      const said =
        error instanceof AppError && error.code === 422 ? firstFieldMessage(error.data) : undefined;
      if (said === undefined) react(error);
      else setRefused(said);
    });
    setBusy(false);
  }

  const isAsked = found !== null && found.table.questions.length > 0;
  return (
    <section className="panel">
      <div className="panel-title">
        <h2>箱码</h2>
        <a className="link ml-auto text-small font-400" href={path('/desk/packs')}>
          已导入的箱码
        </a>
      </div>
      <FilePicker
        title="箱码文件"
        label="选择箱码文件"
        button={isBusy ? '正在导入…' : '导入箱码'}
        hint="CSV或XLSX，不超过10 MB、20000行"
        rules={rules}
        isDisabled={isBusy}
        onFiles={([next]) => void bring(next)}
      >
        <p className="text-small text-ink-2">
          一行一个追溯码和它所在的箱码，大箱、中包、小盒各写一行。导入后发货时扫一次箱码，就录入箱内的全部盒码；已发出的盒码所在的箱不能整箱发。重新装箱的，再导入一次即可。
        </p>
      </FilePicker>
      {found !== null && file !== null && (
        <ColumnMapping table={found.table} isBusy={isBusy} onRead={(columns) => void bring(file, columns)} />
      )}
      {refused !== '' && (
        <p role="alert" className="px-3 md:px-4 pb-3 text-small text-price">
          {refused}
        </p>
      )}
      {found !== null && !isAsked && (
        <div
          role={found.wrong > 0 ? 'alert' : 'status'}
          className={`px-3 md:px-4 pb-3 text-small num ${found.wrong > 0 ? 'text-price' : ''}`}
        >
          {found.wrong === 0 ? (
            `已导入${found.cases}个箱码、${found.boxes}个下级码：新增${found.added}个，换箱${found.moved}个`
          ) : (
            <>
              文件有{found.wrong}处有误，没有导入
              <ul className="m-0 pl-4">
                {found.faults.map(({ row, sentence }) => (
                  <li key={`${row} ${sentence}`}>
                    第{row}行：{sentence}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
}
