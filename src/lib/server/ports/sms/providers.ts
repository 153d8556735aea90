/** The SMS providers, by the keys of the environment. */
import { env } from '../../core/process/env.ts';
import { log } from '../../core/process/log.ts';
import { aliyunSms } from './aliyun.ts';
import { demoSms } from './demo.ts';
import type { MaybeSent, Sms, SmsFate, SmsProvider } from './port.ts';
import { tencentSms } from './tencent.ts';

/** An endpoint of the settings: `http://` for a local one, else a host that is called by https. */
function lineOf(endpoint: string) {
  return { endpoint: endpoint.replace(/^https?:\/\//, ''), isPlain: endpoint.startsWith('http://') };
}

/** In the order in which they are tried. */
export function smsProviders(): SmsProvider[] {
  const given = env();
  const found: SmsProvider[] = [];
  if (given.SMS_ALIYUN_KEY_ID !== undefined)
    found.push(
      aliyunSms({
        keyId: given.SMS_ALIYUN_KEY_ID,
        keySecret: given.SMS_ALIYUN_KEY_SECRET ?? '',
        sign: given.SMS_ALIYUN_SIGN ?? '',
        codeTemplate: given.SMS_ALIYUN_CODE_TEMPLATE ?? '',
        inviteTemplate: given.SMS_ALIYUN_INVITE_TEMPLATE,
        noticeTemplate: given.SMS_ALIYUN_NOTICE_TEMPLATE,
        invoiceTemplate: given.SMS_ALIYUN_INVOICE_TEMPLATE,
        ...lineOf(given.SMS_ALIYUN_ENDPOINT),
      }),
    );
  if (given.SMS_TENCENT_SECRET_ID !== undefined)
    found.push(
      tencentSms({
        secretId: given.SMS_TENCENT_SECRET_ID,
        secretKey: given.SMS_TENCENT_SECRET_KEY ?? '',
        appId: given.SMS_TENCENT_APP_ID ?? '',
        sign: given.SMS_TENCENT_SIGN ?? '',
        codeTemplate: given.SMS_TENCENT_CODE_TEMPLATE ?? '',
        inviteTemplate: given.SMS_TENCENT_INVITE_TEMPLATE,
        noticeTemplate: given.SMS_TENCENT_NOTICE_TEMPLATE,
        invoiceTemplate: given.SMS_TENCENT_INVOICE_TEMPLATE,
        ...lineOf(given.SMS_TENCENT_ENDPOINT),
      }),
    );
  return found.length === 0 && given.DEMO ? [demoSms] : found;
}

/** False without a provider: then registration and password reset by code are impossible. */
export function hasSms(): boolean {
  return smsProviders().length > 0;
}

/** True where a provider has a template for messages of this kind. */
export function hasSmsFor(template: Sms['template']): boolean {
  return smsProviders().some((provider) => provider.has(template));
}

/** Sends by the first provider that accepts it; returns its key, null when none did. Never rejects. */
export async function sendSms(sms: Sms): Promise<string | null> {
  for (const provider of smsProviders()) {
    try {
      await provider.send(sms);
      return provider.key;
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      log().warn({ sms: provider.key, reason }, 'a text message was not taken');
    }
  }
  return null;
}

/**
 * What became of a message of an invoice whose sending was cut off, by all providers that it may have gone to. Throws where
 * one of them does not answer.
 */
export async function fateOfSms(sent: MaybeSent): Promise<SmsFate> {
  const asked = smsProviders().filter((provider) => provider.has('invoice'));
  const fates = await Promise.all(asked.map(async (provider) => (await provider.fate?.(sent)) ?? 'unknown'));
  for (const fate of ['sent', 'failed'] as const) if (fates.includes(fate)) return fate;
  return fates.length > 0 && fates.every((fate) => fate === 'none') ? 'none' : 'unknown';
}
