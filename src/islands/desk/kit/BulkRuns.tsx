import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { UndoRunDialog } from './UndoRunDialog.tsx';
import type { BulkWork } from './use-bulk.ts';

/** Acts on many rows of this list: those at work with their progress, and those that ended lately. */
export function BulkRuns({ work }: { work: BulkWork }) {
  const { runs, isLost, refused, forget, stop, undo } = work;
  const [undone, setUndone] = useState<BulkRunWire | null>(null);
  return (
    <>
      {runs.length > 0 && (
        <section className="panel mb-3" aria-label="批量操作">
          {isLost && (
            <p className="px-4 pt-2">
              <Tag kind="warn">连接中断，正在重试</Tag>
            </p>
          )}
          <ul className="m-0 p-0 list-none max-h-80 overflow-y-auto">
            {runs.map((run) => (
              <li key={run.id} className="grid gap-2 px-4 py-2 text-small">
                <Run run={run} onStop={() => void stop(run.id)} onUndo={() => setUndone(run)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {undone !== null && (
        <UndoRunDialog run={undone} undo={(nos) => undo(undone, nos)} onClose={() => setUndone(null)} />
      )}
      {refused.length > 0 && (
        <Dialog open title="没有完成的" onClose={forget} footer={<Button onClick={forget}>知道了</Button>}>
          <Refusals rows={refused} />
        </Dialog>
      )}
    </>
  );
}

interface RunProps {
  run: BulkRunWire;
  onStop: () => void;
  onUndo: () => void;
}

function Run({ run, onStop, onUndo }: RunProps) {
  const { rows, done, same, refused, undone } = run;
  const tried = done + same + refused + undone;
  const isOver = run.ended_at !== '';
  const counts = [
    `已完成${done}条`,
    undone > 0 && `已撤销${undone}条`,
    same > 0 && `没有变化${same}条`,
    refused > 0 && `未完成${refused}条`,
    isOver && rows > tried && `没有处理${rows - tried}条`,
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-500">批量{run.text}</b>
        <Tag kind={run.why === '' ? 'soft' : 'warn'}>{run.state_text}</Tag>
        <span role="status" className="num">
          共{rows}条，{counts.filter((text) => text !== false).join('，')}
          {run.why !== '' && `。${run.why}`}
        </span>
        <span className="text-ink-2">
          {run.made_by} {momentText(run.created_at)}
          {run.search !== '' && ` ${run.search}`}
        </span>
        <span className="ml-auto flex gap-2 no-print">
          {run.may_stop === 1 && (
            <Button kind="plain" size="small" className="max-md:h-touch" onClick={onStop}>
              停止
            </Button>
          )}
          {run.undo !== '' && (
            <Button kind="plain" size="small" className="max-md:h-touch" onClick={onUndo}>
              撤销
            </Button>
          )}
          {isOver && (
            <a
              className={buttonClass('plain', 'small', 'max-md:h-touch')}
              href={`/api/desk/bulk/${run.id}/file`}
              download
            >
              下载结果
            </a>
          )}
        </span>
      </div>
      {!isOver && <progress className="w-full" max={rows} value={tried} aria-label="进度" />}
      {run.refusals.length > 0 && (
        <details>
          <summary>未完成的原因</summary>
          <Refusals rows={run.refusals} />
          {refused > run.refusals.length && <p className="m-0 text-ink-2">其余的在结果文件里。</p>}
        </details>
      )}
    </>
  );
}

function Refusals({ rows }: { rows: BulkRunWire['refusals'] }) {
  return (
    <ul className="m-0 pl-4 text-small">
      {rows.map(({ name, why }) => (
        <li key={name}>
          {name}：{why}
        </li>
      ))}
    </ul>
  );
}
