import { answerPointsFile } from '#lib/server/web/pages/points-report-file.ts';

export const GET = answerPointsFile;
