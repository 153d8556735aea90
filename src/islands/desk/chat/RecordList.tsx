import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { chatRecords } from '#lib/contract/desk/lists/chat-records.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';

/** Inquiries; a row opens its talk, unless the company has begun another inquiry that the platform was not asked into. */
export function RecordList(list: OpenedList<typeof chatRecords>) {
  return (
    <ListPage
      {...list}
      onOpen={({ talk_id: talk }) => {
        if (Number(talk) > 0)
          location.assign(path('/desk/chat', undefined, { tab: 'all', talk: Number(talk) }));
        else showToast('info', '企业已与商家开始新的咨询，没有请平台介入，平台不能查看');
      }}
    />
  );
}
