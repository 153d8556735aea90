import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { markChapter, noticeRoom } from '#lib/client/stores/desk/live-console.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LiveConsole } from '#lib/contract/live/console-schema.ts';

interface Props {
  room: LiveConsole;
  onRoom: (room: LiveConsole) => void;
}

/** The notice above the picture, and marks of chapters for the replay. */
export function WordsPanel({ room, onRoom }: Props) {
  const { id } = room;
  const notice = useForm({
    names: ['text'],
    showsRefusal: true,
    send: ({ text }) => noticeRoom(id, text.trim()),
    onSent(now: LiveConsole) {
      onRoom(now);
      notice.fill({ text: '' });
      showToast('success', now.notice === '' ? '公告已撤下' : '公告已发出');
    },
  });
  const chapter = useForm({
    names: ['title'],
    showsRefusal: true,
    check: ({ title }) => (title.trim() === '' ? { title: '请填写章节标题' } : {}),
    send: ({ title }) => markChapter(id, title.trim()),
    onSent(now: LiveConsole) {
      onRoom(now);
      chapter.fill({ title: '' });
      showToast('success', `章节“${now.chapter}”从这里开始`);
    },
  });
  return (
    <div className="grid gap-3">
      <form {...notice.form} className="grid gap-1">
        <Field
          label="公告（观众看到最新一条）"
          hint={room.notice === '' ? '没有公告' : `留空发送即撤下。现在：${room.notice}`}
          maxLength={100}
          autoComplete="off"
          end={
            <Button type="submit" kind="text" size="small" busy={notice.isBusy}>
              发送
            </Button>
          }
          {...notice.field('text')}
        />
        <FormNotice text={notice.errors.form} />
      </form>
      <form {...chapter.form} className="grid gap-1">
        <Field
          label="章节（回放按章节跳转）"
          hint={room.chapter === '' ? '还没有章节' : `现在：${room.chapter}`}
          maxLength={30}
          autoComplete="off"
          end={
            <Button type="submit" kind="text" size="small" busy={chapter.isBusy}>
              标记
            </Button>
          }
          {...chapter.field('title')}
        />
        <FormNotice text={chapter.errors.form} />
      </form>
    </div>
  );
}
