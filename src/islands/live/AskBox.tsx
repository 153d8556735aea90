import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { loginHref } from '#lib/client/login-href.ts';
import { askLive, loadQuestions } from '#lib/client/stores/live-room/acts.ts';
import { $room } from '#lib/client/stores/live-room/timeline.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LiveQuestionWire } from '#lib/contract/live/schema.ts';
import { maxQuestion } from '#lib/rules/live/room.ts';

interface Props {
  roomId: number;
  /** Why the viewer cannot ask, as the page was made; empty for who can. */
  reason: string;
  /** Questions were closed then. */
  wasMuted: boolean;
  isVisitor: boolean;
}

/** Asking the host, and what one's own company has asked. */
export function AskBox({ roomId, reason, wasMuted, isVisitor }: Props) {
  const { face, isMuted, events, phase } = useStore($room, { ssr: 'initial' });
  const [own, setOwn] = useState<readonly LiveQuestionWire[]>([]);
  const key = useRef<string>(undefined);
  const [round, setRound] = useState(0);
  const { form, field, isBusy } = useForm({
    names: ['text'],
    check: ({ text }) => (text.trim() === '' ? { text: '请填写问题' } : {}),
    send: ({ text }) => {
      key.current ??= newKey();
      return askLive(roomId, key.current, text);
    },
    onSent: (question) => {
      key.current = undefined;
      setOwn((list) => [question, ...list.filter(({ id }) => id !== question.id)]);
      setRound((now) => now + 1);
      showToast('success', '问题已提交，主播会选择回答');
    },
  });

  // An answer to one's own question changes its state: the list is read again.
  const answered = [...events.values()].filter(({ questionId }) => own.some(({ id }) => id === questionId));
  const news = answered.map(({ id }) => id).join();
  useEffect(() => {
    void loadQuestions(roomId).then(setOwn, () => undefined);
  }, [roomId, news]);

  const isKnown = phase !== 'loading';
  const refusal =
    isKnown && face !== 'now'
      ? '直播已结束，不能再提问'
      : reason !== ''
        ? reason
        : (isKnown ? isMuted : wasMuted)
          ? '主播暂时关闭了提问'
          : '';
  return (
    <section aria-label="提问" className="panel" id="ask">
      <h2 className="panel-title">提问</h2>
      <div className="grid gap-3 p-3">
        {refusal === '' ? (
          <form
            key={round}
            {...form}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
            onChange={() => {
              // Another text is another question.
              key.current = undefined;
            }}
          >
            <Field
              {...field('text')}
              label="问主播"
              maxLength={maxQuestion}
              autoComplete="off"
              placeholder="问主播一个问题"
            />
            <Button type="submit" busy={isBusy}>
              提问
            </Button>
          </form>
        ) : (
          <p className="flex items-center gap-3 m-0 text-small text-ink-2">
            {refusal}
            {isVisitor && face === 'now' && (
              <a className={buttonClass('ghost', 'small')} href={loginHref()}>
                登录
              </a>
            )}
          </p>
        )}
        {own.length > 0 && (
          <ul className="grid gap-2 m-0 p-0 list-none text-small" aria-label="我的提问">
            {own.map((question) => (
              <li key={question.id} className="px-3 py-2 rounded bg-card-dim">
                <p className="flex gap-2 m-0">
                  <span className="min-w-0 break-words">{question.text}</span>
                  <span className="flex-none ml-auto text-note text-ink-2">{question.state_text}</span>
                </p>
                {question.answer !== '' && <p className="m-0 mt-1 text-ink-2">答：{question.answer}</p>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
