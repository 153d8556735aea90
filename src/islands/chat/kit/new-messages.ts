import { useEffect, useRef, useState } from 'react';
import { soundMessage } from '#lib/client/stores/chat/sound.ts';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import { shortText } from '#lib/rules/chat/text.ts';

interface Options {
  list: readonly ChatMessage[];
  ownSide: 'buyer' | 'staff';
  isAway: boolean;
  isAtEnd: () => boolean;
}

/** Characters of a message that are read out. */
const spokenLength = 120;

/** Messages of the other side that arrive while the list is open: read out, sounded, and counted below the reader. */
export function useNewMessages({ list, ownSide, isAway, isAtEnd }: Options) {
  const [unseen, setUnseen] = useState(0);
  const [spoken, setSpoken] = useState('');
  const last = list.at(-1)?.seq ?? 0;
  /** Null until the first messages are there: those are not new. */
  const known = useRef<number | null>(null);
  useEffect(() => {
    const before = known.current;
    known.current = Math.max(before ?? 0, last);
    if (before === null || isAway) return;
    const fresh = list.filter(({ seq, sender }) => seq > before && sender !== ownSide);
    const newest = fresh.at(-1);
    if (newest === undefined) return;
    setSpoken(`${newest.name}：${shortText(newest.text, spokenLength) || spokenKind(newest)}`);
    soundMessage();
    if (!isAtEnd()) setUnseen((now) => now + fresh.length);
  }, [last]);
  return { unseen, spoken, clear: () => setUnseen(0) };
}

function spokenKind({ files, card }: ChatMessage): string {
  if (card !== null) return card.kind_text;
  return files.length > 0 ? `${files.length}个附件` : '新消息';
}
