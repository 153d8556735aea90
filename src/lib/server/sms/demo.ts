/** The demo's text messages: they are shown on /sandbox/sms and go nowhere. */
import { codeSentence } from '#lib/rules/companies/phone-code.ts';
import { getDb } from '../db/client.ts';
import { keepDemoSms } from '../repos/demo-sms.ts';
import type { SmsProvider } from './port.ts';

export const demoSms: SmsProvider = {
  key: 'demo',
  send: ({ phone, code }) => keepDemoSms(getDb(), phone, codeSentence(code)),
};
