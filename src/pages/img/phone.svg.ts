import { phoneCode } from '#lib/server/web/pages/pictures.ts';

export const GET = phoneCode;
