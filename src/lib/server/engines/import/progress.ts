import type { Progress } from './import.ts';

type Output = { write(text: string): unknown; isTTY?: boolean };

/** A bar that moves on a terminal; elsewhere (a log, a pipe) one plain line when a stage is done. */
export function showProgress(output: Output): Progress {
  return (stage, done, total) => {
    const isDone = done >= total;
    if (!output.isTTY) {
      if (isDone) output.write(`${stage}：${total} 行\n`.replace('读取：1 行', '读取：完成'));
      return;
    }
    const share = total === 0 ? 1 : done / total;
    const width = 28;
    const full = Math.round(share * width);
    const bar = '█'.repeat(full) + '░'.repeat(width - full);
    const count = total > 1 ? ` ${done}/${total}` : '';
    output.write(`\r\u001b[K${stage} ${bar} ${Math.floor(share * 100)}%${count}${isDone ? '\n' : ''}`);
  };
}
