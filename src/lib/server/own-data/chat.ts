/** The table of an export with the company's talks. */
import { cardText } from '#lib/rules/chat/cards.ts';
import { platformName } from '#lib/rules/chat/talk.ts';
import type { Db } from '../db/client.ts';
import { secondText } from '../wallet/tables.ts';
import { listOwnMessages } from './own-chat-rows.ts';
import type { Cells } from './people.ts';
import { readAll } from './read-all.ts';

const states = { sent: '', held: '审核中', refused: '未通过审核', recalled: '已撤回' } as const;

/** The first row has the column names. A message that was taken back has no text, as for its readers. */
export async function chatTable(db: Db, companyId: number): Promise<Cells[]> {
  const messages = await readAll(
    (last: { talkId: number; seq: number }) => listOwnMessages(db, companyId, last),
    { talkId: 0, seq: 0 },
    ({ message }) => message,
  );
  return [
    ['客服', '序号', '时间', '发送人', '内容', '引用内容', '文件', '状态'],
    ...messages.map(({ message: one, merchant, files }) => [
      ...[merchant ?? platformName, one.seq, secondText(one.createdAt), one.name],
      ...(one.state === 'recalled'
        ? ['', '', '']
        : [
            one.text,
            one.cardKind === null ? '' : `${cardText(one.cardKind)} ${one.cardRef ?? ''}`,
            files.join('、'),
          ]),
      states[one.state],
    ]),
  ];
}
