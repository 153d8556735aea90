import { buttonClass } from '#islands/ui/Button.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { liveList } from '#lib/contract/desk/lists/live.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';

interface Props {
  opened: OpenedList<typeof liveList>;
  /** A merchant's people make rooms. */
  isMerchant: boolean;
}

/** Live rooms, each opened as a file. */
export function LiveList({ opened, isMerchant }: Props) {
  return (
    <ListPage
      {...opened}
      onOpen={({ id }) => location.assign(path('/desk/live/[id]', { id }))}
      {...(isMerchant && {
        tools: () => (
          <a className={buttonClass('primary', 'small', 'max-md:h-touch')} href={path('/desk/live/new')}>
            新建直播
          </a>
        ),
      })}
    />
  );
}
