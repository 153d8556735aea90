/** 腾讯云短信 by its official SDK (sms 2021-01-11, SendSms). */
import { codeTtl } from '#lib/rules/companies/phone-code.ts';
import { type Sms, type SmsProvider, SmsRefused, smsTimeout } from './port.ts';

export interface TencentKeys {
  secretId: string;
  secretKey: string;
  appId: string;
  sign: string;
  codeTemplate: string;
  endpoint: string;
  isPlain: boolean;
}

/** A provider over these keys. Its template has two places: the code, and the minutes for which it holds. */
export function tencentSms(keys: TencentKeys): SmsProvider {
  return {
    key: 'tencent',
    async send({ phone, code }: Sms) {
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
        TemplateId: keys.codeTemplate,
        TemplateParamSet: [code, String(codeTtl / 60_000)],
        PhoneNumberSet: [`+86${phone}`],
      });
      if (status?.Code !== 'Ok') throw new SmsRefused('tencent', status?.Code ?? 'no answer');
    },
  };
}
