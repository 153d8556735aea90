/** The demo's text messages: they are shown on /sandbox/sms and go nowhere. */
import { inviteSentence } from '#lib/rules/companies/invite.ts';
import { codeSentence } from '#lib/rules/companies/phone-code.ts';
import { noticeSentence } from '#lib/rules/companies/text-kinds.ts';
import { invoiceSentence } from '#lib/rules/invoices/delivery.ts';
import { getDb } from '../../db/client.ts';
import { keepDemoSms } from './demo-rows.ts';
import type { Sms, SmsProvider } from './port.ts';

export const demoSms: SmsProvider = {
  key: 'demo',
  has: () => true,
  send: (sms) => keepDemoSms(getDb(), sms.phone, sentenceOf(sms)),
  check: async () => {},
};

function sentenceOf(sms: Sms): string {
  if (sms.template === 'code') return codeSentence(sms.purpose, sms.code);
  if (sms.template === 'notice') return noticeSentence(sms.kind, sms.title);
  if (sms.template === 'invoice') return invoiceSentence(sms.seller, sms.link);
  return inviteSentence(sms.company, sms.link);
}
