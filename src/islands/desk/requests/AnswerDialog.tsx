import { type ReactNode, useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';

interface Props<Row, Name extends string> {
  title: string;
  /** The request or feedback. */
  children: ReactNode;
  /** The box of the words, by the name that the call has for it. */
  words: { name: Name; label: string; isNeeded: boolean; max: number };
  /** A short box before it. */
  extra?: { name: Name; label: string; hint: string };
  button: string;
  send: (values: Record<Name, string>) => Promise<Row>;
  onSent: (row: Row) => void;
  onClose: () => void;
}

/** Answers a buyer's request, in a dialog. */
export function AnswerDialog<Row, Name extends string>(props: Props<Row, Name>) {
  const { words, extra } = props;
  const formId = useId();
  const { form, field, isBusy } = useForm<Name, Row>({
    names: extra === undefined ? [words.name] : [extra.name, words.name],
    leaves: true,
    send: props.send,
    onSent: props.onSent,
  });
  return (
    <FormDialog
      title={props.title}
      width="activity"
      onClose={props.onClose}
      formId={formId}
      button={props.button}
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <div className="grid gap-1 text-small">{props.children}</div>
        {extra && (
          <Field
            label={extra.label}
            hint={extra.hint}
            inputMode="numeric"
            maxLength={10}
            {...field(extra.name)}
          />
        )}
        <TextArea
          label={words.label}
          required={words.isNeeded}
          maxLength={words.max}
          counts
          {...field(words.name)}
        />
      </form>
    </FormDialog>
  );
}
