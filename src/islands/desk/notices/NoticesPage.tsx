import { useEffect, useMemo } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadNotices, onDeskNews, readNotices } from '#lib/client/stores/desk/notices.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { DeskNoticeRow, DeskNotices, DeskNoticesValues, DutyPhoneWire } from '#lib/contract/notices.ts';
import { path } from '#lib/contract/routes.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { DutyPhone } from './DutyPhone.tsx';

interface Props {
  initial: DeskNotices;
  input: DeskNoticesValues;
  kinds: readonly { value: string; text: string }[];
  /** Null for a role that may not set it. */
  phone: DutyPhoneWire | null;
}

const idOf = ({ id }: DeskNoticeRow) => id;
const nameOf = ({ title }: DeskNoticeRow) => title;
const states = [
  { value: '0', text: '全部' },
  { value: '1', text: '未读' },
];

/** Notices of a merchant's people, the newest first, and the duty phone. */
export function NoticesPage({ initial, input, kinds, phone }: Props) {
  const list = useDeskList({ address: path('/desk/notices'), initial, input, load: loadNotices, idOf });
  const { reload, put } = list;
  const columns = useMemo(() => columnsOf(put), [put]);
  useEffect(() => onDeskNews(() => void reload()), []);

  async function readAll() {
    await readNotices({ all: 1 }).then(reload, react);
  }

  return (
    <>
      <DeskList
        title="通知"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-bell"
        none="没有通知"
        acts={
          list.rows.some((row) => row.is_read === 0) && (
            <Button kind="plain" size="small" className="max-md:h-touch" onClick={() => void readAll()}>
              全部标为已读
            </Button>
          )
        }
      >
        <div className="field text-small">
          <SelectBox label="种类" name="kind" options={kinds} defaultValue={input.kind} />
        </div>
        <div className="field text-small">
          <SelectBox label="状态" name="unread" options={states} defaultValue={String(input.unread)} />
        </div>
      </DeskList>
      {phone !== null && <DutyPhone initial={phone} />}
    </>
  );
}

function columnsOf(put: (row: DeskNoticeRow) => void): readonly TableColumn<DeskNoticeRow>[] {
  async function read(row: DeskNoticeRow) {
    await readNotices({ ids: [row.id] });
    put({ ...row, is_read: 1 });
  }
  async function open(row: DeskNoticeRow) {
    if (row.is_read === 0) await readNotices({ ids: [row.id] });
    location.assign(row.link);
  }
  return [
    { id: 'at', head: '时间', value: ({ created_at: at }) => momentText(at) },
    { id: 'kind', head: '种类', value: ({ kind_text: text }) => text },
    {
      id: 'title',
      head: '通知',
      value: ({ title, body }) => `${title} ${body}`,
      cell: ({ title, body, is_read: isRead }) => (
        <>
          <p className={isRead === 1 ? 'text-ink-2' : 'font-600'}>
            {title} {isRead === 0 && <Tag kind="warn">未读</Tag>}
          </p>
          <p className="text-note text-ink-2">{body}</p>
        </>
      ),
      isTitle: true,
    },
    { id: 'readers', head: '已读', value: ({ readers }) => readers.join('、') },
    {
      id: 'acts',
      head: '操作',
      cell: (row) => (
        <span className="inline-flex gap-3">
          {row.link !== '' && <RowButton text="打开" of={row.title} onPress={() => open(row)} />}
          <RowButton
            text={row.is_read === 1 ? '已读' : '标为已读'}
            of={row.title}
            isOff={row.is_read === 1}
            onPress={() => read(row)}
          />
        </span>
      ),
    },
  ];
}
