/** 腾讯云短信 by its official SDK (sms 2021-01-11, SendSms). */
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
  endpoint: string;
  isPlain: boolean;
}

/** A provider with these keys. The code's template has two parameters: the code, and its validity in minutes. */
export function tencentSms(keys: TencentKeys): SmsProvider {
  return {
    key: 'tencent',
    async send(message: Sms) {
      const { template, values } = templateOf(keys, message);
      // Read when it is first used: most processes never send.
      const { sms } = await import('tencentcloud-sdk-nodejs-sms');
      const client = new sms.v20210111.Client({
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
      const { SendStatusSet: [status] = [] } = await client.SendSms({
        SmsSdkAppId: keys.appId,
        SignName: keys.sign,
        TemplateId: template,
        TemplateParamSet: values,
        PhoneNumberSet: [`+86${message.phone}`],
      });
      if (status?.Code !== 'Ok') throw new SmsRefused('tencent', status?.Code ?? 'no answer');
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
  if (keys.inviteTemplate === undefined) throw new SmsRefused('tencent', 'no template');
  return { template: keys.inviteTemplate, values: [sms.company, sms.link] };
}
