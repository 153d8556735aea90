import { parseArgs } from 'node:util';
import { AppError } from '#lib/contract/errors.ts';
import { merchantRoles, platformRoles } from '#lib/rules/companies/staff.ts';
import type { Context } from '#lib/server/context.ts';
import { connect } from '#lib/server/db/client.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { operator } from '#lib/server/operator.ts';
import { StartupError } from '#lib/server/process/env.ts';
import {
  addStaff,
  disableStaff,
  getStaffByName,
  listStaff,
  resetStaffPassword,
} from '#lib/server/services/staff/people.ts';
import { fail } from '#lib/server/start/run.ts';

const help = `用法：npm run staff -- 命令 参数

  add 登录名 --role 角色 [--merchant 商家编号]
                        新增员工账号，打印一次性初始密码；不给商家则为平台员工
  list                  列出员工账号
  disable 登录名        停用，已登录的立即退出
  password 登录名       重设为新的一次性初始密码，已登录的立即退出

平台角色：${platformRoles.join('、')}
商家角色：${merchantRoles.join('、')}

初始密码只显示这一次，本人首次登录后须先修改。每条命令都记入审计日志。
--as 姓名 说明由谁操作，不写则用当前系统账户名。`;

const options = {
  role: { type: 'string' },
  merchant: { type: 'string' },
  as: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof read>['values'];
type Command = (context: Context<'platform'>, args: string[], values: Values) => Promise<string>;

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new StartupError(`有不认识的参数，或参数缺少值。\n\n${help}`);
  }
}

function oneName(args: string[]): string {
  const [name, ...rest] = args;
  if (name === undefined || rest.length > 0) throw new StartupError(`请给出一个登录名。\n\n${help}`);
  return name;
}

function merchantOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new StartupError('--merchant 须为正整数。');
  return Number(text);
}

const commands: Record<string, Command> = {
  async add(context, args, { role, merchant }) {
    const username = oneName(args);
    if (role === undefined) throw new StartupError(`请用 --role 给出角色。\n\n${help}`);
    const made = await addStaff(context, { username, role, merchantId: merchantOf(merchant) });
    return `员工“${made.username}”（编号${made.id}）已新增，初始密码：${made.password}`;
  },

  async list(context, args) {
    if (args.length > 0) throw new StartupError(`list 后面不跟参数。\n\n${help}`);
    const { list } = await listStaff(context);
    if (list.length === 0) return '没有员工账号';
    return list
      .map((one) =>
        [one.id, one.username, one.role_text, one.merchant ?? '', one.is_disabled ? '已停用' : '']
          .filter((part) => part !== '')
          .join('  '),
      )
      .join('\n');
  },

  async disable(context, args) {
    const { id } = await getStaffByName(context, oneName(args));
    const { username } = await disableStaff(context, { id });
    return `员工“${username}”已停用`;
  },

  async password(context, args) {
    const { username, password } = await resetStaffPassword(context, oneName(args));
    return `员工“${username}”的新初始密码：${password}`;
  },
};

async function run(args: string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') {
    console.log(help);
    return;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StartupError(name === undefined ? help : `没有命令“${name}”。\n\n${help}`);
  const who = operator(values.as);
  const database = await openDatabase('tool');
  const { db, pool } = connect(database.url, { max: 2 });
  try {
    console.log(await command({ db, now: new Date(), ...who }, rest, values));
  } catch (error) {
    throw error instanceof AppError ? new StartupError(`${error.message}。`) : error;
  } finally {
    await pool.end();
    await database.close();
  }
}

await run(process.argv.slice(2)).catch(fail);
