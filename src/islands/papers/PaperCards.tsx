import { useEffect } from 'react';
import type { Zizhi } from '#lib/contract/papers/schema.ts';
import { focusPaper, paperOfHash } from './focus-paper.ts';
import { PaperCard } from './PaperCard.tsx';

interface Props {
  /** As `GET /api/user/zizhi` answers it (`getPapers` on the server). */
  zizhi: Zizhi;
  /** Hears how everything stands after each change. */
  onChange: (zizhi: Zizhi) => void;
}

/**
 * Every paper of a company, each written in its card: files by drop, choice or camera with their progress, rotation and
 * order, number and days. What is written is kept as a draft with each step, on every device. It can be mounted wherever
 * papers are handed in (the papers' page, the third step of registering); who mounts it holds the state and hands in
 * (`handInPapers`), and `<Lacks>` lists what is missing with links to the cards. Who comes from elsewhere by the address of
 * a card is in its first empty field.
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
