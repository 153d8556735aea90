import { showToast } from '#lib/client/stores/shell/toasts.ts';

interface Props {
  text: string;
  /** The kind of text, for screen readers. */
  of: string;
}

/** Copies the number before it. */
export function CopyButton({ text, of }: Props) {
  return (
    <button
      type="button"
      className="link ml-2 p-0 border-0 bg-transparent text-note cursor-pointer"
      aria-label={`复制${of}`}
      onClick={() => void copy(text)}
    >
      复制
    </button>
  );
}

/** An origin that is not safe has no clipboard. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', '已复制');
  } catch {
    showToast('warning', '复制失败，请手动选择复制');
  }
}
