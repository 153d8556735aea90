import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { type Canned, saveCanned } from '#lib/client/stores/desk/chat.ts';
import { cannedFields, findUnknownField } from '#lib/rules/chat/canned.ts';

interface Props {
  /** Null for a new one. */
  row: Canned | null;
  onCancel: () => void;
  onSaved: (list: readonly Canned[]) => void;
}

const fieldNames = cannedFields.map((name) => `{${name}}`).join('、');

/** One canned answer with its code. */
export function CannedForm({ row, onCancel, onSaved }: Props) {
  const { form, field, errors, isBusy } = useForm({
    names: ['shortcut', 'text', 'is_own'],
    leaves: true,
    showsRefusal: true,
    check({ shortcut, text }) {
      const unknown = findUnknownField(text);
      return {
        ...(shortcut.trim() === '' && { shortcut: '请填写快捷码' }),
        ...(text.trim() === '' && { text: '请填写内容' }),
        ...(unknown !== null && { text: `没有{${unknown}}，可以用${fieldNames}` }),
      };
    },
    send: ({ shortcut, text, is_own: isOwn }) =>
      saveCanned({
        id: row?.id ?? 0,
        shortcut: shortcut.trim(),
        text: text.trim(),
        is_own: isOwn === '' ? 0 : 1,
      }),
    onSent: onSaved,
  });
  return (
    <form {...form} className="grid gap-3">
      <FormNotice text={errors.form} />
      <Field
        label="快捷码"
        hint="输入 / 后面的文字，例如 fahuo"
        maxLength={20}
        required
        {...field('shortcut', row?.shortcut)}
      />
      <TextArea
        label="内容"
        hint={`可以用${fieldNames}，使用时自动填写`}
        maxLength={1_000}
        rows={4}
        required
        {...field('text', row?.text)}
      />
      <label className="flex items-center gap-2 text-small">
        <input type="checkbox" name="is_own" value="1" defaultChecked={row?.is_own === 1} />
        仅自己使用
      </label>
      <div className="flex gap-3">
        <Button type="submit" busy={isBusy}>
          保存
        </Button>
        <Button kind="plain" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}
