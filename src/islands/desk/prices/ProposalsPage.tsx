import { useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { acceptProposals, loadProposals } from '#lib/client/stores/desk/prices.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type {
  DecidedProposals,
  PriceProposal,
  ProposalsList,
  ProposalsValues,
} from '#lib/contract/companies/prices-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { allProposalStates, canProposalMove, proposalStates } from '#lib/rules/companies/price-proposal.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { RefuseProposals } from './RefuseProposals.tsx';

interface Props {
  initial: ProposalsList;
  input: ProposalsValues;
}

const idOf = ({ id }: PriceProposal) => id;
const nameOf = ({ name, company }: PriceProposal) => `${company} ${name}`;
const states = [
  ...allProposalStates.map((value) => ({ value, text: proposalStates[value].text })),
  { value: 'all', text: '全部' },
];
const isOpen = ({ state }: PriceProposal) => canProposalMove(state, 'accepted');

function columnsOf(acts: {
  accept: (rows: readonly PriceProposal[]) => Promise<void>;
  refuse: (rows: readonly PriceProposal[]) => void;
}): readonly TableColumn<PriceProposal>[] {
  return [
    { id: 'company', head: '企业', value: ({ company }) => company, isTitle: true },
    { id: 'goods', head: '商品编号', value: (row) => row.goods_id, isNumber: true },
    { id: 'name', head: '商品', value: ({ name, spec }) => `${name} ${spec}` },
    {
      id: 'member',
      head: '会员价',
      value: (row) => row.member_price,
      cell: (row) => `¥${showYuan(row.member_price)}`,
      isNumber: true,
    },
    {
      id: 'agreed',
      head: '现协议价',
      value: (row) => row.agreed,
      cell: ({ agreed }) => (agreed === '' ? '' : `¥${showYuan(agreed)}`),
      isNumber: true,
    },
    {
      id: 'price',
      head: '提议价',
      value: (row) => row.price,
      cell: ({ price }) => <b className="text-price">¥{showYuan(price)}</b>,
      isNumber: true,
    },
    {
      id: 'by',
      head: '平台提议',
      value: ({ proposed_by: who, proposed_at: at }) => `${who} ${momentText(at)}`,
      cell: ({ proposed_by: who, proposed_at: at }) => <ByWhom who={who} at={at} />,
    },
    {
      id: 'state',
      head: '状态',
      value: ({ state_text: text, decided_by: who, word }) => [text, who, word].filter(Boolean).join(' '),
      cell: ({ state_text: text, decided_by: who, word }) => (
        <>
          <span className="block whitespace-nowrap">{text}</span>
          <ByWhom who={who} at="" word={word} />
        </>
      ),
    },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        isOpen(row) && (
          <span className="inline-flex gap-3">
            <RowButton text="接受" of={nameOf(row)} onPress={() => acts.accept([row])} />
            <RowButton text="拒绝" of={nameOf(row)} onPress={() => acts.refuse([row])} />
          </span>
        ),
    },
  ];
}

/** Agreed prices that the platform proposes for a merchant's goods: nothing is in force before it accepts. */
export function ProposalsPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/proposals'), initial, input, load: loadProposals, idOf });
  const ticks = useTicks(list.rows.filter(isOpen).map(idOf));
  const [refusing, setRefusing] = useState<readonly PriceProposal[]>([]);
  const { put } = list;
  const take = ({ list: rows, done }: DecidedProposals) => {
    rows.forEach(put);
    const others = rows.length - done;
    showToast(
      others === 0 ? 'success' : 'warning',
      others === 0 ? `已处理${done}条报价` : `已处理${done}条，另有${others}条已撤回或已变更`,
    );
  };
  const accept = async (rows: readonly PriceProposal[]) => {
    const [first] = rows;
    const isSure = await ask({
      title: '接受报价',
      text:
        rows.length === 1 && first
          ? `${first.company}买${first.name}按¥${showYuan(first.price)}，立即生效（会员价¥${showYuan(first.member_price)}）。`
          : `接受${rows.length}条报价，立即生效。`,
      confirm: '接受',
      cancel: '再想想',
    });
    if (isSure) await acceptProposals(rows.map(idOf)).then(take, react);
  };
  const columns = useMemo(() => columnsOf({ accept, refuse: setRefusing }), [put]);
  const ticked = list.rows.filter(({ id }) => ticks.has(id));
  return (
    <>
      <DeskList
        title="报价确认"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-handshake"
        none="没有符合条件的报价"
        ticks={ticks}
        bar={
          <SelectionBar ticks={ticks} count={`已选${ticks.ids.length}条报价`}>
            {ticks.ids.length > 0 && (
              <span className="flex gap-2">
                <Button kind="plain" onClick={() => setRefusing(ticked)}>
                  拒绝
                </Button>
                <Button onClick={() => void accept(ticked)}>接受</Button>
              </span>
            )}
          </SelectionBar>
        }
      >
        <Field label="企业" name="company" defaultValue={input.company} maxLength={100} />
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {refusing.length > 0 && (
        <RefuseProposals
          rows={refusing}
          onClose={() => setRefusing([])}
          onDone={(decided) => {
            take(decided);
            setRefusing([]);
          }}
        />
      )}
    </>
  );
}
