import { CopyButton } from '#islands/ui/CopyButton.tsx';

interface Props {
  no: string;
  /** The kind of number, for screen readers. */
  what: string;
  href?: string;
}

/** Shorter ones are shown in full. */
const shown = 8;

/**
 * A long number in a table: its last digits; the complete number in the title, for screen readers and when it is
 * copied.
 */
export function OrderNo({ no, what, href }: Props) {
  const short =
    no.length > shown + 2 ? (
      <>
        {/* In one element: a name of two elements is read with a space between them. */}
        <span className="sr-only">{no}</span>
        <span aria-hidden="true">…{no.slice(-shown)}</span>
      </>
    ) : (
      no
    );
  return (
    <span className="relative inline-flex items-center gap-1 whitespace-nowrap">
      {href === undefined ? (
        <span className="num" title={no}>
          {short}
        </span>
      ) : (
        <a className="link num" href={href} title={no}>
          {short}
        </a>
      )}
      <CopyButton text={no} of={`${what}${no}`} />
    </span>
  );
}
