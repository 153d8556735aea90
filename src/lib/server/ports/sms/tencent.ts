/** 腾讯云短信 by its official SDK (sms 2021-01-11, SendSms and DescribeSmsTemplateList). */
import { codeTtl } from '#lib/rules/companies/phone-code.ts';
import { shortTitle } from '#lib/rules/companies/text-kinds.ts';
import { type Sms, type SmsProvider, SmsRefused, smsTimeout } from './port.ts';

export interface TencentKeys {
  secretId: string;
  secretKey: string;
  appId: string;
  sign: string;
  codeTemplate: string;
  /** Without it an invitation is refused. */
  inviteTemplate: string | undefined;
  /** Without it a notice is refused. */
  noticeTemplate: string | undefined;
  /** Without it a message of an invoice is refused. */
  invoiceTemplate: string | undefined;
  endpoint: string;
  isPlain: boolean;
}

/** Reads the SDK when it is first used: most processes never send. */
async function open(keys: TencentKeys) {
  const { sms } = await import('tencentcloud-sdk-nodejs-sms');
  return new sms.v20210111.Client({
    credential: { secretId: keys.secretId, secretKey: keys.secretKey },
    region: 'ap-guangzhou',
    profile: {
      httpProfile: {
        endpoint: keys.endpoint,
        protocol: keys.isPlain ? 'http://' : 'https://',
        reqTimeout: smsTimeout / 1000,
      },
    },
  });
}

/** A provider with these keys. The code's template has two parameters: the code, and its validity in minutes. */
export function tencentSms(keys: TencentKeys): SmsProvider {
  return {
    key: 'tencent',
    has: (template) => keys[`${template}Template` as const] !== undefined,
    async send(message: Sms) {
      const { template, values } = templateOf(keys, message);
      const client = await open(keys);
      const { SendStatusSet: [status] = [] } = await client.SendSms({
        SmsSdkAppId: keys.appId,
        SignName: keys.sign,
        TemplateId: template,
        TemplateParamSet: values,
        PhoneNumberSet: [`+86${message.phone}`],
      });
      if (status?.Code !== 'Ok') throw new SmsRefused('tencent', status?.Code ?? 'no answer');
    },
    async check() {
      const client = await open(keys);
      const { DescribeTemplateStatusSet: [found] = [] } = await client.DescribeSmsTemplateList({
        TemplateIdSet: [Number(keys.codeTemplate)],
        International: 0,
      });
      // 0: 审核通过.
      if (found?.StatusCode !== 0)
        throw new SmsRefused('tencent', `template ${found?.StatusCode ?? 'unknown'}`);
    },
  };
}

function templateOf(keys: TencentKeys, sms: Sms): { template: string; values: string[] } {
  if (sms.template === 'code')
    return { template: keys.codeTemplate, values: [sms.code, String(codeTtl / 60_000)] };
  if (sms.template === 'notice') {
    if (keys.noticeTemplate === undefined) throw new SmsRefused('tencent', 'no template');
    return { template: keys.noticeTemplate, values: [sms.kind, shortTitle(sms.title)] };
  }
  if (sms.template === 'invoice') {
    if (keys.invoiceTemplate === undefined) throw new SmsRefused('tencent', 'no template');
    return { template: keys.invoiceTemplate, values: [shortTitle(sms.seller), sms.link] };
  }
  if (keys.inviteTemplate === undefined) throw new SmsRefused('tencent', 'no template');
  return { template: keys.inviteTemplate, values: [sms.company, sms.link] };
}
