import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { dropPaper } from '#lib/client/stores/papers.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { PaperSlot, PaperWire, Zizhi } from '#lib/contract/papers.ts';
import { bearsNumber, type PaperKind } from '#lib/rules/companies/qualification.ts';
import { FileThumb } from './FileThumb.tsx';
import { PaperForm } from './PaperForm.tsx';

interface Props {
  slot: PaperSlot;
  mayChange: boolean;
  onChange: (zizhi: Zizhi) => void;
}

const tones: Record<PaperSlot['tone'], string> = {
  good: 'text-primary',
  warn: 'text-promo-ink',
  bad: 'text-price',
  quiet: 'text-ink-2',
};

/** One kind of document: the valid version, and the form of the new one. */
export function PaperCard({ slot, mayChange, onChange }: Props) {
  const { kind, name, held, open, tone } = slot;
  const [isReplacing, setReplacing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isWritten = open !== null || isReplacing || (held === null && slot.is_needed === 1);
  const isForm = mayChange && isWritten;

  async function drop() {
    setBusy(true);
    try {
      if (open !== null) onChange(await dropPaper(kind));
      setReplacing(false);
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <section className="panel" aria-label={name}>
      <div className="panel-title flex-wrap gap-y-1">
        <h2 className="text-body font-600">
          {name}
          {slot.is_needed === 1 && (
            <span className="text-price" title="必须提交">
              {' '}
              *
            </span>
          )}
        </h2>
        <span className={`text-small font-400 ${tones[tone]}`}>{slot.state_text}</span>
        {mayChange && !isForm && (
          <Button
            kind="plain"
            size="small"
            className="ml-auto"
            aria-label={`${held === null ? '上传' : '更换'}：${name}`}
            onClick={() => setReplacing(true)}
          >
            {held === null ? '上传' : '更换'}
          </Button>
        )}
        {isForm && (held !== null || slot.is_needed === 0) && (
          <Button
            kind="text"
            size="small"
            className="ml-auto"
            busy={isBusy}
            aria-label={`${held === null ? '不提交' : '放弃更换'}：${name}`}
            onClick={() => void drop()}
          >
            {held === null ? '不提交' : '放弃更换'}
          </Button>
        )}
      </div>
      {held !== null && (
        <Facts kind={kind} paper={held} label={isWritten ? '现用证件，审核通过前继续有效' : ''} />
      )}
      {isForm && <PaperForm kind={kind} name={name} open={open} onChange={onChange} />}
      {!isForm && open !== null && <Facts kind={kind} paper={open} label={held === null ? '' : '更换件'} />}
    </section>
  );
}

/** A version that is only looked at. */
function Facts({ paper, kind, label }: { paper: PaperWire; kind: PaperKind; label: string }) {
  const from = paper.valid_from === '' ? '' : `${paper.valid_from} 至 `;
  return (
    <div className="px-3 md:px-4 py-3 border-b border-b-solid border-line last:border-b-0">
      {label !== '' && <p className="text-note text-ink-2 mb-1">{label}</p>}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        <div className="flex gap-2">
          <dt className="text-ink-2">编号</dt>
          <dd className="num break-all">{paper.number || (bearsNumber(kind) ? '未填写' : '无')}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-ink-2">有效期</dt>
          <dd className="num">
            {from}
            {paper.is_long === 1 ? '长期' : paper.valid_to || '未填写'}
          </dd>
        </div>
      </dl>
      {paper.reason !== '' && <p className="mt-1 text-small text-price">退回原因：{paper.reason}</p>}
      {paper.files.length > 0 && (
        <ul className="flex flex-wrap gap-3 mt-3">
          {paper.files.map((file) => (
            <FileThumb key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}
