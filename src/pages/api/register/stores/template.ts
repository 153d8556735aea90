import { answerStoreTemplate } from '#lib/server/web/pages/store-template.ts';

export const GET = answerStoreTemplate;
