import { useId, useRef } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { type ChangeTarget, makeManyChanges } from '#lib/client/stores/desk/changes.ts';
import { path } from '#lib/contract/routes.ts';
import { type CellFields, cellHints, readRow } from '#lib/rules/changes/cells.ts';
import type { ChangeSubject } from '#lib/rules/changes/set-source.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

interface Props {
  subject: ChangeSubject;
  fields: CellFields<string>;
  target: ChangeTarget;
  count: number;
  onClose: () => void;
}

/** New values for many rows: an empty box keeps what each row has. Nothing is written before the preview. */
export function ChangeDialog({ subject, fields, target, count, onClose }: Props) {
  const formId = useId();
  /** The press without an answer yet: pressed again with other values it is another one. */
  const open = useRef<{ key: string; token: string } | null>(null);
  const names = keysOf(fields);
  const { form, field, errors, isBusy } = useForm({
    names: [...names, 'reason'],
    showsRefusal: true,
    guardsChanges: true,
    leaves: true,
    check(values) {
      const { set, errors: wrong } = readRow(fields, values);
      if (Object.keys(wrong).length > 0) return wrong;
      return Object.keys(set).length === 0 ? { form: '请至少填写一项新值' } : {};
    },
    async send({ reason = '', ...values }) {
      const key = JSON.stringify([values, reason]);
      if (open.current?.key !== key) open.current = { key, token: crypto.randomUUID() };
      const { token } = open.current;
      const set = await makeManyChanges(target, values, { subject, token, reason });
      location.assign(path('/desk/changes/[id]', { id: set.id }));
    },
    onSent: () => {},
  });
  return (
    <FormDialog title={`修改${count}条`} formId={formId} button="预览修改" isBusy={isBusy} onClose={onClose}>
      <form id={formId} className="grid gap-3" {...form}>
        <p className="m-0 text-small text-ink-2">{cellHints.slice(1).join('，')}。先预览，确认后才修改。</p>
        <div className="grid gap-3 md:grid-cols-2">
          {names.map((name) => {
            const cell = fields[name];
            if (cell === undefined) return null;
            if (cell.kind !== 'yes' && cell.kind !== 'choice')
              return <Field key={name} label={cell.label} maxLength={100} {...field(name)} />;
            const words = cell.kind === 'yes' ? ['是', '否'] : Object.values(cell.choices);
            return (
              <div key={name} className="field text-small">
                <SelectBox
                  label={cell.label}
                  options={[{ value: '', text: '不变' }, ...words.map((text) => ({ value: text, text }))]}
                  {...field(name)}
                />
              </div>
            );
          })}
        </div>
        <Field label="原因（选填）" maxLength={200} {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
