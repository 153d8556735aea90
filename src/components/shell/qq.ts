/** Opens a conversation with a QQ account. */
export function qqHref(account: string): string {
  return `https://wpa.qq.com/msgrd?v=3&uin=${encodeURIComponent(account)}&site=qq&menu=yes`;
}
