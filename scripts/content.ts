/**
 * `npm run content`: all that is wrong with help, news and zones, a line each, with file and line. `-- --watch` stays,
 * and tells it again at each save.
 */
import { parseArgs } from 'node:util';
import { StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { type ContentMistake, mistakeText } from './content/lines.ts';

function report(mistakes: readonly ContentMistake[]): void {
  for (const mistake of mistakes) console.log(mistakeText(mistake));
  console.log(
    mistakes.length === 0 ? '帮助、新闻和专区没有发现错误。' : `共 ${mistakes.length} 处，请改正。`,
  );
}

function isWatching(): boolean {
  try {
    return parseArgs({ options: { watch: { type: 'boolean' } } }).values.watch ?? false;
  } catch {
    throw new StartupError('用法：npm run content [-- --watch]；--watch：每次保存后再检查一遍。');
  }
}

async function run(): Promise<number> {
  if (!isWatching()) {
    const { checkContent } = await import('./content/check.ts');
    const mistakes = checkContent();
    report(mistakes);
    return mistakes.length === 0 ? 0 : 1;
  }
  const { watchContent } = await import('./content/watch.ts');
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  console.log('保存后自动检查，按 Ctrl C 结束。');
  await watchContent(report, ending.signal);
  return 0;
}

process.exitCode = await run().catch(fail);
