/** Settings of the providers of SMS, payments, parcels and invoices, and which of them belong together. */
import { z } from 'zod';
import {
  aliyunTemplate,
  flag,
  keyWord,
  mailSender,
  numberOf,
  smsSign,
  smtpAddress,
  webAddress,
  wechatAppId,
} from './env-shapes.ts';
import { readCertificates, readPrivateKey, readTheirKey } from './rsa-keys.ts';

/** The result of `read`; its error message becomes the issue. */
function readBy<T>(read: (text: string) => T) {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : '写法有误');
      return z.NEVER;
    }
  });
}

const rtmpPortError = '应为 0–65535 的端口号';

export const providerShapes = {
  SMS_ALIYUN_KEY_ID: keyWord.optional(),
  SMS_ALIYUN_KEY_SECRET: keyWord.optional(),
  SMS_ALIYUN_SIGN: smsSign.optional(),
  SMS_ALIYUN_CODE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_INVITE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_NOTICE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_INVOICE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_ENDPOINT: z.string().default('dysmsapi.aliyuncs.com'),
  SMS_TENCENT_SECRET_ID: keyWord.optional(),
  SMS_TENCENT_SECRET_KEY: keyWord.optional(),
  SMS_TENCENT_APP_ID: numberOf('SDKAppID').optional(),
  SMS_TENCENT_SIGN: smsSign.optional(),
  SMS_TENCENT_CODE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_INVITE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_NOTICE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_INVOICE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_ENDPOINT: z.string().default('sms.tencentcloudapi.com'),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailSender.optional(),
  WECHAT_APP_ID: wechatAppId.optional(),
  WECHAT_APP_SECRET: keyWord.optional(),
  WECHAT_OPEN_URL: webAddress.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: webAddress.default('https://api.weixin.qq.com'),
  WECHAT_PAY_MERCHANT_ID: z
    .string()
    .regex(/^\d{8,10}$/, '应为 8–10 位数字的商户号')
    .optional(),
  WECHAT_PAY_APP_ID: wechatAppId.optional(),
  WECHAT_PAY_SERIAL: z
    .string()
    .regex(/^[0-9A-Fa-f]{8,40}$/, '应为商户 API 证书的序列号（16 进制）')
    .optional(),
  WECHAT_PAY_PRIVATE_KEY: readBy(readPrivateKey).optional(),
  WECHAT_PAY_API_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 32, 'APIv3 密钥应为 32 个字符')
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^(PUB_KEY_ID_\d+|[0-9A-Fa-f]{8,40})$/, '应为 PUB_KEY_ID_ 开头的公钥编号，或平台证书的序列号')
    .optional(),
  WECHAT_PAY_PUBLIC_KEY: readBy(readTheirKey).optional(),
  WECHAT_PAY_CERTIFICATE: readBy(readTheirKey)
    .refine(({ serial }) => serial !== null, '应为微信支付平台证书')
    .optional(),
  WECHAT_PAY_APP_SECRET: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/, '应为公众号的 AppSecret（32 位字母和数字）')
    .optional(),
  WECHAT_PAY_ENDPOINT: webAddress.default('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{16}$/, '应为 16 位数字的应用 APPID')
    .optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, '应为 2088 开头的 16 位商家账号 PID')
    .optional(),
  ALIPAY_PRIVATE_KEY: readBy(readPrivateKey).optional(),
  ALIPAY_PUBLIC_KEY: readBy(readTheirKey).optional(),
  ALIPAY_APP_CERTIFICATE: readBy(readCertificates).optional(),
  ALIPAY_ROOT_CERTIFICATE: readBy(readCertificates).optional(),
  ALIPAY_GATEWAY: webAddress.default('https://openapi.alipay.com/gateway.do'),
  BANK_ACCOUNT_NAME: z.string().max(100, '最多 100 个字').optional(),
  BANK_ACCOUNT_NO: z
    .string()
    .transform((no) => no.replace(/[ -]/g, ''))
    .refine((no) => /^\d{8,32}$/.test(no), '应为 8–32 位数字的银行账号')
    .optional(),
  BANK_NAME: z.string().max(100, '最多 100 个字').optional(),
  BANK_CODE: z
    .string()
    .regex(/^\d{12}$/, '应为 12 位数字的联行号')
    .optional(),
  KUAIDI100_KEY: keyWord.optional(),
  KUAIDI100_CUSTOMER: keyWord.optional(),
  KUAIDI100_SALT: z.string().min(8, '至少 8 个字符').optional(),
  KUAIDI100_ENDPOINT: webAddress.default('https://poll.kuaidi100.com'),
  KDNIAO_ID: numberOf('用户ID').optional(),
  KDNIAO_KEY: keyWord.optional(),
  KDNIAO_PLUS: flag.default(false),
  KDNIAO_ENDPOINT: webAddress.default('https://api.kdniao.com'),
  ESIGN_APP_ID: numberOf('应用ID').optional(),
  ESIGN_SECRET: keyWord.optional(),
  ESIGN_ENDPOINT: webAddress.default('https://openapi.esign.cn'),
  NUONUO_KEY: keyWord.optional(),
  NUONUO_SECRET: keyWord.optional(),
  NUONUO_TAX_NO: z
    .string()
    .regex(/^[0-9A-Z]{15,20}$/, '应为 15–20 位的纳税人识别号')
    .optional(),
  NUONUO_ENDPOINT: webAddress.default('https://sdk.nuonuo.com/open/v1/services'),
  NUONUO_OAUTH_URL: webAddress.default('https://open.nuonuo.com'),
  FFMPEG_PATH: z.string().optional(),
  LIVE_RTMP_PORT: z.coerce
    .number(rtmpPortError)
    .int(rtmpPortError)
    .min(0, rtmpPortError)
    .max(65_535, rtmpPortError)
    .optional(),
  LIVE_RTMP_HOST: z.string().optional(),
  LIVE_RTMP_URL: z
    .string()
    .regex(/^rtmps?:\/\/[^\s?#]{1,200}$/, '应形如 rtmp://live.example.com/live')
    .optional(),
  LIVE_PLAYBACK_URL: z
    .url({ protocol: /^https?$/, error: '应为 http(s):// 开头的网址' })
    .refine((url) => url.includes('{room}'), '应含 {room}，代表直播间编号')
    .optional(),
  LIVE_NOTICE_TOKEN: z
    .string()
    .regex(/^[\w-]{16,128}$/, '应为 16–128 个字母和数字')
    .optional(),
};

/** Settings of each SMS, payment, parcel or invoice provider: all of a line, or none of it. */
const keySets = [
  ['SMS_ALIYUN_KEY_ID', 'SMS_ALIYUN_KEY_SECRET', 'SMS_ALIYUN_SIGN', 'SMS_ALIYUN_CODE_TEMPLATE'],
  [
    'SMS_TENCENT_SECRET_ID',
    'SMS_TENCENT_SECRET_KEY',
    'SMS_TENCENT_APP_ID',
    'SMS_TENCENT_SIGN',
    'SMS_TENCENT_CODE_TEMPLATE',
  ],
  [
    'WECHAT_PAY_MERCHANT_ID',
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_API_KEY',
    'WECHAT_PAY_PUBLIC_KEY_ID',
    'WECHAT_PAY_PUBLIC_KEY',
  ],
  ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
  ['ALIPAY_APP_CERTIFICATE', 'ALIPAY_ROOT_CERTIFICATE'],
  ['BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NO', 'BANK_NAME'],
  ['KUAIDI100_KEY', 'KUAIDI100_CUSTOMER', 'KUAIDI100_SALT'],
  ['KDNIAO_ID', 'KDNIAO_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['ESIGN_APP_ID', 'ESIGN_SECRET'],
  ['NUONUO_KEY', 'NUONUO_SECRET'],
  ['LIVE_PLAYBACK_URL', 'LIVE_NOTICE_TOKEN'],
] as const;

function groupOf(key: string): string {
  if (key.startsWith('SMS_')) return '短信';
  if (key === 'SMTP_URL' || key === 'MAIL_FROM') return '邮件';
  if (key.startsWith('BANK_')) return '对公转账';
  if (key.startsWith('KUAIDI100_')) return '快递100';
  if (key.startsWith('KDNIAO_')) return '快递鸟';
  if (key.startsWith('NUONUO_')) return '诺诺发票';
  if (key.startsWith('ESIGN_')) return 'e签宝';
  if (key.startsWith('LIVE_')) return '外部直播';
  return key.startsWith('WECHAT_') ? '微信支付' : '支付宝';
}

type Settings = z.output<z.ZodObject<typeof providerShapes>>;

/** Reports settings that are incomplete, or do not fit each other. */
export function checkProviders(raw: Settings, context: z.RefinementCtx): void {
  for (const keys of keySets) {
    const missing = keys.filter((key) => raw[key] === undefined);
    if (missing.length === 0 || missing.length === keys.length) continue;
    for (const key of missing)
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `${groupOf(key)}${key.startsWith('BANK_') ? '账户' : '密钥'}不完整`,
      });
  }
  if (raw.WECHAT_PAY_APP_SECRET !== undefined && raw.WECHAT_PAY_MERCHANT_ID === undefined)
    context.addIssue({
      code: 'custom',
      path: ['WECHAT_PAY_MERCHANT_ID'],
      message: '设置了 WECHAT_PAY_APP_SECRET，微信支付的其余各项也须设置',
    });
  if (raw.LIVE_PLAYBACK_URL !== undefined && raw.LIVE_RTMP_URL === undefined)
    context.addIssue({
      code: 'custom',
      path: ['LIVE_RTMP_URL'],
      message: '设置了 LIVE_PLAYBACK_URL，须写明推流地址',
    });
  const isCertified = raw.ALIPAY_APP_CERTIFICATE !== undefined;
  if (raw.ALIPAY_PUBLIC_KEY && isCertified !== (raw.ALIPAY_PUBLIC_KEY.serial !== null))
    context.addIssue({
      code: 'custom',
      path: ['ALIPAY_PUBLIC_KEY'],
      message: isCertified
        ? '证书模式下应为支付宝公钥证书'
        : '是证书，须同时设置 ALIPAY_APP_CERTIFICATE 和 ALIPAY_ROOT_CERTIFICATE',
    });
  // A certificate contains its own number.
  const { WECHAT_PAY_PUBLIC_KEY_ID: id, WECHAT_PAY_PUBLIC_KEY: theirs } = raw;
  if (id !== undefined && theirs && theirs.serial !== null && theirs.serial !== id.toUpperCase())
    context.addIssue({
      code: 'custom',
      path: ['WECHAT_PAY_PUBLIC_KEY_ID'],
      message: `与 WECHAT_PAY_PUBLIC_KEY 里证书的序列号 ${theirs.serial} 不符`,
    });
  if (id?.startsWith('PUB_KEY_ID_') === false && theirs && theirs.serial === null)
    context.addIssue({
      code: 'custom',
      path: ['WECHAT_PAY_PUBLIC_KEY_ID'],
      message: '微信支付公钥的编号应以 PUB_KEY_ID_ 开头',
    });
}
