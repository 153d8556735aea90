import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { cellText } from '#lib/contract/desk/cells.ts';
import type { Column } from '#lib/contract/desk/fields.ts';
import type { AnyRow } from '#lib/contract/desk/list.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';

interface Props {
  column: Column;
  name: string;
  row: AnyRow;
}

/** The content of a cell, by the kind of its column. */
export function CellView({ column, name, row }: Props) {
  const value = row[name] ?? null;
  const text = shownText(column, value);
  const href = hrefOf(column, row);
  return (
    <>
      {href === null ? (
        text
      ) : (
        <a className="link" href={href}>
          {text}
        </a>
      )}
      {column.isCopied && text !== '' && <CopyButton text={text} of={`${column.head}${text}`} />}
    </>
  );
}

/** The text of a value: an amount with its sign of money, a number with its unit. */
export function shownText(column: Column, value: string | number | null): string {
  const text = String(cellText(column, value));
  if (text === '') return '';
  if (column.kind === 'money') return yuanText(text, column.isSigned === true);
  return `${text}${column.unit ?? ''}`;
}

function yuanText(amount: string, isSigned: boolean): string {
  return `${isSigned && !amount.startsWith('-') ? '+' : ''}${showAmount(amount)}`;
}

function hrefOf({ link }: Column, row: AnyRow): string | null {
  if (link === undefined) return null;
  const parts = Object.values(link.by).map((column) => row[column]);
  if (parts.some((value) => value === '' || value === null || value === undefined)) return null;
  const address = link.place === undefined ? link.page : `${link.page}#${link.place}`;
  return address.replace(/\[(\w+)\]/g, (_, part: string) =>
    encodeURIComponent(String(row[link.by[part] ?? ''] ?? '')),
  );
}

/** Right-aligned, in figures of one width. */
export function isFigures({ kind }: Column): boolean {
  return kind === 'money' || kind === 'number';
}
