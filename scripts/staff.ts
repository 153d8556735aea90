import { merchantRoles, platformRoles } from '#lib/rules/companies/staff.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import {
  addStaff,
  disableStaff,
  getStaffByName,
  listStaff,
  resetStaffPassword,
} from '#lib/server/staff/people.ts';
import { resetTotp } from '#lib/server/staff/totp.ts';
import { type Command, everyOption, none, oneOf, runCommands, whole } from './desk/command.ts';

const help = `用法：npm run staff -- 命令 参数

  add 登录名 --role 角色 [--merchant 商家编号]
                        新增员工账号，打印一次性初始密码；不给商家则为平台员工
  list                  列出员工账号
  disable 登录名        停用，已登录的立即退出
  password 登录名       重设为新的一次性初始密码，已登录的立即退出
  reset-totp 登录名     解除身份验证器（如手机丢失），已登录的立即退出；平台员工下次登录时重新绑定

平台角色：${platformRoles.join('、')}
商家角色：${merchantRoles.join('、')}

初始密码只显示这一次，本人首次登录后须先修改。每条命令都记入审计日志。
--as 姓名 说明由谁操作，不写则用当前系统账户名。`;

const options = {
  role: { type: 'string' },
  merchant: { type: 'string' },
  ...everyOption,
} as const;

const oneName = (args: string[]) => oneOf(args, '登录名', help);

const commands: Record<string, Command<typeof options>> = {
  async add(context, args, { role, merchant }) {
    const username = oneName(args);
    if (role === undefined) throw new StartupError(`请用 --role 给出角色。\n\n${help}`);
    const made = await addStaff(context, {
      username,
      role,
      merchantId: merchant === undefined ? null : whole('--merchant ', merchant),
    });
    return `员工“${made.username}”（编号${made.id}）已新增，初始密码：${made.password}`;
  },

  async list(context, args) {
    none(args, 'list', help);
    const list = await listStaff(context);
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
    const { id, username } = await getStaffByName(context, oneName(args));
    const { password } = await resetStaffPassword(context, { id });
    return `员工“${username}”的新初始密码：${password}`;
  },

  async 'reset-totp'(context, args) {
    const { id } = await getStaffByName(context, oneName(args));
    const { staff } = await resetTotp(context, { id, reason: '由命令解除' });
    return `员工“${staff.username}”的身份验证器已解除`;
  },
};

await runCommands({ help, options, commands });
