import { useState } from 'react';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { setLotReport } from '#lib/client/stores/desk/lots.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { DeskLot } from '#lib/contract/lots.ts';

interface Props {
  lot: DeskLot;
  /** The merchant's own people hand reports in. */
  mayUpload: boolean;
  onDone: (lot: DeskLot) => void;
}

const rules = { endings: ['.pdf'], types: ['application/pdf'], maxBytes: maxUploadBytes };

/** The 药检报告 of a lot: present or missing, and its requests. */
export function ReportPanel({ lot, mayUpload, onDone }: Props) {
  const [isBusy, setBusy] = useState(false);

  async function send([file]: File[]) {
    if (!file || isBusy) return;
    setBusy(true);
    await setLotReport({ goods: lot.goods_id, lot_no: lot.lot_no, file }).then((now) => {
      onDone(now);
      showToast('success', '药检报告已保存');
    }, react);
    setBusy(false);
  }

  const state = (
    <p className="text-small">
      {lot.report_url === '' ? (
        <span className="text-price">缺药检报告</span>
      ) : (
        <>
          <a className="link" href={lot.report_url}>
            {lot.report_name}
          </a>
          <span className="text-ink-2">，收到这个批次的买家都能下载</span>
        </>
      )}
      {lot.asked > 0 && <span className="text-price">，{lot.asked}家买家在索取</span>}
    </p>
  );
  return (
    <section className="panel no-print">
      <div className="panel-title">
        <h2>药检报告</h2>
      </div>
      {mayUpload ? (
        <FilePicker
          title="药检报告"
          label="选择药检报告"
          button={lot.report_url === '' ? '上传药检报告' : '更换药检报告'}
          hint="PDF，不超过10 MB"
          rules={rules}
          isDisabled={isBusy}
          onFiles={(files) => void send(files)}
        >
          {state}
        </FilePicker>
      ) : (
        <div className="p-3 md:p-4">{state}</div>
      )}
    </section>
  );
}
