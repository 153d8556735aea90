import { answerBulkFile } from '#lib/server/web/pages/desk-list.ts';

export const GET = answerBulkFile;
