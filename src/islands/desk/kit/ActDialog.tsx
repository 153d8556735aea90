import { type ReactNode, useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import type { ActField, Column } from '#lib/contract/desk/fields.ts';
import { type Act, type AnyRow, boxesOf } from '#lib/contract/desk/list.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { shownText } from './CellView.tsx';
import { GoodsField } from './GoodsField.tsx';
import { queueText, SecondNote } from './SecondNote.tsx';

interface Props {
  act: Act;
  /** Side of the people who do it; not needed where no second person decides it. */
  side?: Side;
  /** The row, or how many. */
  of: string;
  columns: Readonly<Record<string, Column>>;
  /** Null for many rows. */
  row: AnyRow | null;
  /** Own content above the boxes. */
  details?: ReactNode;
  /** Rejects as the call does: a refused field is said at its box. */
  send: (fields: Record<string, string>) => Promise<void>;
  onClose: () => void;
}

/** The boxes of an act over the list, made from its declaration. */
export function ActDialog({ act, side = 'platform', of, columns, row, details, send, onClose }: Props) {
  const formId = useId();
  const fields = boxesOf(act) ?? {};
  const { form, field, errors, isBusy } = useForm({
    names: Object.keys(fields),
    showsRefusal: true,
    leaves: true,
    check: (values) =>
      Object.fromEntries(
        Object.entries(fields)
          .map(
            ([name, { label, min }]) => [name, wrongText((values[name] ?? '').trim(), label, min)] as const,
          )
          .filter(([, wrong]) => wrong !== ''),
      ),
    send,
    onSent: onClose,
  });
  const shown = (row === null ? [] : (act.shows ?? [])).flatMap((name) => {
    const column = columns[name];
    const text = column && shownText(column, row?.[name] ?? null);
    return column && text ? [[column.head, text] as const] : [];
  });
  return (
    <FormDialog
      title={`${act.text}：${of}`}
      width="activity"
      formId={formId}
      button={act.text}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} className="grid gap-4" {...form}>
        {row === null && act.asks !== undefined && <p className="m-0 text-small">{act.asks}</p>}
        {act.about !== undefined && <p className="m-0 text-small text-ink-2">{act.about}</p>}
        {typeof act.second === 'string' && <SecondNote kind={act.second} side={side} />}
        {typeof act.second === 'object' && (
          <p className="m-0 text-small text-ink-2">{queueText(act.second)}</p>
        )}
        {shown.length > 0 && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 m-0 text-small">
            {shown.map(([head, text]) => (
              <div key={head} className="contents">
                <dt className="text-ink-2">{head}</dt>
                <dd className="m-0 whitespace-pre-wrap break-words">{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {details}
        {Object.entries(fields).map(([name, one]) => (
          <Box key={name} box={one} {...field(name)} />
        ))}
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}

/** The refusal of a text; empty for a valid one. */
function wrongText(text: string, label: string, min: number): string {
  if (text.length >= min) return '';
  return text === '' ? `请填写${label}` : `${label}至少${min}个字`;
}

interface BoxProps {
  box: ActField;
  name: string;
  defaultValue: string;
  error: string | undefined;
}

function Box({ box: { kind, label, min, max, hint, words = {} }, ...field }: BoxProps) {
  if (kind === 'choice') {
    const options = Object.entries(words).map(([value, text]) => ({ value, text }));
    return (
      <div className="field text-small">
        <SelectBox label={label} options={options} name={field.name} />
      </div>
    );
  }
  if (kind === 'goods') return <GoodsField label={label} hint={hint} {...field} />;
  if (kind === 'day') return <Field label={label} hint={hint} type="date" {...field} />;
  const own = { label, hint, maxLength: max, required: min > 0 };
  return kind === 'lines' ? <TextArea counts {...own} {...field} /> : <Field {...own} {...field} />;
}
