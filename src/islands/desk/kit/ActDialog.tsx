import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import type { ActField } from '#lib/contract/desk/fields.ts';
import type { Act } from '#lib/contract/desk/list.ts';

interface Props {
  act: Act;
  /** The row, or how many. */
  of: string;
  /** Rejects as the call does: a refused field is said at its box. */
  send: (fields: Record<string, string>) => Promise<void>;
  onClose: () => void;
}

/** The boxes of an act over the list, made from its declaration. */
export function ActDialog({ act, of, send, onClose }: Props) {
  const formId = useId();
  const fields: Readonly<Record<string, ActField>> = act.fields ?? {};
  const { form, field, errors, isBusy } = useForm({
    names: Object.keys(fields),
    showsRefusal: true,
    guardsChanges: true,
    leaves: true,
    check: (values) => {
      const wrong = Object.entries(fields).flatMap(([name, { label, min }]) =>
        (values[name] ?? '').trim().length < min
          ? [[name, min === 1 ? `请填写${label}` : `${label}至少${min}个字`]]
          : [],
      );
      return Object.fromEntries(wrong);
    },
    send,
    onSent: onClose,
  });
  return (
    <FormDialog
      title={`${act.text}：${of}`}
      formId={formId}
      button={act.text}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} className="grid gap-4" {...form}>
        {act.about !== undefined && <p className="m-0 text-small text-ink-2">{act.about}</p>}
        {Object.entries(fields).map(([name, { label, max, min }]) => (
          <Field key={name} label={label} maxLength={max} required={min > 0} {...field(name)} />
        ))}
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
