interface Props {
  /** Of the table. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  total: number;
  onPage: (page: number) => void;
}

/** Links to the previous and the next page of rows that are all loaded; nothing for a single page. */
export function TablePages({ label, page, pages, total, onPage }: Props) {
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={`${label}分页`}
      className="flex items-center justify-center gap-3 px-4 py-3 text-small text-ink-2"
    >
      <Step text="上一页" icon="i-lucide-chevron-left" isOff={page === 1} onPress={() => onPage(page - 1)} />
      <span className="num" aria-live="polite">
        第{page}/{pages}页，共{total}条
      </span>
      <Step
        text="下一页"
        icon="i-lucide-chevron-right"
        isOff={page === pages}
        onPress={() => onPage(page + 1)}
      />
    </nav>
  );
}

function Step(props: { text: string; icon: string; isOff: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.text}
      disabled={props.isOff}
      className="icon-button max-md:(w-touch h-touch) border border-solid border-line disabled:(text-line-strong cursor-not-allowed)"
      onClick={props.onPress}
    >
      <span className={`${props.icon} text-title`} aria-hidden="true" />
    </button>
  );
}
