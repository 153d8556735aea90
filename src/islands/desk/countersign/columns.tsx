import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { RowButton } from '../list/RowButton.tsx';

interface Acts {
  pass(row: ActWire): Promise<void>;
  refuse(row: ActWire): void;
  withdraw(row: ActWire): Promise<void>;
}

export const nameOf = ({ id, company }: ActWire) => `${company} ${id}`;

/** Minimum amount and end of a coupon; empty for other kinds. */
export function termsOf({ kind, threshold, until }: ActWire): string {
  if (until === '') return '';
  return kind === 'voucher' ? `${until}前有效` : `满¥${showYuan(threshold)}可用，${until}前有效`;
}

/** The amount with its sign where a balance is corrected; empty where no money is moved. */
export function amountOf({ kind, amount }: ActWire): string {
  if (amount === '') return '';
  if (kind !== 'balance') return `¥${showYuan(amount)}`;
  return amount.startsWith('-') ? `-${showYuan(amount.slice(1))}` : `+${showYuan(amount)}`;
}

function changesText({ changes }: ActWire): string {
  return changes.map(({ label, from, to }) => `${label}：${from === '' ? '' : `${from} → `}${to}`).join('；');
}

export function columnsOf({ pass, refuse, withdraw }: Acts): readonly TableColumn<ActWire>[] {
  return [
    {
      id: 'company',
      head: '企业',
      value: ({ company }) => company,
      cell: ({ company_id: id, company }) =>
        id === 0 ? (
          company
        ) : (
          <a className="link" href={path('/desk/companies/[id]', { id })}>
            {company}
          </a>
        ),
      isTitle: true,
    },
    {
      id: 'kind',
      head: '事项',
      value: (row) => row.kind_text + termsOf(row),
      cell: (row) => (
        <>
          {row.kind_text}
          {termsOf(row) !== '' && <span className="block text-note text-ink-2">{termsOf(row)}</span>}
        </>
      ),
    },
    {
      id: 'amount',
      head: '金额',
      value: ({ amount }) => amount,
      cell: (row) =>
        row.amount === '' ? (
          ''
        ) : (
          <b className={row.amount.startsWith('-') ? 'text-price' : ''}>{amountOf(row)}</b>
        ),
      isNumber: true,
    },
    {
      id: 'changes',
      head: '变更',
      value: changesText,
      cell: ({ changes }) => (
        <span className="grid gap-1">
          {changes.map(({ label, from, to }) => (
            <span key={label}>
              <span className="text-ink-2">{label}：</span>
              {from !== '' && <>{from} → </>}
              <b className="num">{to}</b>
            </span>
          ))}
        </span>
      ),
    },
    { id: 'reason', head: '原因', value: ({ reason }) => reason },
    {
      id: 'asked',
      head: '提出',
      value: ({ asked_by: who, asked_at: at }) => `${who} ${momentText(at)}`,
      cell: ({ asked_by: who, asked_at: at }) => <ByWhom who={who} at={at} />,
    },
    {
      id: 'state',
      head: '状态',
      value: ({ state_text: text }) => text,
      cell: ({ state_text: text, decided_by: who, decided_at: at, word, is_alone: isAlone }) => (
        <>
          <span className="block whitespace-nowrap">{text}</span>
          {who !== '' && <ByWhom who={who} at={at} word={isAlone === 1 ? '限额内由一人办理' : word} />}
        </>
      ),
    },
    {
      id: 'act',
      head: '操作',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-3 max-md:justify-end">
          {row.may_decide === 1 && (
            <>
              <RowButton text="通过" of={nameOf(row)} onPress={() => pass(row)} />
              <RowButton text="驳回" of={nameOf(row)} onPress={() => refuse(row)} />
            </>
          )}
          {row.may_withdraw === 1 && <RowButton text="撤回" of={nameOf(row)} onPress={() => withdraw(row)} />}
          {row.problem !== '' && <span className="text-note text-ink-2">{row.problem}</span>}
        </span>
      ),
    },
  ];
}
