import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import type { BulkWork } from './use-bulk.ts';

/** Acts on many rows of this list: those at work with their progress, and those that ended lately. */
export function BulkRuns({ work }: { work: BulkWork }) {
  const { runs, refused, forget, stop } = work;
  return (
    <>
      {runs.length > 0 && (
        <section className="panel mb-3" aria-label="批量操作">
          <ul className="m-0 p-0 list-none">
            {runs.map((run) => (
              <li key={run.id} className="grid gap-2 px-4 py-2 text-small">
                <Run run={run} onStop={() => void stop(run.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <Dialog open title="没有完成的" onClose={forget} footer={<Button onClick={forget}>知道了</Button>}>
          <Refusals rows={refused} />
        </Dialog>
      )}
    </>
  );
}

function Run({ run, onStop }: { run: BulkRunWire; onStop: () => void }) {
  const { rows, done, same, refused } = run;
  const isOver = run.ended_at !== '';
  const counts = [
    `已完成${done}条`,
    same > 0 && `没有变化${same}条`,
    refused > 0 && `未完成${refused}条`,
    isOver && rows > done + same + refused && `没有处理${rows - done - same - refused}条`,
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
      {!isOver && <progress className="w-full" max={rows} value={done + same + refused} aria-label="进度" />}
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
