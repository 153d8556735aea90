import type { Column } from '#lib/contract/desk/fields.ts';
import { shownText } from './CellView.tsx';

interface Props {
  columns: Readonly<Record<string, Column>>;
  facts: Readonly<Record<string, string | number | null>>;
  note: string | undefined;
}

/** The figures above a list. Days make its heading: 2026-11-01 至 2026-11-29. */
export function Facts({ columns, facts, note }: Props) {
  const all = Object.entries(columns);
  const days = all.filter(([, { kind }]) => kind === 'day').map(([name]) => facts[name] ?? '');
  const figures = all.filter(([, { kind }]) => kind !== 'day');
  return (
    <section className="panel mb-3" aria-label="汇总">
      <div className="panel-title">
        <h2 className="num">{days.join(' 至 ') || '汇总'}</h2>
        {note !== undefined && <span className="text-small text-ink-2 font-400">{note}</span>}
      </div>
      <dl className="grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6 gap-3 m-0 p-3">
        {figures.map(([name, column]) => (
          <div key={name}>
            <dt className="text-small text-ink-2">{column.head}</dt>
            <dd className="m-0 num font-700">{shownText(column, facts[name] ?? null)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
