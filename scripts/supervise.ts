/**
 * Restarts a server when it ends by itself. Small on purpose, and without a dependency: a failure in here would be
 * final.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { outliveOutput } from '#lib/server/core/process/output.ts';
import { heapEnv, heapFlags, supervisedKey, wrongStart } from '#lib/server/core/process/supervised.ts';

/** A run shorter than this, ms, is a failure; after that many in a row, retrying is useless. */
const shortRun = 10_000;
const maxShortRuns = 5;
const longestPause = 15_000;
/** A server has its own limit for its end (SHUTDOWN_SECONDS); an unresponsive one is killed after this, ms. */
const patience = 5_000;

type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** Runs a script as a server and returns the exit code, when it ended on request or cannot work. */
export async function supervise(script: string, args: readonly string[]): Promise<number> {
  outliveOutput();
  try {
    // The server reads the same file: it contains the time limit of its end.
    process.loadEnvFile();
  } catch {
    // There is no file.
  }
  let child: ChildProcess | undefined;
  let isStopping = false;
  const stopped = Promise.withResolvers<void>();

  function stop(signal: NodeJS.Signals): void {
    isStopping = true;
    stopped.resolve();
    // A second signal may come from the same Ctrl-C, which reaches the whole group: the server takes the first.
    child?.kill(signal);
    const limit =
      Number(process.env.SHUTDOWN_SECONDS || 10) * 1000 + Number(process.env.DRAIN_SECONDS || 0) * 1000;
    setTimeout(() => child?.kill('SIGKILL'), limit + patience).unref();
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));

  for (let short = 0, runs = 1; ; runs++) {
    const begun = Date.now();
    // This process's own arguments come last, so they override.
    child = spawn(process.execPath, [...heapFlags, ...process.execArgv, script, ...args], {
      // The channel tells the server when its supervisor is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...heapEnv, ...process.env, [supervisedKey]: '1' },
    });
    const [code, signal] = (await once(child, 'exit')) as [Ended['code'], Ended['signal']];
    if (isStopping) return code ?? 1;
    if (code === 0) return 0;
    // What worked at the first start may be unavailable at a later one, and recover, e.g. the database.
    if (code === wrongStart && runs === 1) return 1;
    short = Date.now() - begun < shortRun && code !== wrongStart ? short + 1 : 0;
    const how = signal ? `信号 ${signal}` : `代码 ${code}`;
    if (short >= maxShortRuns) {
      console.error(
        `服务连续 ${short} 次刚启动就结束（${how}），不再重试。原因见上面的日志；改正后重新执行 npm start。`,
      );
      return 1;
    }
    const pause = Math.min(longestPause, code === wrongStart ? 2_000 : short === 0 ? 0 : 250 * 2 ** short);
    console.error(`服务意外结束（${how}），${pause < 1000 ? '马上' : `${pause / 1000} 秒后`}重新启动…`);
    await Promise.race([new Promise((resolve) => setTimeout(resolve, pause)), stopped.promise]);
    if (isStopping) return 1;
  }
}
