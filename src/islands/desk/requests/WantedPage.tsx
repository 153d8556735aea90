import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { answerWanted, loadWanted } from '#lib/client/stores/desk/requests.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskWantedList, DeskWantedRow, DeskWantedValues } from '#lib/contract/wanted.ts';
import { wantedStatuses, wantedText } from '#lib/rules/companies/wanted-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { RowButton } from '../list/RowButton.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { companyColumn, RequestList } from './RequestList.tsx';

interface Props {
  initial: DeskWantedList;
  input: DeskWantedValues;
}

const nameOf = ({ company, name }: DeskWantedRow) => `${company} ${name}`;
const statuses = wantedStatuses.map((value) => ({ value, text: wantedText(value) }));

function columnsOf(onOpen: (row: DeskWantedRow) => void): readonly TableColumn<DeskWantedRow>[] {
  return [
    { id: 'name', head: '品种', value: ({ name }) => name, isTitle: true },
    { id: 'spec', head: '规格', value: ({ ypgg }) => ypgg },
    { id: 'maker', head: '厂家', value: ({ sccj }) => sccj },
    { id: 'number', head: '数量', value: ({ number, bzdw }) => `${number}${bzdw}` },
    {
      id: 'price',
      head: '期望单价',
      value: ({ price }) => price,
      cell: ({ price }) => showYuan(price),
      isNumber: true,
    },
    companyColumn(false),
    { id: 'phone', head: '电话', value: ({ phone }) => phone },
    { id: 'note', head: '说明', value: ({ note }) => note },
    { id: 'at', head: '时间', value: ({ created_at: at }) => momentText(at) },
    { id: 'status', head: '状态', value: ({ status_text: text }) => text },
    { id: 'reply', head: '答复', value: ({ reply }) => reply },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        row.may_answer === 1 && <RowButton text="答复" of={nameOf(row)} onPress={() => onOpen(row)} />,
    },
  ];
}

/** Buyers' requests for items, answered with an item or with its absence. */
export function WantedPage({ initial, input }: Props) {
  return (
    <RequestList
      title="品种求购"
      icon="i-lucide-search"
      none="没有符合条件的求购"
      list={{ address: path('/desk/wanted'), initial, input, load: loadWanted }}
      nameOf={nameOf}
      statuses={statuses}
      columns={columnsOf}
      dialog={(row, done, close) => (
        <AnswerDialog
          title={`答复求购：${row.name}`}
          extra={{ name: 'goods_id', label: '商品编号', hint: '找到的商品；没有货源就不填' }}
          words={{ name: 'reply', label: '答复（选填）', isNeeded: false, max: 300 }}
          button="答复"
          send={({ goods_id: goodsId, reply }) => answerWanted(row.id, goodsId.trim(), reply.trim())}
          onSent={done}
          onClose={close}
        >
          <p className="m-0">
            {row.ypgg} {row.sccj} {row.number}
            {row.bzdw} {row.note}
          </p>
        </AnswerDialog>
      )}
    />
  );
}
