import { useEffect, useState } from 'react';
import { loadActLeft } from '#lib/client/stores/desk/countersign.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { Act } from '#lib/contract/desk/list.ts';
import { deskPages } from '#lib/contract/routes/desk.ts';
import { type ActKind, aloneSetting } from '#lib/rules/companies/act-kinds.ts';
import { secondText } from '#lib/rules/companies/countersign.ts';
import type { Side } from '#lib/rules/companies/staff.ts';

interface Props {
  kind: ActKind;
  /** Side of the person; pages of the platform alone leave it out. */
  side?: Side;
}

/** The rule by which a second person decides an act, with the rest of the person's daily limit; shown before the request. */
export function SecondNote({ kind, side = 'platform' }: Props) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (aloneSetting(kind) !== null) loadActLeft(kind).then(setLeft, react);
  }, [kind]);
  return <p className="m-0 text-small text-ink-2">{secondText(kind, left, side)}</p>;
}

/** The same of an act of a list, as a text. */
export async function secondTextOf({ second }: Act, side: Side): Promise<string> {
  if (second === undefined) return '';
  if (typeof second === 'object') return queueText(second);
  return secondText(second, aloneSetting(second) === null ? null : await loadActLeft(second), side);
}

/** The same of an act that is passed on another list. */
export function queueText({ queue }: Exclude<Act['second'], ActKind | undefined>): string {
  return `须由另一位同事在“${deskPages[queue].title}”复核后生效。`;
}
