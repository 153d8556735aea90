/** `npm run ops -- company …`: accounts that the platform opens. */

import { linkPassword, openCompany, type PasswordLink } from '#lib/server/companies/open-account.ts';
import type { Context } from '#lib/server/core/context.ts';
import { StartupError } from '#lib/server/core/process/env.ts';

export const companyHelp = `  company add 企业名称 --phone 手机号 --type 单体药房 --contact 姓名
                                       代企业开账户，给出设置密码的链接（3 天内有效，用一次即失效）
  company link 手机号                  给忘记密码的买家一个重设密码的链接，请先核对其身份`;

/** The options of `company`; `--phone` is a merchant's as well. */
export const companyOptions = { type: { type: 'string' }, contact: { type: 'string' } } as const;

interface Values {
  phone?: string | undefined;
  type?: string | undefined;
  contact?: string | undefined;
}

/** Runs `company …`; returns the output. Throws a StartupError for invalid arguments. */
export async function runCompany(
  context: Context<'platform'>,
  args: string[],
  { phone, type, contact = '' }: Values,
  help: string,
): Promise<string> {
  const [verb, subject, ...rest] = args;
  if (subject === undefined || rest.length > 0) throw new StartupError(`请给出企业名称或手机号。\n\n${help}`);
  if (verb === 'link') return linkText('账号可以重设密码', await linkPassword(context, subject));
  if (verb !== 'add') throw new StartupError(`没有命令“company ${verb ?? ''}”。\n\n${help}`);
  if (phone === undefined || type === undefined)
    throw new StartupError(`请用 --phone 给出手机号，用 --type 给出企业类型。\n\n${help}`);
  return linkText('账户已开通', await openCompany(context, { name: subject, contact, phone, type }));
}

function linkText(what: string, { company, phone, link, expiresAt }: PasswordLink): string {
  const until = new Date(expiresAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  return [
    `${company}（${phone}）：${what}。请把下面的链接只发给本人，${until}前有效，用一次即失效：`,
    link,
    '对方设置密码后用手机号登录，继续填写企业资料、上传证照。',
  ].join('\n');
}
