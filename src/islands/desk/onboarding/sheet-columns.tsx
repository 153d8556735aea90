import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { OnboardingRow } from '#lib/contract/onboarding.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { StateTag, stateText } from './state-tags.tsx';

/** The files of a document, each with its own link. */
export function FileLinks({ files, of }: { files: OnboardingRow['files']; of: string }) {
  if (files.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {files.map(({ name, url }, at) => (
        <a
          key={url}
          className="link whitespace-nowrap"
          href={url}
          title={name}
          aria-label={files.length === 1 ? `查看${of}` : `${of}第${at + 1}份`}
        >
          {files.length === 1 ? '查看' : `第${at + 1}份`}
        </a>
      ))}
    </span>
  );
}

function daysText({ days_left: days }: OnboardingRow): string {
  if (days === null) return '';
  if (days < 0) return `过期${-days}天`;
  return days === 0 ? '今天到期' : `还有${days}天`;
}

/** The columns of a sheet that everybody sees. */
export const sheetColumns: readonly TableColumn<OnboardingRow>[] = [
  {
    id: 'kind',
    head: '资料',
    value: ({ kind_text: text }) => text,
    cell: ({ kind_text: text, is_required: isRequired, of, hint }) => (
      <>
        {text}
        {isRequired === 1 && <span className="ml-1 text-note text-price-ink font-400">必备</span>}
        <span className="block text-note text-ink-2 font-400">
          {of === 'maker' && '同一厂家的商品共用。'}
          {hint}
        </span>
      </>
    ),
    isTitle: true,
  },
  { id: 'number', head: '编号', value: ({ number }) => number },
  {
    id: 'valid',
    head: '有效期至',
    value: ({ valid_to: day }) => day,
    cell: (row) =>
      row.valid_to === '' ? null : (
        <span className="num whitespace-nowrap max-md:text-right">
          {row.valid_to}
          <span className="block text-note text-ink-2">{daysText(row)}</span>
        </span>
      ),
  },
  { id: 'state', head: '状态', value: stateText, cell: (row) => <StateTag row={row} /> },
  {
    id: 'files',
    head: '文件',
    value: ({ files }) => (files.length === 0 ? '' : files.length),
    cell: ({ files, kind_text: text }) => (files.length === 0 ? null : <FileLinks files={files} of={text} />),
  },
  {
    id: 'by',
    head: '上传',
    value: ({ uploaded_by: by, uploaded_at: at }) => (at === '' ? '' : `${by} ${momentText(at)}`),
    cell: ({ uploaded_by: by, uploaded_at: at }) => (at === '' ? null : <ByWhom who={by} at={at} />),
  },
  {
    id: 'asked',
    head: '买家索取',
    value: ({ asked }) => (asked === 0 ? '' : asked),
    cell: ({ asked }) => (asked === 0 ? null : <span className="text-price num">{asked}家</span>),
  },
];
