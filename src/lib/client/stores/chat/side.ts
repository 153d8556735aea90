/**
 * The calls of one side of chat, buyers or a desk. Stores of messages, marks and the outbox use them and are the same
 * for both.
 */
import type {
  ChatFile,
  ChatFound,
  ChatHistory,
  ChatMessage,
  ChatSearchValues,
  MessagesOfTalkValues,
  ReadAnswer,
  SendInput,
} from '#lib/contract/chat/schema.ts';
import type { ChatNews } from '#lib/contract/events/stream.ts';

export interface UploadOptions {
  signal: AbortSignal;
  /** Gets the sent share, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

/** A numbered message of a talk. */
export interface Numbered {
  id: number;
  seq: number;
}

/** open: the stream is open from now on · reload: events may have been missed, known messages may have changed. */
export type ChatSignalOf = ChatNews | 'open' | 'reload';

/** Each call rejects as `call` does. */
export interface SideCalls {
  /** The side of chat whose people these are: their messages stand at the right. */
  kind: 'buyer' | 'staff';
  messages: (input: Pick<MessagesOfTalkValues, 'id'> & Partial<MessagesOfTalkValues>) => Promise<ChatHistory>;
  send: (input: SendInput) => Promise<ChatMessage>;
  upload: (talk: number, file: File, options: UploadOptions) => Promise<ChatFile>;
  recall: (input: Numbered) => Promise<ChatMessage>;
  read: (input: Numbered) => Promise<ReadAnswer>;
  /** Sends the sign that the person types. */
  type: (talk: number) => Promise<unknown>;
  search: (input: Pick<ChatSearchValues, 'word'> & Partial<ChatSearchValues>) => Promise<ChatFound>;
  /** Calls `handler` at each of the news of chat. The returned function ends it. */
  onNews: (handler: (news: ChatSignalOf) => void) => () => void;
}

interface Stream {
  onNews: (kind: 'chat' | 'chat_reload', handler: (data: string) => void) => () => void;
  onHearing: (handler: () => void) => () => void;
}

/** The news of chat out of a stream that the tabs share. */
export function chatNewsOf({ onNews, onHearing }: Stream): SideCalls['onNews'] {
  return (handler) => {
    const ends = [
      onHearing(() => handler('open')),
      // Without data: the stream was lost before it had a position.
      onNews('chat', (data) => data !== '' && handler(JSON.parse(data))),
      onNews('chat_reload', () => handler('reload')),
    ];
    return () => {
      for (const end of ends) end();
    };
  };
}
