import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { takeNext } from '#lib/client/stores/desk/review.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { reviews } from '#lib/contract/desk/lists/reviews.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { TakeBack } from './TakeBack.tsx';

const openReview = (id: number) => location.assign(path('/desk/review/[id]', { id }));

/** Pending reviews; a button begins with the first free one. */
export function ReviewList(list: OpenedList<typeof reviews>) {
  return (
    <>
      <ListPage {...list} onOpen={({ id }) => openReview(Number(id))} tools={() => <Begin />} />
      <TakeBack onTaken={({ id }) => openReview(id)} />
    </>
  );
}

function Begin() {
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    setBusy(true);
    try {
      const file = await takeNext([]);
      if (file !== null) return openReview(file.id);
      showToast('info', '没有等待审核的企业');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <Button size="small" className="max-md:h-touch" busy={isBusy} onClick={() => void begin()}>
      从最早的开始审核
    </Button>
  );
}
