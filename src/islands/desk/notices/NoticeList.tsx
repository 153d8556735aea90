import { useEffect } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { onDeskNews, readNotices } from '#lib/client/stores/desk/notices.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { OpenedList, RowOf } from '#lib/contract/desk/list.ts';
import type { notices } from '#lib/contract/desk/lists/notices.ts';
import type { DutyPhoneWire } from '#lib/contract/notices.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { DutyPhone } from './DutyPhone.tsx';

type Notice = RowOf<typeof notices>;

interface Props extends OpenedList<typeof notices> {
  /** Null for a role that may not set it. */
  phone: DutyPhoneWire | null;
}

async function open({ id, is_read: isRead, link }: Notice) {
  if (isRead === 0) await readNotices({ ids: [id] });
  location.assign(link);
}

/** Notices of a merchant's people, the newest first, and the duty phone. */
export function NoticeList({ phone, ...list }: Props) {
  return (
    <>
      <ListPage
        {...list}
        onOpen={(row) => (row.link === '' ? undefined : open(row).catch(react))}
        tools={(reload) => <Tools reload={reload} />}
        cells={{
          title: (row) => (
            <>
              {row.link === '' ? (
                row.title
              ) : (
                <RowButton text={row.title} of="打开" onPress={() => open(row)} />
              )}{' '}
              {row.is_read === 0 && <Tag kind="warn">未读</Tag>}
            </>
          ),
          body: ({ body }) => <span className="md:(block w-80 whitespace-normal)">{body}</span>,
          is_read: (row, put) => (
            <RowButton
              text={row.is_read === 1 ? '已读' : '标为已读'}
              of={row.title}
              isOff={row.is_read === 1}
              onPress={() => readNotices({ ids: [row.id] }).then(() => put({ ...row, is_read: 1 }))}
            />
          ),
        }}
      />
      {phone !== null && <DutyPhone initial={phone} />}
    </>
  );
}

/** Follows new notices, and marks all of them as read. */
function Tools({ reload }: { reload: () => void }) {
  useEffect(() => onDeskNews(reload), []);
  return (
    <Button
      kind="plain"
      size="small"
      className="max-md:h-touch"
      onClick={() => void readNotices({ all: 1 }).then(reload, react)}
    >
      全部标为已读
    </Button>
  );
}
