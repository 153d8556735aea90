import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { cellText } from '#lib/contract/desk/cells.ts';
import type { RowOf } from '#lib/contract/desk/list.ts';
import type { audit } from '#lib/contract/desk/lists/audit.ts';
import type { AuditLine } from '#lib/rules/site/audit-lines.ts';
import { linesOf } from './audit-words.ts';

interface Props {
  /** Acts and subjects have their words there. */
  words: (typeof audit)['columns'];
  /** Null while none is open. */
  entry: RowOf<typeof audit> | null;
  onClose: () => void;
}

/** One entry of the audit log, with the old and new values. */
export function AuditEntry({ words, entry, onClose }: Props) {
  const title = entry === null ? '' : cellText(words.act, entry.act);
  return (
    <Dialog open={entry !== null} title={String(title)} width="wide" onClose={onClose}>
      {entry !== null && (
        <div className="grid gap-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small [&>dt]:text-ink-2">
            <dt>时间</dt>
            <dd className="num">{momentText(entry.at)}</dd>
            <dt>操作人</dt>
            <dd className="break-all">
              {entry.who}（{entry.side}）
            </dd>
            <dt>对象</dt>
            <dd className="break-all">
              {cellText(words.subject, entry.subject)} {entry.key}
            </dd>
            <dt>请求号</dt>
            <dd className="num break-all">{entry.request_id || '—'}</dd>
          </dl>
          <Changes lines={linesOf(entry)} />
        </div>
      )}
    </Dialog>
  );
}

function Changes({ lines }: { lines: readonly AuditLine[] }) {
  if (lines.length === 0) return <p className="text-small text-ink-2">没有记下具体内容。</p>;
  const hasOld = lines.some(({ from }) => from !== '');
  return (
    <table className="w-full text-small [&_:is(th,td)]:(px-2.5 py-1.5 text-left align-top border-b border-b-solid border-line break-all)">
      <thead className="bg-card-dim text-ink-2 whitespace-nowrap">
        <tr>
          <th scope="col">项目</th>
          {hasOld && <th scope="col">变更前</th>}
          <th scope="col">{hasOld ? '变更后' : '内容'}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, from, to }) => (
          <tr key={label}>
            <th scope="row" className="font-400 text-ink-2">
              {label}
            </th>
            {hasOld && <td>{from}</td>}
            <td>{to || '无'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
