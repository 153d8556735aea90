import { useCallback, useEffect, useRef, useState } from 'react';
import { CancelledError } from '#lib/client/api.ts';
import { deskChat, loadTalk } from '#lib/client/stores/desk/chat.ts';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';
import { AppError } from '#lib/contract/errors.ts';

/** News within this time cause one request, ms. */
const settleMs = 200;

interface Detail {
  /** Null before the first answer. */
  talk: DeskTalkDetail | null;
  /** Why the talk is not shown; empty while it is loaded and where it is shown. */
  problem: string;
  /** Takes what an act has answered. */
  take: (talk: DeskTalkDetail) => void;
  reload: () => void;
}

/** A talk with who answers it; it follows messages and assignments. Its parent gives it a `key` by talk. */
export function useDetail(id: number): Detail {
  const [talk, setTalk] = useState<DeskTalkDetail | null>(null);
  const [problem, setProblem] = useState('');

  const acts = useRef(0);

  const reload = useCallback(() => {
    const asked = acts.current;
    loadTalk(id).then(
      (found) => {
        // It may lack what an act has brought meanwhile, and the act's answer what came after it.
        if (asked !== acts.current) return reload();
        setTalk(found);
        setProblem('');
      },
      (error: unknown) => {
        // A newer request has replaced this one.
        if (error instanceof CancelledError) return;
        // With a talk on screen the next news ask again.
        setProblem(error instanceof AppError ? error.message : '系统繁忙，请稍候再试');
      },
    );
  }, [id]);

  const take = useCallback((now: DeskTalkDetail) => {
    acts.current += 1;
    setTalk(now);
  }, []);

  useEffect(() => {
    reload();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = deskChat.onNews((news) => {
      const isMine = typeof news === 'object' && news.talk === id;
      if (news !== 'reload' && !(isMine && (news.what === 'message' || news.what === 'state'))) return;
      clearTimeout(timer);
      timer = setTimeout(reload, settleMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [id, reload]);

  return { talk, problem: talk === null ? problem : '', take, reload };
}
