import { useEffect, useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadReview, takeNext } from '#lib/client/stores/desk/review.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ReviewList, ReviewRow, ReviewValues } from '#lib/contract/review.ts';
import { path } from '#lib/contract/routes.ts';
import { applicationKinds } from '#lib/rules/companies/application.ts';
import { applicationKindText } from '#lib/rules/companies/review.ts';
import { DeskList } from '../list/DeskList.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { sayLastWord } from './last-decided.ts';

interface Props {
  initial: ReviewList;
  input: ReviewValues;
}

const idOf = ({ id }: ReviewRow) => id;
const nameOf = ({ company }: ReviewRow) => company;
const hrefOf = (id: number) => path('/desk/review/[id]', { id });
const kinds = [
  { value: '', text: '全部' },
  ...applicationKinds.map((value) => ({ value, text: applicationKindText(value) })),
];

/** Pending reviews, the longest waiting first; each opens, and a button begins with the first free one. */
export function ReviewQueue({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/review'), initial, input, load: loadReview, idOf });
  const columns = useMemo(columnsOf, []);
  const [isBusy, setBusy] = useState(false);
  useEffect(sayLastWord, []);

  async function begin() {
    setBusy(true);
    try {
      const file = await takeNext([]);
      if (file !== null) {
        location.assign(hrefOf(file.id));
        return;
      }
      showToast('info', '没有等待审核的企业');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <DeskList
      title="企业审核"
      list={list}
      columns={columns}
      nameOf={nameOf}
      onOpen={(row) => location.assign(hrefOf(row.id))}
      icon="i-lucide-file-check"
      none="没有等待审核的企业"
      acts={
        <Button size="small" className="max-md:h-touch" busy={isBusy} onClick={() => void begin()}>
          从最早的开始审核
        </Button>
      }
    >
      <Field label="企业名称" name="company" defaultValue={input.company} maxLength={100} />
      <div className="field text-small">
        <SelectBox label="类型" name="kind" options={kinds} defaultValue={input.kind} />
      </div>
    </DeskList>
  );
}

function columnsOf(): readonly TableColumn<ReviewRow>[] {
  return [
    {
      id: 'company',
      head: '企业',
      value: ({ company }) => company,
      cell: ({ id, company }) => (
        <a className="link" href={hrefOf(id)}>
          {company}
        </a>
      ),
      isTitle: true,
    },
    { id: 'kind', head: '类型', value: ({ kind_text: text }) => text },
    { id: 'buyer_type', head: '企业类型', value: ({ buyer_type_text: text }) => text },
    { id: 'region', head: '地区', value: ({ region }) => region },
    { id: 'handed_in', head: '提交', value: ({ handed_in_at: at }) => (at === '' ? '' : momentText(at)) },
    {
      id: 'waiting',
      head: '已等',
      value: ({ waiting_hours: hours }) => hours,
      cell: ({ waiting_hours: hours }) => (hours < 48 ? `${hours}小时` : `${Math.floor(hours / 24)}天`),
      isNumber: true,
    },
    {
      id: 'claimed',
      head: '审核人',
      value: ({ claimed_by: who, is_mine: isMine }) => (isMine === 1 ? '我' : who),
    },
  ];
}
