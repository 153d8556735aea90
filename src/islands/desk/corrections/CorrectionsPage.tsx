import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadCorrections, passCorrection } from '#lib/client/stores/desk/corrections.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CorrectionsList, CorrectionsValues, CorrectionWire } from '#lib/contract/corrections/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { allCorrectionStates, correctionStates } from '#lib/rules/companies/correction.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { RefuseCorrection } from './RefuseCorrection.tsx';

interface Props {
  initial: CorrectionsList;
  input: CorrectionsValues;
}

const idOf = ({ id }: CorrectionWire) => id;
const nameOf = ({ id, company }: CorrectionWire) => `${company} ${id}`;
const states = [
  ...allCorrectionStates.map((value) => ({ value, text: correctionStates[value].text })),
  { value: 'all', text: '全部' },
];

interface Acts {
  pass(row: CorrectionWire): Promise<void>;
  refuse(row: CorrectionWire): void;
}

function columnsOf({ pass, refuse }: Acts): readonly TableColumn<CorrectionWire>[] {
  return [
    {
      id: 'company',
      head: '企业',
      value: ({ company }) => company,
      cell: ({ company_id: id, company }) => (
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
          {row.kind !== 'balance' && <span className="block text-note text-ink-2">{termsOf(row)}</span>}
        </>
      ),
    },
    {
      id: 'amount',
      head: '金额',
      value: ({ amount }) => amount,
      cell: (row) => <b className={row.amount.startsWith('-') ? 'text-price' : ''}>{amountOf(row)}</b>,
      isNumber: true,
    },
    {
      id: 'balance',
      head: '现有余额',
      value: ({ balance }) => balance,
      cell: ({ balance }) => showYuan(balance),
      isNumber: true,
    },
    { id: 'reason', head: '原因', value: ({ reason }) => reason },
    { id: 'asked', head: '提出', value: ({ asked_by: who, asked_at: at }) => `${who} ${momentText(at)}` },
    {
      id: 'state',
      head: '状态',
      value: ({ state_text: text }) => text,
      cell: ({ state_text: text, decided_by: who, decided_at: at, word }) => (
        <>
          {text}
          {who !== '' && (
            <span className="block text-note text-ink-2">
              {who} {momentText(at)} {word}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        row.may_decide === 1 ? (
          <span className="flex gap-3 whitespace-nowrap">
            <RowButton text="通过" of={nameOf(row)} onPress={() => pass(row)} />
            <RowButton text="驳回" of={nameOf(row)} onPress={() => refuse(row)} />
          </span>
        ) : (
          row.decided_by === '' && <span className="text-note text-ink-2">由另一位同事复核</span>
        ),
    },
  ];
}

/** From which amount on and until when a piece may be used. */
function termsOf({ kind, threshold, until }: CorrectionWire): string {
  if (kind === 'balance') return '';
  return kind === 'voucher' ? `${until}前有效` : `满¥${showYuan(threshold)}可用，${until}前有效`;
}

function amountOf({ kind, amount }: CorrectionWire): string {
  return kind === 'balance' ? signed(amount) : `¥${showYuan(amount)}`;
}

function signed(amount: string): string {
  return amount.startsWith('-') ? `-${showYuan(amount.slice(1))}` : `+${showYuan(amount)}`;
}

/** Balances that somebody wants corrected, and pieces to be given: another person passes or refuses. */
export function CorrectionsPage({ initial, input }: Props) {
  const address = path('/desk/corrections');
  const list = useDeskList({ address, initial, input, load: loadCorrections, idOf });
  const [refusing, setRefusing] = useState<CorrectionWire | null>(null);
  const { put } = list;
  const columns = useMemo(
    () =>
      columnsOf({
        async pass(row) {
          const isBalance = row.kind === 'balance';
          const isSure = await ask({
            title: `通过${row.kind_text}`,
            text: isBalance
              ? `${row.company}的余额${signed(row.amount)}元，立即入账，不能撤销。原因：${row.reason}`
              : `发给${row.company}：${row.kind_text}${amountOf(row)}，${termsOf(row)}，立即到账，不能撤销。原因：${row.reason}`,
            confirm: isBalance ? '通过并入账' : '通过并发放',
            cancel: '再想想',
          });
          if (!isSure) return;
          await passCorrection(row.id).then((now) => {
            put(now);
            showToast('success', `${now.company}：${now.state_text}`);
          }, react);
        },
        refuse: setRefusing,
      }),
    [put],
  );
  return (
    <>
      <DeskList
        title="余额与发券"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-scale"
        none="没有符合条件的余额调整或发券"
      >
        <Field label="企业" name="company" defaultValue={input.company} maxLength={100} />
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {refusing !== null && (
        <RefuseCorrection
          row={refusing}
          onClose={() => setRefusing(null)}
          onDone={(row) => {
            put(row);
            setRefusing(null);
          }}
        />
      )}
    </>
  );
}
