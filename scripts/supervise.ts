/**
 * Starts a server again when it ends by itself. Small on purpose, and without a dependency: what can fail in here would
 * fail for good.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { outliveOutput } from '#lib/server/process/output.ts';
import { heapEnv, heapFlags, supervisedKey, wrongStart } from '#lib/server/process/supervised.ts';

/** A run shorter than this, ms, is a failure at once; so many in a row, and there is no use in trying on. */
const shortRun = 10_000;
const maxShortRuns = 5;
const longestPause = 15_000;
/** A server has its own limit for its end (SHUTDOWN_SECONDS); one that is beyond hearing is ended after this, ms. */
const patience = 5_000;

type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** Runs a script as a server and answers the code to exit with, when it ended because it was told to or cannot work. */
export async function supervise(script: string, args: readonly string[]): Promise<number> {
  outliveOutput();
  try {
    // The server reads the same: how long it may take to end stands there.
    process.loadEnvFile();
  } catch {
    // There is none.
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
    // What this process was given comes last, and so rules.
    child = spawn(process.execPath, [...heapFlags, ...process.execArgv, script, ...args], {
      // Over the channel the server learns that its supervisor is gone.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...heapEnv, ...process.env, [supervisedKey]: '1' },
    });
    const [code, signal] = (await once(child, 'exit')) as [Ended['code'], Ended['signal']];
    if (isStopping) return code ?? 1;
    if (code === 0) return 0;
    // What was right at the first start may be out of reach at a later one, and come back: the database, say.
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
