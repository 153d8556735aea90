import { momentText } from '#islands/ui/moments.ts';

interface Props {
  who: string;
  /** Empty: not yet. */
  at: string;
  /** The note with it. */
  word?: string;
}

/** The actor and the time on two lines: a time in the middle of a line would break at its hyphens. */
export function ByWhom({ who, at, word = '' }: Props) {
  return (
    <>
      {who !== '' && <span className="block whitespace-nowrap">{who}</span>}
      {at !== '' && (
        <span className="block text-note text-ink-2 num whitespace-nowrap">{momentText(at)}</span>
      )}
      {word !== '' && <span className="block text-note text-ink-2">{word}</span>}
    </>
  );
}
