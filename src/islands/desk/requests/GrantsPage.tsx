import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { approveGrant, loadGrants, refuseGrant } from '#lib/client/stores/desk/requests.ts';
import type { DeskGrantsValues, GrantList, GrantRow } from '#lib/contract/controlled.ts';
import { path } from '#lib/contract/routes.ts';
import { grantStatuses, grantText } from '#lib/rules/companies/grant-state.ts';
import { RowButton } from '../list/RowButton.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { companyColumn, RequestList } from './RequestList.tsx';

interface Props {
  initial: GrantList;
  input: DeskGrantsValues;
}

const nameOf = ({ company, name }: GrantRow) => `${company} ${name}`;
const statuses = grantStatuses.map((value) => ({ value, text: grantText(value) }));

function columnsOf(
  onRefuse: (row: GrantRow) => void,
  put: (row: GrantRow) => void,
): readonly TableColumn<GrantRow>[] {
  return [
    companyColumn(true),
    {
      id: 'goods',
      head: '商品',
      value: ({ name }) => name,
      cell: ({ goods_id: id, name }) => (
        <a className="link" href={path('/list/info/[id]', { id })}>
          {name}
        </a>
      ),
    },
    { id: 'spec', head: '规格', value: ({ ypgg }) => ypgg },
    { id: 'merchant', head: '商家', value: ({ sjly }) => sjly },
    { id: 'note', head: '说明', value: ({ note }) => note },
    { id: 'at', head: '申请时间', value: ({ created_at: at }) => momentText(at) },
    { id: 'status', head: '状态', value: ({ status_text: text }) => text },
    { id: 'reason', head: '驳回原因', value: ({ reason }) => reason },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        row.may_decide === 1 && (
          <span className="flex gap-3">
            <RowButton text="通过" of={nameOf(row)} onPress={() => approveGrant(row).then(put)} />
            <RowButton text="驳回" of={nameOf(row)} onPress={() => onRefuse(row)} />
          </span>
        ),
    },
  ];
}

/** Applications for controlled goods, granted by a press or refused with a reason. */
export function GrantsPage({ initial, input }: Props) {
  return (
    <RequestList
      title="控销申请"
      icon="i-lucide-key-round"
      none="没有符合条件的申请"
      list={{ address: path('/desk/grants'), initial, input, load: loadGrants }}
      nameOf={nameOf}
      statuses={statuses}
      columns={columnsOf}
      dialog={(row, done, close) => (
        <AnswerDialog
          title={`驳回${row.company}的申请`}
          words={{ name: 'reason', label: '驳回原因（企业会看到）', isNeeded: true, max: 200 }}
          button="驳回"
          send={({ reason }) => refuseGrant(row, reason.trim())}
          onSent={done}
          onClose={close}
        >
          <p className="m-0">
            {row.name} {row.ypgg} {row.note}
          </p>
        </AnswerDialog>
      )}
    />
  );
}
