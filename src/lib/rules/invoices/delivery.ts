/** Where the files of an issued invoice are delivered besides the shop: the mail and the mobile of its title (rules 19). */
import { isTextNight } from '../companies/text-kinds.ts';
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

export const deliveryWays = { mail: '收票邮箱', sms: '收票手机' } as const;
export type DeliveryWay = keyof typeof deliveryWays;
export const deliveryWayKeys = keysOf(deliveryWays);

/**
 * waiting: a job sends it. sending: a process is at it. failed: it was given up. unknown: the process ended while it sent,
 * it may have arrived, and its provider cannot say. People may send both of the last again.
 */
const deliveryStates = {
  waiting: '等待发送',
  sending: '正在发送',
  sent: '已发送',
  failed: '没有送达',
  unknown: '发送结果未知',
} as const;
export const deliveryStateKeys = keysOf(deliveryStates);

/** A state in words; by night a text message waits for the morning. */
export function deliveryStateText(
  { way, state }: { way: DeliveryWay; state: keyof typeof deliveryStates },
  now: EpochMs,
): string {
  const waits = way === 'sms' && state === 'waiting' && isTextNight(now);
  return waits ? '等待发送，早上8点后发短信' : deliveryStates[state];
}

/** What is said of an unknown one. */
export const unknownDelivery = '发送时中断，可能已经收到。没有收到的，请点“重新发送”';

/** Times that people may send one invoice again, and the least time between two, ms. */
export const maxResends = 10;
export const resendAfterMs = 60_000;

/** What could not be sent for so long is given up, ms: longer than any night. */
export const deliverWithinMs = 24 * 3_600_000;

/** Bytes of the files of one mail at most: above it the mail has the link alone. */
export const maxMailFiles = 10 * 1024 * 1024;

/** How often people sent an invoice again; `askedAt` is the last time, epoch ms. */
export interface Resent {
  asked: number;
  askedAt: EpochMs | null;
}

/** Why an invoice is not sent again now; null where it may be. `all`: one for each way. */
export function resendRefusal(all: readonly Resent[], now: EpochMs): string | null {
  if (all.some(({ asked }) => asked >= maxResends))
    return `这张发票已重新发送${maxResends}次，不能再发送。请在本页下载`;
  if (all.some(({ askedAt }) => askedAt !== null && now - askedAt < resendAfterMs))
    return '刚刚已重新发送，请一分钟后再试';
  return null;
}

/** An address of mail that people of other companies may see: its first character and the domain. */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@');
  return at < 1 ? '***' : `${mail.slice(0, 1)}***${mail.slice(at)}`;
}

/** The mail of an issued invoice; it names no amount. `link`: the invoice's page, absolute. */
export function invoiceMail(invoice: {
  number: string;
  seller: string;
  buyer: string;
  isRed: boolean;
  link: string;
  hasFiles: boolean;
}): { subject: string; text: string } {
  const what = invoice.isRed ? '红字发票' : '发票';
  const files = invoice.hasFiles ? '发票文件在附件里，XML是原件。' : '';
  return {
    subject: `${what}已开具：${invoice.seller}，${invoice.number}`,
    text: [
      `${invoice.buyer}：`,
      `${invoice.seller}开给您的${what}${invoice.number}已开具。${files}`,
      `登录药批网查看和下载：${invoice.link}`,
      '这封邮件由系统发出，请不要回复。不是您的发票，请忽略，并告诉发票抬头的企业更正收票邮箱。',
    ].join('\n\n'),
  };
}

/** The text message of an issued invoice; it names no amount. */
export function invoiceSentence(seller: string, link: string): string {
  return `${seller}开给您的发票已开具，登录后查看和下载：${link}`;
}
