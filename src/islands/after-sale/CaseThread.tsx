import type { ReactNode } from 'react';
import { PictureList } from '#islands/ui/files/PictureList.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { AfterSaleNote } from '#lib/contract/after-sale/calls.ts';

/** Messages and acts of each side, the oldest first; below them the input for a reply. */
export function CaseThread({ notes, children }: { notes: readonly AfterSaleNote[]; children?: ReactNode }) {
  return (
    <section className="panel" aria-labelledby="thread">
      <h2 id="thread" className="panel-title">
        处理记录
      </h2>
      <ol>
        {notes.map((note) => (
          <li
            key={note.id}
            className="px-3 md:px-4 py-2.5 border-t border-t-solid border-line first:border-t-0 text-small"
          >
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b className="font-600">{note.who}</b>
              {note.act !== '' && <span className="text-primary">{note.act}</span>}
              <time className="ml-auto text-note text-ink-2 num" dateTime={note.at}>
                {momentText(note.at)}
              </time>
            </p>
            {note.text !== '' && <p className="mt-1 whitespace-pre-line break-words">{note.text}</p>}
            <PictureList files={note.files} />
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}
