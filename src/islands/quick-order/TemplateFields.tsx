import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { FormState } from '#islands/ui/use-form.ts';

export const templateFields = ['name', 'day'] as const;

const days = [
  { value: '', text: '不设日期' },
  ...['一', '二', '三', '四', '五', '六', '日'].map((text, at) => ({
    value: `w${at + 1}`,
    text: `每周${text}`,
  })),
  ...Array.from({ length: 31 }, (_, at) => ({ value: `m${at + 1}`, text: `每月${at + 1}日` })),
];

/** Name and day of a template; `dayOf` of the store parses `day`. */
export function TemplateFields({
  field,
  name,
  day,
}: Pick<FormState<(typeof templateFields)[number]>, 'field'> & { name: string; day: string }) {
  const { error: _, ...select } = field('day', day);
  return (
    <div className="grid gap-3">
      <Field
        label="模板名称"
        maxLength={20}
        required
        placeholder="例如 每周一补货"
        {...field('name', name)}
      />
      <div className="flex items-center gap-3">
        <SelectBox label="补货日" options={days} {...select} />
        <span className="text-note text-ink-2">到这一天会在“模板”上提示一次</span>
      </div>
    </div>
  );
}
