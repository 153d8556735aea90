/** Messages of a talk as the wire has them. */
import type { ChatMessage } from '#lib/contract/chat/schema.ts';

export function chatMessage(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    seq,
    client_id: '',
    at: new Date(Date.UTC(2026, 10, 20, 2, seq)).toISOString(),
    sender: 'staff',
    name: '客服小李',
    is_mine: 0,
    state: 'sent',
    text: `第${seq}条`,
    files: [],
    card: null,
    quote: null,
    source: null,
    recall_until: null,
    ...more,
  };
}
