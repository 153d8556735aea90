/** A refusal that belongs to the whole form; nothing where there is none. */
export function FormNotice({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 px-3 py-2 rounded bg-price-wash text-price-ink text-small"
    >
      <span className="i-lucide-circle-alert text-title mt-0.5" aria-hidden="true" />
      {text}
    </p>
  );
}
