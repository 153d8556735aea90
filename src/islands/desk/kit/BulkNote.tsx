import type { BulkPreview } from '#lib/contract/desk/bulk.ts';

interface Props {
  /** The act: 提醒. */
  text: string;
  preview: BulkPreview;
}

/** The preview of an act on many rows: the number of rows, and those that the act would not change, by reason. */
export function BulkNote({ text, preview: { rows, left } }: Props) {
  const leaves = left.reduce((sum, one) => sum + one.rows, 0);
  return (
    <div className="grid gap-2 text-small" role="status">
      <p className="m-0">
        共<b className="num">{rows}</b>条
        {leaves > 0 && (
          <>
            ，现在可以{text}
            <b className="num">{rows - leaves}</b>条，其余<b className="num">{leaves}</b>条不会变更：
          </>
        )}
      </p>
      {leaves > 0 && (
        <ul className="m-0 pl-4 max-h-60 overflow-y-auto">
          {left.map(({ why, rows: count, names }) => (
            <li key={why}>
              {why}：{count}条
              {names.length > 0 && (
                <span className="text-ink-2 break-words">
                  （{names.join('、')}
                  {count > names.length && `，还有${count - names.length}条`}）
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="m-0 text-ink-2">执行时逐条再核对，没有完成的会列出原因。</p>
    </div>
  );
}
