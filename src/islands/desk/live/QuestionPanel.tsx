import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { timeText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import {
  answerQuestion,
  hideEvent,
  hideQuestion,
  showQuestion,
} from '#lib/client/stores/desk/live-console.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ConsoleQuestion, LiveConsole } from '#lib/contract/live/console-schema.ts';
import { hideText, questionText } from '#lib/rules/live/desk.ts';
import type { ConsoleProps } from './use-console.ts';

interface Props extends ConsoleProps {
  onRoom: (room: LiveConsole) => void;
}

const tagKinds = { waiting: 'warn', shown: 'soft', answered: 'soft', hidden: 'plain' } as const;

/** Questions of viewers: those that wait first. Each is shown on screen, answered, or hidden; an answer can be taken back. */
export function QuestionPanel({ room, busy, act, onRoom }: Props) {
  const [open, setOpen] = useState(0);
  const { id, questions } = room;
  const mayAnswer = room.is_host === 1 && room.state === 'live';
  if (questions.length === 0)
    return (
      <Empty
        icon="i-lucide-message-circle-question-mark"
        title={room.is_muted ? '提问已关闭' : '还没有提问'}
      />
    );
  return (
    <ul className="m-0 p-0 list-none" aria-label="买家提问">
      {questions.map((one) => (
        <li
          key={one.id}
          id={`question-${one.id}`}
          className="target:bg-primary-wash scroll-mt-20 grid gap-1 px-3 py-2 border-b border-b-solid border-line text-small"
        >
          <p className="flex flex-wrap items-center gap-x-2 m-0 text-note text-ink-2">
            <span className="min-w-0 truncate">{one.company}</span>
            <span className="num">{timeText(one.at)}</span>
            <Tag kind={tagKinds[one.state]}>{questionText(one.state)}</Tag>
          </p>
          <p className={`m-0 break-words ${one.state === 'hidden' ? 'text-ink-2 line-through' : ''}`}>
            {one.text}
          </p>
          {one.answer !== '' && (
            <p className={`m-0 break-words text-ink-2 ${one.state === 'hidden' ? 'line-through' : ''}`}>
              答：{one.answer}
            </p>
          )}
          {open === one.id ? (
            <AnswerForm
              id={id}
              question={one}
              onRoom={(now) => {
                onRoom(now);
                setOpen(0);
              }}
              onClose={() => setOpen(0)}
            />
          ) : (
            <p className="flex flex-wrap gap-2 m-0">
              {mayAnswer && (one.state === 'waiting' || one.state === 'shown') && (
                <Button size="small" kind="ghost" className="max-md:h-touch" onClick={() => setOpen(one.id)}>
                  回答
                </Button>
              )}
              {mayAnswer && one.state === 'waiting' && (
                <Button
                  size="small"
                  kind="plain"
                  className="max-md:h-touch"
                  busy={busy === `show ${one.id}`}
                  onClick={() => void act(`show ${one.id}`, () => showQuestion(id, one.id))}
                >
                  展示
                </Button>
              )}
              {one.state === 'answered' && one.answer_event > 0 && (
                <Button
                  size="small"
                  kind="text"
                  className="max-md:h-touch"
                  busy={busy === `answer ${one.id}`}
                  onClick={() => void act(`answer ${one.id}`, () => hideEvent(id, one.answer_event))}
                >
                  {hideText('answer')}
                </Button>
              )}
              {one.state !== 'hidden' && (
                <Button
                  size="small"
                  kind="text"
                  className="max-md:h-touch"
                  busy={busy === `hide ${one.id}`}
                  onClick={() => void act(`hide ${one.id}`, () => hideQuestion(id, one.id))}
                >
                  {hideText('question')}
                </Button>
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FormProps {
  id: number;
  question: ConsoleQuestion;
  onRoom: (room: LiveConsole) => void;
  onClose: () => void;
}

function AnswerForm({ id, question, onRoom, onClose }: FormProps) {
  const { form, field, errors, isBusy } = useForm({
    names: ['answer'],
    leaves: true,
    showsRefusal: true,
    check: ({ answer }) => (answer.trim() === '' ? { answer: '请填写回答' } : {}),
    send: ({ answer }) => answerQuestion(id, question.id, answer.trim()),
    onSent(now: LiveConsole) {
      onRoom(now);
      showToast('success', '已回答，问题和回答显示在画面上');
    },
  });
  return (
    <form {...form} className="grid gap-2">
      <TextArea label="回答" rows={2} maxLength={300} required autoFocus {...field('answer')} />
      <FormNotice text={errors.form} />
      <p className="flex gap-2 m-0">
        <Button type="submit" size="small" busy={isBusy}>
          发送
        </Button>
        <Button kind="plain" size="small" onClick={onClose}>
          取消
        </Button>
      </p>
    </form>
  );
}
