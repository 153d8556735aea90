/** Errors of providers and the database, recorded in English and codes, in words for the desks. */

/** Codes of the database by what they mean to a person. */
const codes: Record<string, string> = {
  '23505': '数据重复',
  '23503': '关联的数据不存在',
  '23514': '数据不符合规定',
  '40P01': '数据库正忙，互相等待',
  '55P03': '数据库正忙，等待超时',
  '57014': '数据库执行超时',
  P0001: '数据库拒绝了这次修改',
};

const noAnswer = /fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR|timeout|timed out|aborted|socket/i;

/** One sentence for people; the text itself where it is Chinese already. Empty for an empty text. */
export function failureText(error: string): string {
  if (error === '') return '';
  const refused = /^\S+ refused to give back \d+ as \S+: (.+)$/s.exec(error);
  if (refused) return `渠道拒绝：${refused[1]}`;
  const unset = /^no provider (\S+)$/.exec(error);
  if (unset) return `支付渠道${unset[1]}没有配置`;
  if (/^\p{Script=Han}/u.test(error)) return error;
  const code = /^[0-9A-Z]{5}(?= )/.exec(error)?.[0];
  if (code !== undefined && Object.hasOwn(codes, code)) return codes[code] ?? error;
  if (noAnswer.test(error)) return '对方没有答复（网络不通或超时）';
  if (/^[a-z_]+: /.test(error)) return '对方的答复不能确认结果';
  return '程序出错，请把原文交给技术人员';
}
