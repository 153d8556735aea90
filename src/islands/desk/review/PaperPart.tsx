import { TextArea } from '#islands/ui/TextArea.tsx';
import type { ReviewPaper } from '#lib/contract/review.ts';

interface Props {
  paper: ReviewPaper;
  /** Why it goes back; empty where it is fine. */
  reason: string;
  onReason: (reason: string) => void;
}

/** The fields of a document, its mismatches, and the reason of a return. */
export function PaperPart({ paper, reason, onReason }: Props) {
  const facts = [
    ['编号', paper.number],
    ['有效期', `${paper.valid_from || '—'} 至 ${paper.valid_to || '长期'}`],
    ['原为', paper.was],
  ].filter(([, text]) => text !== '');
  return (
    <section className="grid gap-2" aria-label={paper.kind_text}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 m-0 [&>dt]:text-ink-2 [&>dd]:m-0">
        {facts.flatMap(([name, text]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} text`} className="num break-all">
            {text}
          </dd>,
        ])}
      </dl>
      <Problems list={paper.problems} />
      {paper.is_new === 0 ? (
        <p className="m-0 text-ink-2">已通过审核，这次没有更换。</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-1.5">
            {paper.reasons.map((text, at) => (
              <button
                key={text}
                type="button"
                className="inline-flex items-center gap-1 min-h-small px-2 rounded-tag border border-solid border-line bg-card text-note text-ink cursor-pointer hover:border-primary aria-[pressed=true]:(border-primary bg-primary-wash text-primary-ink)"
                aria-pressed={reason.split('；').includes(text)}
                aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
                onClick={() => onReason(toggled(reason, text))}
              >
                {at < 9 && <kbd className="num text-ink-2">{at + 1}</kbd>}
                {text}
              </button>
            ))}
          </div>
          <TextArea
            label={`${paper.kind_text}的退回原因`}
            name={`reason-${paper.id}`}
            rows={2}
            maxLength={200}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
        </>
      )}
    </section>
  );
}

/** Mismatches, a line each. */
export function Problems({ list }: { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <ul className="grid gap-1 m-0 p-0 list-none text-price">
      {list.map((text) => (
        <li key={text} className="flex gap-1.5">
          <span className="i-lucide-triangle-alert mt-0.5 flex-none" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The reason with a sentence added, or removed. */
export function toggled(reason: string, text: string): string {
  const parts = reason.split('；').filter((part) => part !== '');
  return (parts.includes(text) ? parts.filter((part) => part !== text) : [...parts, text]).join('；');
}
