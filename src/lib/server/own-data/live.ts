/** The table of an export with what a company asked in live rooms. */
import { questionStateTexts } from '#lib/rules/live/timeline.ts';
import type { Db } from '../db/client.ts';
import { secondText } from '../wallet/tables.ts';
import { listOwnLiveQuestions } from './own-live-rows.ts';
import { type Cells, timeText } from './people.ts';
import { readAll } from './read-all.ts';

/** The first row has the column names. */
export async function liveTable(db: Db, companyId: number): Promise<Cells[]> {
  const asked = await readAll(
    (last: number) => listOwnLiveQuestions(db, companyId, last),
    0,
    ({ question }) => question.id,
  );
  return [
    ['直播间', '提问时间', '问题', '状态', '回答', '回答时间'],
    ...asked.map(({ question: one, room }) => [
      ...[room, secondText(one.createdAt), one.text, questionStateTexts[one.state]],
      ...[one.answer, timeText(one.answeredAt)],
    ]),
  ];
}
