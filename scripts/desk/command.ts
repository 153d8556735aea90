/** Commands of people: how their arguments are read, who runs them, and the database that they work on. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { AppError } from '#lib/contract/errors.ts';
import type { Context } from '#lib/server/core/context.ts';
import { operator } from '#lib/server/core/operator.ts';
import { completeEnv, StartupError } from '#lib/server/core/process/env.ts';
import { fail } from '#lib/server/core/process/fail.ts';
import { readSecret } from '#lib/server/core/process/secret.ts';
import { connect } from '#lib/server/db/client.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { isDemo } from '#lib/server/db/demo.ts';

/** Options of every command: who runs it, and help. */
export const everyOption = { as: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

interface Reading<O extends ParseArgsOptionsConfig> {
  /** The help text of the arguments. */
  help: string;
  options: O;
}

/** Reads the arguments of this process. Throws a StartupError with the help where one is not known or lacks its value. */
export function readArgs<O extends ParseArgsOptionsConfig>({ help, options }: Reading<O>) {
  try {
    return parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
  } catch {
    throw new StartupError(`有不认识的参数，或参数缺少值。\n\n${help}`);
  }
}

/** The values of options as they are read. */
export type ValuesOf<O extends ParseArgsOptionsConfig> = ReturnType<typeof readArgs<O>>['values'];

/** Returns the output of the finished command. */
export type Command<O extends ParseArgsOptionsConfig> = (
  context: Context<'platform'>,
  args: string[],
  values: ValuesOf<O>,
) => Promise<string>;

interface Commands<O extends ParseArgsOptionsConfig> extends Reading<O> {
  commands: Record<string, Command<O>>;
}

/** Runs the command that the first argument names, on the database, as the person who runs it. */
export async function runCommands<O extends ParseArgsOptionsConfig & typeof everyOption>(
  script: Commands<O>,
): Promise<void> {
  await run(script).catch(fail);
}

async function run<O extends ParseArgsOptionsConfig & typeof everyOption>({
  commands,
  ...reading
}: Commands<O>): Promise<void> {
  const { help } = reading;
  const { values, positionals } = readArgs<O>(reading);
  const [name, ...rest] = positionals;
  const own: ValuesOf<typeof everyOption> = values;
  if (own.help || name === 'help') {
    console.log(help);
    return;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StartupError(name === undefined ? help : `没有命令“${name}”。\n\n${help}`);
  const who = operator(own.as);
  const database = await openDatabase('tool');
  const { db, pool } = connect(database.url, { max: 2 });
  try {
    const demo = await isDemo(db);
    // The counter of a demo knows the running shop by its secret.
    completeEnv({
      DATABASE_URL: database.url,
      DEMO: demo ? '1' : '0',
      ...(demo && { AUTH_SECRET: readSecret() }),
    });
    console.log(await command({ db, now: new Date(), ...who }, rest, values));
  } catch (error) {
    throw error instanceof AppError ? new StartupError(`${error.message}。`) : error;
  } finally {
    await pool.end();
    await database.close();
  }
}

/** The only argument of a command. Throws a StartupError with the help otherwise. */
export function oneOf(args: string[], label: string, help: string): string {
  const [value, ...rest] = args;
  if (value === undefined || rest.length > 0) throw new StartupError(`请给出一个${label}。\n\n${help}`);
  return value;
}

/** Throws a StartupError with the help when a command that takes no arguments was given some. */
export function none(args: string[], name: string, help: string): void {
  if (args.length > 0) throw new StartupError(`${name} 后面不跟参数。\n\n${help}`);
}

/** A positive whole number of an option or an argument. Throws a StartupError otherwise. */
export function whole(label: string, text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw new StartupError(`${label}须为正整数。`);
  return Number(text);
}
