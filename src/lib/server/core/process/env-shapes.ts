/** Shapes of settings' values: a value in the wrong setting is reported at the start. */
import { z } from 'zod';

/** A key or a secret. */
export const keyWord = z.string().regex(/^[\x21-\x7e]{2,256}$/, '应为对方给的字母和数字，不带空格');

/** `what`: the number's name in words. */
export const numberOf = (what: string) => z.string().regex(/^\d{1,20}$/, `应为数字的${what}`);

export const smsSign = z
  .string()
  .max(30, '最多 30 个字')
  .regex(/^[^【】\s]+$/, '填签名的名称，不带【】');

export const aliyunTemplate = z.string().regex(/^SMS_\d+$/, '应形如 SMS_ 加数字');

export const wechatAppId = z.string().regex(/^wx[0-9a-z]{16}$/, '应形如 wx 加 16 位字母和数字');

export const webAddress = z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的网址' });

export const smtpAddress = z.url({ protocol: /^smtps?$/, error: '应为 smtp:// 或 smtps:// 开头的地址' });

/** `name <address>`, or the address alone. */
export const mailSender = z
  .string()
  .regex(
    /^(?:[^<>"\r\n]{1,60} <[\w.+-]+@[\w-]+(?:\.[\w-]+)+>|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/,
    '应为邮箱地址，或“名称 <邮箱地址>”',
  );

/** `1`, `true`, `yes`, `on` in any case are true; empty counts as unset. */
export const flag = z
  .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], '只能是 1 或 0')
  .transform((word) => ['1', 'true', 'yes', 'on'].includes(word));
