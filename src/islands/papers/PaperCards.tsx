import { useEffect } from 'react';
import type { Zizhi } from '#lib/contract/papers.ts';
import { focusPaper, paperOfHash } from './focus-paper.ts';
import { PaperCard } from './PaperCard.tsx';

interface Props {
  /** The response of `GET /api/user/zizhi` (`getPapers` on the server). */
  zizhi: Zizhi;
  /** Called with the new state after each change. */
  onChange: (zizhi: Zizhi) => void;
}

/**
 * Every document of a company, edited in its card: files by drop, choice or camera with their progress, rotation and
 * order, number and days. Input is saved as a draft at each step, on every device. It can be mounted wherever documents
 * are submitted (the documents' page, the third step of registration); the parent holds the state and submits
 * (`handInPapers`), and `<Lacks>` lists what is missing with links to the cards. The address of a card leads to its
 * first empty field.
 */
export function PaperCards({ zizhi, onChange }: Props) {
  useEffect(() => focusPaper(paperOfHash(location.hash)), []);
  return (
    <ul className="grid gap-3">
      {zizhi.list.map((slot) => (
        <li key={slot.kind} id={`paper-${slot.kind}`} tabIndex={-1} className="outline-none scroll-mt-60px">
          <PaperCard slot={slot} mayChange={zizhi.can_change === 1} onChange={onChange} />
        </li>
      ))}
    </ul>
  );
}
