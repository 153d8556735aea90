import { phoneCode } from '#lib/server/pages/phone-code.ts';

export const GET = phoneCode;
