import { answerDispatchFile } from '#lib/server/web/pages/dispatch-file.ts';

export const GET = answerDispatchFile;
