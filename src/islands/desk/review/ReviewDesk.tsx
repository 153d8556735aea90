import { useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import type { ReviewFile } from '#lib/contract/review.ts';
import { path } from '#lib/contract/routes.ts';
import { KeysHelp } from '../case/KeysHelp.tsx';
import { useKeys } from '../case/use-keys.ts';
import { NamedStores } from '../NamedStores.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { PaperPart, Problems, toggled } from './PaperPart.tsx';
import { firstView, maxZoom, PaperViewer, type View } from './PaperViewer.tsx';
import { TakeBack } from './TakeBack.tsx';
import { type Draft, useReview } from './use-review.ts';

/** Keys without a control of their own. */
const moreKeys = [
  ['J、K', '下一份、上一份资质'],
  ['+、-', '放大、缩小'],
  ['O', '旋转'],
  ['←、→', '换图片'],
  ['1–9', '选退回原因'],
  ['Z', '十秒内撤回刚才的决定'],
] as const;

/** One application next to its documents, decided by keyboard, followed by the next one at once. */
export function ReviewDesk({ initial }: { initial: ReviewFile }) {
  const review = useReview(initial);
  const { file, draft, isBusy, blocked } = review;
  const [at, setAt] = useState(0);
  const [view, setView] = useState<View>(firstView);
  /** Ids of the documents that were on screen. */
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const title = useRef<HTMLHeadingElement>(null);
  const paper = file.papers[at];
  const files = paper?.files.length ?? 0;

  // Another application begins at its first document, and moves the focus there.
  const shown = useRef(file.id);
  useEffect(() => {
    if (shown.current === file.id) return;
    shown.current = file.id;
    choose(0);
    title.current?.focus();
  }, [file.id]);

  useEffect(() => {
    if (paper !== undefined) setSeen((now) => new Set(now).add(paper.id));
  }, [paper?.id]);
  const unseen = file.papers.filter(({ id, is_new: isNew }) => isNew === 1 && !seen.has(id));

  function choose(next: number) {
    setAt(next);
    setView(firstView);
  }
  const change = (part: Partial<Draft>) => review.setDraft((now) => ({ ...now, ...part }));
  const look = (part: Partial<View>) => setView((now) => ({ ...now, ...part }));
  function say(reason: string) {
    if (paper !== undefined) change({ reasons: { ...draft.reasons, [paper.id]: reason } });
  }
  const count = Math.max(1, file.papers.length);

  async function approve() {
    const doubts = [
      ...(file.missing.length > 0 ? [`${file.missing.join('、')}没有有效的证件`] : []),
      ...(unseen.length > 0 ? [`${unseen.map(({ kind_text: text }) => text).join('、')}还没有看过`] : []),
    ];
    const isSure =
      doubts.length === 0 ||
      (await ask({
        title: file.missing.length > 0 ? '缺少资质' : '有资质没有看过',
        text: `${doubts.join('；')}，仍然通过吗？`,
        confirm: '仍然通过',
        cancel: '再看看',
      }));
    if (isSure) await review.approve();
  }
  /** A return needs a reason: without one its input gets the focus. */
  function giveBack() {
    if (review.hasReason) void review.giveBack();
    else document.querySelector<HTMLElement>(`[name="reason-${paper?.id}"], [name="reason"]`)?.focus();
  }

  useKeys({
    a: () => void approve(),
    r: giveBack,
    n: () => void review.putOff(),
    j: () => choose((at + 1) % count),
    k: () => choose((at - 1 + count) % count),
    '+': () => look({ zoom: Math.min(view.zoom + 1, maxZoom) }),
    '=': () => look({ zoom: Math.min(view.zoom + 1, maxZoom) }),
    '-': () => look({ zoom: Math.max(view.zoom - 1, 0) }),
    o: () => look({ turn: (view.turn + 90) % 360 }),
    ...(files > 1 && {
      arrowright: () => setView({ ...firstView, at: (view.at + 1) % files }),
      arrowleft: () => setView({ ...firstView, at: (view.at - 1 + files) % files }),
    }),
    ...(paper?.is_new === 1 &&
      Object.fromEntries(
        paper.reasons
          .slice(0, 9)
          .map((text, index) => [String(index + 1), () => say(toggled(draft.reasons[paper.id] ?? '', text))]),
      )),
  });

  return (
    <section className="panel">
      <TakeBack onTaken={review.takenBack} />
      <div className="panel-title flex-wrap">
        <h1 ref={title} tabIndex={-1} className="focus:outline-none">
          {file.company}
        </h1>
        <Tag kind="info">{file.kind_text}</Tag>
        <span className="text-small text-ink-2 font-400 num">
          {file.handed_in_at !== '' && `${momentText(file.handed_in_at)}提交`}
          {review.done > 0 && `，这次已审${review.done}家`}
        </span>
        <a className="link ml-auto text-small" href={path('/desk/review')}>
          回到列表
        </a>
        <KeysHelp more={moreKeys} />
      </div>
      {blocked !== '' && (
        <p
          role="alert"
          className="flex flex-wrap items-center gap-3 m-0 px-4 py-2 bg-card-dim text-small text-price"
        >
          {blocked}
          <Button kind="plain" size="small" onClick={() => void review.reload()}>
            刷新
          </Button>
        </p>
      )}
      <div className="grid lg:grid-cols-[minmax(0,1fr)_420px] gap-4 p-3 md:p-4 text-small">
        <div className="grid gap-3 content-start min-w-0">
          <section aria-label="资质" className="flex flex-wrap gap-2">
            {file.papers.map((one, index) => (
              <button
                key={one.id}
                type="button"
                aria-pressed={index === at}
                className="btn-plain h-control px-3 aria-[pressed=true]:(border-primary text-primary)"
                onClick={() => choose(index)}
              >
                {one.kind_text}
                {unseen.includes(one) && <span className="text-info"> 未看</span>}
                {one.problems.length > 0 && (
                  <>
                    {' '}
                    <span className="text-price">{one.problems.length}</span>
                    <span className="sr-only">处提示</span>
                  </>
                )}
                {(draft.reasons[one.id] ?? '') !== '' && <span className="text-price"> 退</span>}
              </button>
            ))}
          </section>
          <PaperViewer paper={paper} view={view} onView={look} />
          <NamedStores stores={file.named_stores} />
        </div>
        <div className="grid gap-4 content-start min-w-0">
          {paper !== undefined && (
            <PaperPart key={paper.id} paper={paper} reason={draft.reasons[paper.id] ?? ''} onReason={say} />
          )}
          <Fields file={file} />
          <DecisionForm
            file={file}
            draft={draft}
            onDraft={(part) => review.setDraft((now) => ({ ...now, ...part(now) }))}
          />
          <p className="m-0 text-note text-ink-2 max-md:hidden">
            J、K 换资质，+、- 缩放，O 旋转，←、→ 换图片，1–9 选退回原因，Esc 离开输入框，? 列出按键
          </p>
          {/* The decision stays visible however long the documents' fields are. */}
          <div className="sticky bottom-0 flex flex-wrap gap-2 -mb-3 md:-mb-4 py-3 bg-card border-t border-t-solid border-line">
            <Button
              busy={isBusy}
              disabled={blocked !== ''}
              aria-keyshortcuts="A"
              onClick={() => void approve()}
            >
              通过（A）
            </Button>
            <Button kind="plain" disabled={isBusy || blocked !== ''} aria-keyshortcuts="R" onClick={giveBack}>
              退回（R）
            </Button>
            <Button kind="plain" disabled={isBusy} aria-keyshortcuts="N" onClick={() => void review.putOff()}>
              下一家（N）
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

function Fields({ file }: { file: ReviewFile }) {
  return (
    <section className="grid gap-2" aria-label="企业资料">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 m-0 [&>dt]:text-ink-2 [&>dd]:m-0">
        {file.fields.flatMap(({ label, text, was, problem }) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} text`} className="break-all">
            {text || '—'}
            {was !== '' && <span className="text-note text-info"> 原为：{was}</span>}
            {problem !== '' && <Problems list={[problem]} />}
          </dd>,
        ])}
      </dl>
      {file.missing.length > 0 && <Problems list={[`缺少有效的${file.missing.join('、')}`]} />}
      {file.earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-2">以前的审核（{file.earlier.length}）</summary>
          <ul className="grid gap-1 m-0 mt-1 p-0 list-none">
            {file.earlier.map((one) => (
              <li key={one.id}>
                <span className="num">{one.at === '' ? '' : momentText(one.at)}</span> {one.state_text}{' '}
                {one.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
