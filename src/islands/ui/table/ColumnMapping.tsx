import { useId, useState } from 'react';
import type { TableMapping } from '#lib/contract/tables.ts';
import { Button } from '../Button.tsx';
import { SelectBox } from '../SelectBox.tsx';

interface Props {
  table: TableMapping;
  /** Reads the table again; the keys are in the order of its columns. */
  onRead: (columns: string[]) => void;
  /** The button's text. */
  button?: string;
  isBusy?: boolean;
  /** Why the choice was refused. */
  error?: string | null;
}

type Column = TableMapping['columns'][number];

const nameOf = ({ head }: Column, at: number) => head || `第${at + 1}列`;

/**
 * Which column of a table was taken for what, what was left out of the file, and what has to be chosen. A line, and the
 * columns one below the other once they are to be changed.
 */
export function ColumnMapping(props: Props) {
  // Another table, or the same one read otherwise, begins with its own keys.
  const read = props.table.columns.map(({ head, key }) => `${head} ${key}`).join('\n');
  return <Mapping key={read} {...props} />;
}

function Mapping({ table, onRead, button = '按所选列读取', isBusy = false, error = null }: Props) {
  const { columns, choices, notes, questions } = table;
  const [keys, setKeys] = useState(() => columns.map(({ key }) => key));
  const isAsked = questions.length > 0;
  const [isOpen, setOpen] = useState(isAsked);
  const id = useId();

  function choose(place: number, key: string) {
    const isMany = choices.some((choice) => choice.key === key && choice.is_many === 1);
    // A key that only one column can have moves with the choice.
    setKeys(keys.map((own, at) => (at === place ? key : own === key && !isMany ? '' : own)));
  }

  return (
    <section aria-label="列的用途" className="grid gap-2 px-3 md:px-4 py-2 text-small">
      {isAsked ? (
        <div role="alert" className="grid gap-1 text-promo-ink">
          {questions.map((question) => (
            <p key={question}>{question}</p>
          ))}
        </div>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{summaryOf(table)}</span>
          <button
            type="button"
            className="link h-tag max-md:h-touch p-0 border-0 bg-transparent cursor-pointer"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            更改列
          </button>
        </p>
      )}
      {notes.length > 0 && (
        <ul className="text-promo-ink">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div id={id} hidden={!isOpen} className="grid gap-2">
        {isOpen && (
          <>
            <ul className="grid gap-x-6 lg:grid-cols-2">
              {columns.map((column, at) =>
                column.head === '' && column.samples.length === 0 ? null : (
                  <li
                    key={at}
                    className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 py-1 border-b border-b-solid border-line"
                  >
                    <span className="min-w-0">
                      <b className="font-500 break-all">{nameOf(column, at)}</b>
                      <span className="block truncate text-note text-ink-2">
                        {column.samples.join('、') || '没有内容'}
                      </span>
                    </span>
                    <SelectBox
                      label={`${nameOf(column, at)}的用途`}
                      hidesLabel
                      value={keys[at] ?? ''}
                      options={[
                        { value: '', text: '不读取' },
                        ...choices.map(({ key, title }) => ({ value: key, text: title })),
                      ]}
                      onChange={({ target }) => choose(at, target.value)}
                    />
                  </li>
                ),
              )}
            </ul>
            {error !== null && (
              <p role="alert" className="text-price-ink">
                {error}
              </p>
            )}
            <div>
              <Button size="small" busy={isBusy} onClick={() => onRead(keys)}>
                {button}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** 读取了3列：品名、规格、需求数量（数量） */
function summaryOf({ head, columns, choices, is_remembered: isRemembered }: TableMapping): string {
  const read = columns.flatMap((column, at) => {
    const title = choices.find(({ key }) => key === column.key)?.title;
    if (column.key === '' || title === undefined) return [];
    const name = nameOf(column, at);
    return name === title ? [name] : [`${name}（${title}）`];
  });
  if (read.length === 0) return '文件没有列名，按各行内容读取';
  const how = head === 0 ? '文件没有列名，按列的顺序读取' : `第${head}行是列名，读取了${read.length}列`;
  return `${how}：${read.join('、')}${isRemembered === 1 ? '（同上次）' : ''}`;
}
