import { answerFiguresFile } from '#lib/server/web/pages/figures-file.ts';

export const GET = answerFiguresFile;
