import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { AuditEntryWire } from '#lib/contract/audit/schema.ts';

interface Props {
  /** Null while none is open. */
  entry: AuditEntryWire | null;
  onClose: () => void;
}

/** One entry of the audit log, with what was there before and after. */
export function AuditEntry({ entry, onClose }: Props) {
  return (
    <Dialog open={entry !== null} title={entry?.act_text ?? ''} width="wide" onClose={onClose}>
      {entry !== null && (
        <div className="grid gap-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small [&>dt]:text-ink-2">
            <dt>时间</dt>
            <dd className="num">{momentText(entry.at)}</dd>
            <dt>操作人</dt>
            <dd className="break-all">
              {entry.person || entry.who}（{entry.side}）
            </dd>
            <dt>对象</dt>
            <dd className="break-all">
              {entry.subject_text} {entry.key}
            </dd>
            <dt>请求号</dt>
            <dd className="num break-all">{entry.request_id || '—'}</dd>
          </dl>
          <div className="grid sm:grid-cols-2 gap-3">
            <Change title="变更前" text={entry.before} />
            <Change title="变更后" text={entry.after} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Change({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className="mb-1 text-small">{title}</h3>
      <pre className="m-0 p-2.5 rounded bg-card-dim text-note whitespace-pre-wrap break-all">
        {text === '' ? '无' : text}
      </pre>
    </section>
  );
}
