import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadJobs, retryJob } from '#lib/client/stores/desk/jobs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskJobsList, DeskJobsValues, DeskJobWire } from '#lib/contract/jobs.ts';
import { path } from '#lib/contract/routes.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { PutAwayDialog } from './PutAwayDialog.tsx';

interface Props {
  initial: DeskJobsList;
  input: DeskJobsValues;
}

const idOf = ({ job, row }: DeskJobWire) => `${job} ${row}`;
const nameOf = ({ job_text: text, row }: DeskJobWire) => `${text} ${row}`;
const states = [
  { value: 'stuck', text: '需要处理' },
  { value: 'resting', text: '稍后自动重试' },
  { value: 'put_away', text: '已搁置' },
  { value: 'all', text: '全部' },
];

interface Acts {
  retry(row: DeskJobWire): Promise<void>;
  putAway(row: DeskJobWire): void;
}

function columnsOf({ retry, putAway }: Acts): readonly TableColumn<DeskJobWire>[] {
  return [
    {
      id: 'job',
      head: '任务',
      value: ({ job_text: text }) => text,
      cell: ({ job_text: text, waits }) => (
        <>
          {text}
          <span className="block text-note text-ink-2">{waits}</span>
        </>
      ),
      isTitle: true,
    },
    { id: 'row', head: '记录', value: ({ row }) => row },
    {
      id: 'error',
      head: '失败原因',
      value: ({ error_text: text, error }) => (text === error ? text : `${text}（${error}）`),
      cell: ({ error_text: text, error }) => (
        <>
          {text}
          {text !== error && <span className="block text-note text-ink-2 break-all">{error}</span>}
        </>
      ),
    },
    { id: 'tries', head: '失败次数', value: ({ tries }) => String(tries), isNumber: true },
    { id: 'first', head: '首次失败', value: ({ first_at: at }) => momentText(at) },
    { id: 'last', head: '最近失败', value: ({ last_at: at }) => momentText(at) },
    { id: 'next', head: '下次重试', value: ({ next_at: at }) => momentText(at) },
    {
      id: 'away',
      head: '搁置',
      value: ({ put_away_by: who, put_away_at: at, put_away_word: word }) =>
        who === '' ? '' : `${who} ${momentText(at)} ${word}`,
      cell: ({ put_away_by: who, put_away_at: at, put_away_word: word }) =>
        who === '' ? '' : <ByWhom who={who} at={at} word={word} />,
    },
    {
      id: 'act',
      head: '操作',
      cell: (row) => (
        <span className="flex flex-wrap gap-x-3">
          <RowButton text="再试一次" of={nameOf(row)} onPress={() => retry(row)} />
          {row.put_away_by === '' && <RowButton text="搁置" of={nameOf(row)} onPress={() => putAway(row)} />}
        </span>
      ),
    },
  ];
}

/** Failures of background jobs, retried at once or acknowledged with a note. */
export function JobsPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/jobs'), initial, input, load: loadJobs, idOf });
  const [putting, setPutting] = useState<DeskJobWire | null>(null);
  const { put } = list;
  const columns = useMemo(
    () =>
      columnsOf({
        async retry({ job, row, tries }) {
          const now = await retryJob({ job, row, tries });
          put(now);
          showToast('success', '很快会再试，稍后刷新看结果');
        },
        putAway: setPutting,
      }),
    [put],
  );
  return (
    <>
      <DeskList
        title="后台任务"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-circle-check"
        none="没有符合条件的失败任务"
      >
        <Field label="任务或记录" name="keyword" defaultValue={input.keyword} maxLength={100} />
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {putting !== null && (
        <PutAwayDialog
          row={putting}
          onClose={() => setPutting(null)}
          onDone={(row) => {
            put(row);
            setPutting(null);
          }}
        />
      )}
    </>
  );
}
