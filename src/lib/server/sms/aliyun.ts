/** 阿里云短信服务 by its official SDK (dysmsapi 2017-05-25, SendSms). */
import { type Sms, type SmsProvider, SmsRefused, smsTimeout } from './port.ts';

export interface AliyunKeys {
  keyId: string;
  keySecret: string;
  sign: string;
  codeTemplate: string;
  /** Host, with a port where it is none of the public ones. */
  endpoint: string;
  isPlain: boolean;
}

/** Reads the SDK when it is first used: most processes never send. */
async function open({ keyId, keySecret, endpoint, isPlain }: AliyunKeys) {
  const [sdk, core] = await Promise.all([
    import('@alicloud/dysmsapi20170525'),
    import('@alicloud/openapi-core'),
  ]);
  const config = new core.$OpenApiUtil.Config({
    accessKeyId: keyId,
    accessKeySecret: keySecret,
    endpoint,
    protocol: isPlain ? 'http' : 'https',
    connectTimeout: smsTimeout,
    readTimeout: smsTimeout,
  });
  // Node hands a CommonJS module's exports on as its default.
  const Client = 'default' in sdk.default ? Object(sdk.default).default : sdk.default;
  return { client: new Client(config), SendSmsRequest: sdk.SendSmsRequest };
}

/** A provider over these keys. */
export function aliyunSms(keys: AliyunKeys): SmsProvider {
  return {
    key: 'aliyun',
    async send({ phone, code }: Sms) {
      const { client, SendSmsRequest } = await open(keys);
      const { body } = await client.sendSms(
        new SendSmsRequest({
          phoneNumbers: phone,
          signName: keys.sign,
          templateCode: keys.codeTemplate,
          templateParam: JSON.stringify({ code }),
        }),
      );
      if (body?.code !== 'OK') throw new SmsRefused('aliyun', body?.code ?? 'no answer');
    },
  };
}
