/** Notices of what happened, as messages of a locked talk. */
import type { Tx } from '../db/client.ts';
import { insertMessage } from './message-rows.ts';

/** Writes a notice; answers its number. */
export function insertNote(tx: Tx, talkId: number, text: string): Promise<number> {
  return insertMessage(tx, { talkId, sender: 'system', name: '系统', clientId: '', text });
}
