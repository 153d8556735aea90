import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldShell } from '#islands/ui/FieldShell.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveWord } from '#lib/client/stores/desk/chat.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { chatWords } from '#lib/contract/desk/lists/chat-words.ts';
import { wordActions } from '#lib/rules/chat/sensitive.ts';
import { entriesOf, isKeyOf } from '#lib/rules/terms/keys.ts';
import { ListPage } from '../kit/ListPage.tsx';

/** Sensitive words, and another one. */
export function WordList(list: OpenedList<typeof chatWords>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ListPage
      {...list}
      tools={(reload) => (
        <>
          <Button size="small" className="max-md:h-touch" onClick={() => setOpen(true)}>
            新增敏感词
          </Button>
          {isOpen && (
            <WordDialog
              onClose={() => setOpen(false)}
              onDone={() => {
                setOpen(false);
                reload();
              }}
            />
          )}
        </>
      )}
    />
  );
}

function WordDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['word', 'action'],
    leaves: true,
    showsRefusal: true,
    check: ({ word }) => (word.trim().length < 2 ? { word: '敏感词至少2个字' } : {}),
    send: ({ word, action }) =>
      saveWord({ word: word.trim(), action: isKeyOf(wordActions, action) ? action : 'mask' }),
    onSent() {
      showToast('success', '敏感词已保存，之后发的消息按它处理');
      onDone();
    },
  });
  return (
    <FormDialog title="新增敏感词" formId={formId} button="保存" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        <FormNotice text={errors.form} />
        <Field
          label="敏感词"
          hint="字母大小写、全角半角和中间的符号不影响识别"
          maxLength={50}
          required
          {...field('word')}
        />
        <FieldShell label="处理" error={errors.action}>
          {(box) => (
            <select {...box} name="action" defaultValue="mask" className="input px-2">
              {entriesOf(wordActions).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </FieldShell>
      </form>
    </FormDialog>
  );
}
