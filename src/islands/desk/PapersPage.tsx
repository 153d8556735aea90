import { useMemo } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadPapers, remindPaper } from '#lib/client/stores/desk/papers.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LapsingPaperWire, PapersList, PapersValues } from '#lib/contract/companies/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { DeskList } from './list/DeskList.tsx';
import { RowButton } from './list/RowButton.tsx';
import { useDeskList } from './list/use-desk-list.ts';

interface Props {
  initial: PapersList;
  input: PapersValues;
}

type Put = (paper: LapsingPaperWire) => void;

const idOf = ({ id }: LapsingPaperWire) => id;
const nameOf = ({ company, kind_text: kind }: LapsingPaperWire) => `${company} ${kind}`;

/** Companies' licences that expire soon, each with a button that reminds the company. */
export function PapersPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/papers'), initial, input, load: loadPapers, idOf });
  const columns = useMemo(() => columnsOf(list.put), [list.put]);
  return (
    <DeskList
      title="资质到期提醒"
      list={list}
      columns={columns}
      nameOf={nameOf}
      icon="i-lucide-file-check"
      none="没有60天内到期的资质"
    >
      <Field label="企业名称" name="company" defaultValue={input.company} maxLength={100} />
    </DeskList>
  );
}

function columnsOf(put: Put): readonly TableColumn<LapsingPaperWire>[] {
  return [
    { id: 'company', head: '企业', value: ({ company }) => company, isTitle: true },
    { id: 'kind', head: '资质', value: ({ kind_text: text }) => text },
    { id: 'number', head: '编号', value: ({ number }) => number },
    { id: 'valid_to', head: '有效期至', value: ({ valid_to: day }) => day },
    {
      id: 'days_left',
      head: '剩余天数',
      value: ({ days_left: days }) => days,
      cell: ({ days_left: days }) => (days === 0 ? '今天到期' : `${days}天`),
      isNumber: true,
    },
    { id: 'reminded_on', head: '上次提醒', value: ({ reminded_on: day }) => day },
    {
      id: 'remind',
      head: '操作',
      cell: (paper) => (
        <RowButton
          text={paper.is_reminded === 1 ? '今天已提醒' : '提醒'}
          of={nameOf(paper)}
          isOff={paper.is_reminded === 1}
          onPress={() => remind(paper, put)}
        />
      ),
    },
  ];
}

async function remind({ id, company }: LapsingPaperWire, put: Put): Promise<void> {
  put(await remindPaper(id));
  showToast('success', `已提醒${company}`);
}
