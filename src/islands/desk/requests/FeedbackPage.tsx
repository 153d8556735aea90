import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { answerFeedback, loadFeedback } from '#lib/client/stores/desk/requests.ts';
import type { DeskFeedbackList, DeskFeedbackRow, DeskFeedbackValues } from '#lib/contract/feedback/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { feedbackStatuses, feedbackText } from '#lib/rules/companies/feedback-state.ts';
import { RowButton } from '../list/RowButton.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { companyColumn, RequestList } from './RequestList.tsx';

interface Props {
  initial: DeskFeedbackList;
  input: DeskFeedbackValues;
}

const nameOf = ({ company, kind_text: kind }: DeskFeedbackRow) => `${company} ${kind}`;
const statuses = feedbackStatuses.map((value) => ({ value, text: feedbackText(value) }));

function columnsOf(onOpen: (row: DeskFeedbackRow) => void): readonly TableColumn<DeskFeedbackRow>[] {
  return [
    companyColumn(true),
    { id: 'kind', head: '类型', value: ({ kind_text: text }) => text },
    { id: 'text', head: '内容', value: ({ text }) => text },
    {
      id: 'pictures',
      head: '图片',
      value: ({ pictures }) => (pictures.length === 0 ? '' : `${pictures.length}张`),
    },
    { id: 'order', head: '订单号', value: ({ order_no: no }) => no },
    { id: 'phone', head: '电话', value: ({ phone }) => phone },
    { id: 'at', head: '时间', value: ({ created_at: at }) => momentText(at) },
    { id: 'status', head: '状态', value: ({ status_text: text }) => text },
    { id: 'answer', head: '答复', value: ({ answer }) => answer },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        row.may_answer === 1 && <RowButton text="答复" of={nameOf(row)} onPress={() => onOpen(row)} />,
    },
  ];
}

/** Buyers' feedback, answered in a dialog. */
export function FeedbackPage({ initial, input }: Props) {
  return (
    <RequestList
      title="意见反馈"
      icon="i-lucide-message-square"
      none="没有符合条件的反馈"
      list={{ address: path('/desk/feedback'), initial, input, load: loadFeedback }}
      nameOf={nameOf}
      statuses={statuses}
      columns={columnsOf}
      dialog={(row, done, close) => (
        <AnswerDialog
          title={`答复${row.company}`}
          words={{ name: 'answer', label: '答复（企业会看到）', isNeeded: true, max: 1000 }}
          button="答复"
          send={({ answer }) => answerFeedback(row.id, answer.trim())}
          onSent={done}
          onClose={close}
        >
          <p className="m-0 text-ink-2">
            {row.user} {row.phone} {row.order_no}
          </p>
          <p className="m-0 whitespace-pre-wrap">{row.text}</p>
          {row.pictures.length > 0 && (
            <ul className="flex flex-wrap gap-2" aria-label="图片">
              {row.pictures.map(({ id, name, url }) => (
                <li key={id}>
                  <a href={url} target="_blank" rel="noopener" aria-label={`查看${name}`}>
                    <img
                      src={url}
                      alt=""
                      className="w-120px h-120px object-cover rounded border border-solid border-line"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </AnswerDialog>
      )}
    />
  );
}
