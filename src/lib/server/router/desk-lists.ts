/** The register of the declared lists of the desks: one line a list. Their calls are in contract/desk/lists.ts. */
import { accountBook } from '#lib/contract/desk/lists/account-book.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { bills } from '#lib/contract/desk/lists/bills.ts';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import type { AnswerCall } from '../core/calls/endpoint.ts';
import type { Handlers } from '../core/calls/handlers.ts';
import { type ServedList, serve } from '../desk/list/serve.ts';

export const servedLists: readonly ServedList[] = [
  serve('accountBook', accountBook, async () => ({
    rows: (await import('../ledgers/account-book-rows.ts')).accountBookRows,
  })),
  serve('audit', audit, async () => ({ rows: (await import('../ledgers/audit-list-rows.ts')).auditRows })),
  serve('deskBills', bills, async () => ({
    rows: (await import('../bills/list-rows.ts')).billListRows,
    acts: { settle: (await import('../bills/differences.ts')).settle },
  })),
  serve('deskPapers', papers, async () => ({
    rows: (await import('../companies/paper-list-rows.ts')).paperListRows,
    acts: { remind: (await import('../companies/papers.ts')).remindPaper },
  })),
];

async function answersOfLists(): Promise<[string, AnswerCall][]> {
  const answers = await Promise.all(servedLists.map(({ answers }) => answers()));
  return answers.flat();
}

export const deskListHandlers: Handlers = new Map(await answersOfLists());
