import { answerLotTemplate } from '#lib/server/web/pages/lot-template.ts';

export const GET = answerLotTemplate;
