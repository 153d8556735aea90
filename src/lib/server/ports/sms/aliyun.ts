/** 阿里云短信服务 by its official SDK (dysmsapi 2017-05-25: SendSms, QuerySendDetails, QuerySmsTemplate). */
import { shortTitle } from '#lib/rules/companies/text-kinds.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { type MaybeSent, type Sms, type SmsProvider, SmsRefused, smsTimeout } from './port.ts';

export interface AliyunKeys {
  keyId: string;
  keySecret: string;
  sign: string;
  codeTemplate: string;
  /** Without it an invitation is refused. */
  inviteTemplate: string | undefined;
  /** Without it a notice is refused. */
  noticeTemplate: string | undefined;
  /** Without it a message of an invoice is refused. */
  invoiceTemplate: string | undefined;
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
  return { client: new Client(config), sdk };
}

/** Records of one number and day are read by pages of this size, so many at most. */
const pageSize = 50;
const mostPages = 5;
/** The state of a record: 1 waits for the receipt, 2 was not delivered, 3 was. */
const undelivered = 2;

/** What the provider tells of a message that it took. */
interface Sent {
  outId?: string;
  templateCode?: string;
  sendStatus?: number;
}

/** A provider over these keys. */
export function aliyunSms(keys: AliyunKeys): SmsProvider {
  return {
    key: 'aliyun',
    has: (template) => keys[`${template}Template` as const] !== undefined,
    async send(sms: Sms) {
      const { templateCode, values } = templateOf(keys, sms);
      const { client, sdk } = await open(keys);
      const { body } = await client.sendSms(
        new sdk.SendSmsRequest({
          phoneNumbers: sms.phone,
          signName: keys.sign,
          templateCode,
          templateParam: JSON.stringify(values),
          ...(sms.template === 'invoice' && { outId: sms.id }),
        }),
      );
      if (body?.code !== 'OK') throw new SmsRefused('aliyun', body?.code ?? 'no answer');
    },
    async fate({ phone, id, at }: MaybeSent) {
      const { client, sdk } = await open(keys);
      const sendDate = dayKey(at.getTime()).replaceAll('-', '');
      let isSure = true;
      for (let currentPage = 1; currentPage <= mostPages; currentPage += 1) {
        const asked = { phoneNumber: phone, sendDate, pageSize, currentPage };
        const { body } = await client.querySendDetails(new sdk.QuerySendDetailsRequest(asked));
        if (body?.code !== 'OK') throw new SmsRefused('aliyun', body?.code ?? 'no answer');
        const found: Sent[] = body.smsSendDetailDTOs?.smsSendDetailDTO ?? [];
        const own = found.find(({ outId }) => outId === id);
        if (own !== undefined) return own.sendStatus === undelivered ? 'failed' : 'sent';
        // A release before this one sent them without a number of ours.
        if (found.some(({ outId, templateCode }) => !outId && templateCode === keys.invoiceTemplate))
          isSure = false;
        if (found.length < pageSize) return isSure ? 'none' : 'unknown';
      }
      return 'unknown';
    },
    async check() {
      const { client, sdk } = await open(keys);
      const request = new sdk.QuerySmsTemplateRequest({ templateCode: keys.codeTemplate });
      const { body } = await client.querySmsTemplate(request);
      if (body?.code !== 'OK') throw new SmsRefused('aliyun', body?.code ?? 'no answer');
      // 1: 审核通过.
      if (body.templateStatus !== 1) throw new SmsRefused('aliyun', `template ${body.templateStatus}`);
    },
  };
}

function templateOf(keys: AliyunKeys, sms: Sms): { templateCode: string; values: Record<string, string> } {
  if (sms.template === 'code') return { templateCode: keys.codeTemplate, values: { code: sms.code } };
  if (sms.template === 'notice') {
    if (keys.noticeTemplate === undefined) throw new SmsRefused('aliyun', 'no template');
    return { templateCode: keys.noticeTemplate, values: { kind: sms.kind, title: shortTitle(sms.title) } };
  }
  if (sms.template === 'invoice') {
    if (keys.invoiceTemplate === undefined) throw new SmsRefused('aliyun', 'no template');
    return { templateCode: keys.invoiceTemplate, values: { seller: shortTitle(sms.seller), link: sms.link } };
  }
  if (keys.inviteTemplate === undefined) throw new SmsRefused('aliyun', 'no template');
  return { templateCode: keys.inviteTemplate, values: { company: sms.company, link: sms.link } };
}
