import type { ReviewPaper } from '#lib/contract/review.ts';

export interface View {
  /** The index of the document's picture. */
  at: number;
  /** Steps of zoom: 0 is the whole picture. */
  zoom: number;
  /** Degrees clockwise, in addition to the picture's own rotation. */
  turn: number;
}

export const firstView: View = { at: 0, zoom: 0, turn: 0 };
export const maxZoom = 4;
/** A square: a picture that is turned stays within it. */
const zooms = ['h-full', 'w-full', 'w-150%', 'w-200%', 'w-300%'];
const turns: Record<number, string> = { 0: '', 90: 'rotate-90', 180: 'rotate-180', 270: 'rotate-270' };

interface Props {
  paper: ReviewPaper | undefined;
  view: View;
  onView: (change: Partial<View>) => void;
}

/** A document's pictures, one at a time, as large as possible. */
export function PaperViewer({ paper, view, onView }: Props) {
  const files = paper?.files ?? [];
  const file = files[view.at];
  if (paper === undefined || file === undefined)
    return (
      <p className="grid place-items-center min-h-160px m-0 text-ink-2">
        {paper === undefined ? '没有资质' : `${paper.kind_text}没有图片`}
      </p>
    );
  const turned = (file.rotation + view.turn) % 360;
  return (
    <figure className="grid gap-2 m-0">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <ViewButton text="放大" keys="+" onPress={() => onView({ zoom: Math.min(view.zoom + 1, maxZoom) })} />
        <ViewButton text="缩小" keys="-" onPress={() => onView({ zoom: Math.max(view.zoom - 1, 0) })} />
        <ViewButton text="旋转" keys="O" onPress={() => onView({ turn: (view.turn + 90) % 360 })} />
        {files.length > 1 && (
          <ViewButton
            text={`下一张（${view.at + 1}/${files.length}）`}
            keys="→"
            onPress={() => onView({ ...firstView, at: (view.at + 1) % files.length })}
          />
        )}
        {(file.href || file.full) !== '' && (
          <a className="link" href={file.href || file.full} target="_blank" rel="noopener">
            打开原件
          </a>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture is moved by the arrow keys */}
      <section className="h-[70vh] overflow-auto bg-card-dim rounded" tabIndex={0} aria-label="资质图片">
        <div className={`relative aspect-square m-auto ${zooms[view.zoom] ?? 'h-full'}`}>
          <img
            src={file.src}
            alt={`${paper.kind_text} ${file.name}`}
            className={`block w-full h-full object-contain ${turns[turned] ?? ''}`}
          />
          {/* Over the small one, which is seen until this one is there. */}
          {view.zoom > 0 && file.full !== '' && (
            <img
              key={file.full}
              src={file.full}
              alt=""
              className={`absolute inset-0 w-full h-full object-contain ${turns[turned] ?? ''}`}
            />
          )}
        </div>
      </section>
      <figcaption className="text-note text-ink-2">{file.name}</figcaption>
    </figure>
  );
}

function ViewButton({ text, keys, onPress }: { text: string; keys: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="link p-0 border-0 bg-transparent cursor-pointer"
      aria-keyshortcuts={keys}
      onClick={onPress}
    >
      {text} <kbd className="text-note text-ink-2">{keys}</kbd>
    </button>
  );
}
