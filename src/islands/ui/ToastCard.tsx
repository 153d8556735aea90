import type { Toast } from '#lib/client/stores/shell/toasts.ts';

const faces = {
  success: { icon: 'i-lucide-circle-check', colour: 'text-primary' },
  warning: { icon: 'i-lucide-triangle-alert', colour: 'text-promo-ink' },
  info: { icon: 'i-lucide-info', colour: 'text-info' },
  error: { icon: 'i-lucide-circle-x', colour: 'text-price' },
} as const;

interface Props {
  toast: Toast;
  onClose: () => void;
  /** The link or button got or lost the pointer or focus. */
  onHold: (isOn: boolean) => void;
}

/** One message: its text, perhaps a link, a cross. */
export function ToastCard({ toast, onClose, onHold }: Props) {
  const { icon, colour } = faces[toast.kind];
  const { link, act } = toast;
  const held = {
    onPointerEnter: () => onHold(true),
    onPointerLeave: () => onHold(false),
    onFocus: () => onHold(true),
    onBlur: () => onHold(false),
  };
  return (
    <div className="pointer-events-auto flex items-center gap-2.5 max-w-[min(480px,calc(100vw-32px))] pl-4 pr-2 py-2 rounded-panel bg-card border border-solid border-line shadow-float animate-[rise_.18s_ease-out]">
      <span className={`${icon} ${colour} text-head`} aria-hidden="true" />
      <span className="min-w-0">{toast.text}</span>
      {link && (
        <a {...held} className="link whitespace-nowrap" href={link.href}>
          {link.text}
        </a>
      )}
      {act && (
        <button
          type="button"
          {...held}
          className="link whitespace-nowrap p-0 border-0 bg-transparent font-600"
          onClick={() => {
            onClose();
            act.run();
          }}
        >
          {act.text}
        </button>
      )}
      <button type="button" className="icon-button w-small h-small" aria-label="关闭提示" onClick={onClose}>
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </div>
  );
}
