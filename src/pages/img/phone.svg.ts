import { phoneCode } from '#lib/server/phone-code.ts';

export const GET = phoneCode;
