import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { feedback } from '#lib/contract/desk/lists/feedback.ts';
import { ListPage } from './kit/ListPage.tsx';

/** Buyers' feedback, answered beside its pictures. */
export function FeedbackList(list: OpenedList<typeof feedback>) {
  return (
    <ListPage
      {...list}
      details={({ files }) => (files === '' ? null : <Pictures ids={files.split(',')} />)}
    />
  );
}

function Pictures({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2 m-0 p-0 list-none" aria-label="图片">
      {ids.map((id, at) => (
        <li key={id}>
          <a href={`/file/${id}`} target="_blank" rel="noopener" aria-label={`查看第${at + 1}张图片`}>
            <img
              src={`/file/${id}`}
              alt=""
              className="w-120px h-120px object-cover rounded border border-solid border-line"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
