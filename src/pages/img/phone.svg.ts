import { phoneCode } from '#lib/server/web/pages/phone-code.ts';

export const GET = phoneCode;
