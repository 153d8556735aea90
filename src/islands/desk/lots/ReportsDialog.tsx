import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { mostReportFiles } from '#lib/rules/orders/report-files.ts';
import { mostArchiveBytes, type ReportFile, readReportFiles, sendReports } from './send-reports.ts';

interface Props {
  onClose: () => void;
  /** Some reports were saved. */
  onDone: () => void;
}

const rules = {
  endings: ['.zip', '.pdf'],
  types: ['application/zip', 'application/pdf'],
  maxBytes: mostArchiveBytes,
  maxCount: mostReportFiles,
};

/** 药检报告 of many lots by the names of their files: first which belongs to which lot, then one after the other. */
export function ReportsDialog({ onClose, onDone }: Props) {
  const [files, setFiles] = useState<readonly ReportFile[] | null>(null);
  const [error, setError] = useState('');
  const [step, setStep] = useState<'choose' | 'reading' | 'sending' | 'sent'>('choose');
  const [replaces, setReplaces] = useState(false);
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<readonly { name: string; why: string }[]>([]);
  const stop = useRef(new AbortController());

  const matched = (files ?? []).filter(({ lot }) => lot !== null);
  const lost = (files ?? []).filter(({ lot }) => lot === null);
  const target = matched.filter(({ lot }) => replaces || lot?.has_report === 0);
  const had = matched.filter(({ lot }) => lot?.has_report === 1).length;

  async function read(chosen: readonly File[]) {
    setStep('reading');
    setError('');
    const found = await readReportFiles(chosen);
    if (typeof found === 'string') setError(found);
    setFiles(typeof found === 'string' ? null : found);
    setStep('choose');
  }

  async function send() {
    setStep('sending');
    await sendReports(target, stop.current.signal, {
      onSaved: () => setDone((now) => now + 1),
      onRefused: (one) => setRefused((now) => [...now, one]),
    });
    setStep('sent');
  }

  function close() {
    stop.current.abort();
    if (done > 0) onDone();
    onClose();
  }

  const isSending = step === 'sending' || step === 'sent';
  return (
    <Dialog
      open
      title="批量上传药检报告"
      width="wide"
      onClose={close}
      footer={
        isSending ? (
          <Button disabled={step === 'sending'} onClick={close}>
            完成
          </Button>
        ) : (
          <Button disabled={target.length === 0} busy={step === 'reading'} onClick={() => void send()}>
            上传{target.length}份
          </Button>
        )
      }
    >
      <div className="grid gap-3 text-small">
        {!isSending && (
          <FilePicker
            title="药检报告"
            label="选择药检报告或压缩包"
            button={files === null ? '选择文件' : '换一批文件'}
            hint={`ZIP或PDF，文件名为批号，如“B-2601.pdf”；批号相同的写“商品编号_批号”。一次最多${mostReportFiles}份，每份不超过10 MB，ZIP不超过200 MB`}
            rules={rules}
            isDisabled={step === 'reading'}
            onFiles={(chosen) => void read(chosen)}
          />
        )}
        <FormNotice text={error} />
        {files !== null && !isSending && (
          <>
            <p className="m-0 num" role="status">
              共{files.length}份，{matched.length}份找到批次，{lost.length}份没有找到
              {had > 0 && `；${had}个批次已有药检报告`}
            </p>
            {had > 0 && (
              <label className="inline-flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={replaces}
                  onChange={({ target: box }) => setReplaces(box.checked)}
                />
                已有药检报告的也更换
              </label>
            )}
            <FileRows files={[...lost, ...matched]} />
          </>
        )}
        {isSending && (
          <>
            <progress
              className="w-full"
              max={target.length}
              value={done + refused.length}
              aria-label="进度"
            />
            <p role="status" className="m-0 num">
              共{target.length}份，已保存{done}份{refused.length > 0 && `，未保存${refused.length}份`}
            </p>
            <ul className="m-0 pl-4">
              {refused.map(({ name, why }) => (
                <li key={name}>
                  {name}：{why}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

function FileRows({ files }: { files: readonly ReportFile[] }) {
  return (
    <ul className="m-0 p-0 list-none max-h-80 overflow-auto">
      {files.map(({ name, lot, why }) => (
        <li key={name} className="py-1 border-b border-b-solid border-line break-all">
          {name}：
          {lot === null ? (
            <span className="text-price">{why}</span>
          ) : (
            <span className="text-ink-2">
              {lot.title}，批号{lot.lot_no}
              {lot.has_report === 1 && '，已有药检报告'}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
