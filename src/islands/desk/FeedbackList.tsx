import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { feedback } from '#lib/contract/desk/lists/feedback.ts';
import { ListPage } from './kit/ListPage.tsx';
import { Pictures } from './list/Pictures.tsx';

/** Buyers' feedback, answered beside its pictures. */
export function FeedbackList(list: OpenedList<typeof feedback>) {
  return (
    <ListPage
      {...list}
      details={({ files }) => (files === '' ? null : <Pictures ids={files.split(',')} />)}
    />
  );
}
