import { buttonClass } from '#islands/ui/Button.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { wheels } from '#lib/contract/desk/lists/wheels.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';

/** Lucky wheels of the platform, each opened as a file. */
export function WheelList(list: OpenedList<typeof wheels>) {
  return (
    <ListPage
      {...list}
      onOpen={({ id }) => location.assign(path('/desk/wheels/[id]', { id }))}
      tools={() => (
        <a className={buttonClass('primary', 'small', 'max-md:h-touch')} href={path('/desk/wheels/new')}>
          新建大转盘
        </a>
      )}
    />
  );
}
