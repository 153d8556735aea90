import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { Filter } from '#lib/contract/desk/fields.ts';
import type { ListShape } from '#lib/contract/desk/list.ts';

interface Props {
  list: ListShape;
  values: Readonly<Record<string, string>>;
  /** Order and columns, which another search keeps. */
  stays: Readonly<Record<string, string>>;
}

/** The search of a list: a plain form, so that the address contains it. */
export function SearchBoxes({ list, values, stays }: Props) {
  const filters = Object.entries(list.filters);
  if (filters.length === 0) return null;
  return (
    <search>
      <form
        action={list.page}
        className="grid grid-cols-2 md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-3 gap-y-2 items-end px-3 md:px-4 py-2"
      >
        {filters.map(([name, filter]) => (
          <Box key={name} name={name} filter={filter} value={values[name] ?? ''} />
        ))}
        {Object.entries(stays).map(([name, value]) =>
          value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="flex gap-2">
          <Button type="submit">查询</Button>
          <a className={buttonClass('text')} href={list.page}>
            清除
          </a>
        </div>
      </form>
    </search>
  );
}

function Box({ name, filter, value }: { name: string; filter: Filter; value: string }) {
  const { kind, label, max, words = {}, all = '全部', initially } = filter;
  if (kind === 'choice') {
    const options = Object.entries(words).map(([key, text]) => ({ value: key, text }));
    return (
      <div className="field text-small">
        <SelectBox
          label={label}
          name={name}
          options={[{ value: initially === undefined ? '' : 'all', text: all }, ...options]}
          defaultValue={value}
        />
      </div>
    );
  }
  const isDay = kind === 'from' || kind === 'to';
  return (
    <Field
      label={label}
      name={name}
      defaultValue={value}
      {...(isDay ? { type: 'date' } : { maxLength: max })}
      {...(kind === 'amount' && { inputMode: 'decimal' })}
    />
  );
}
