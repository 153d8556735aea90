/** The scopes of a company, and of the site itself. */
import type { Jyfw, SiteLicences } from '#lib/contract/papers.ts';
import { findExpiredPaper, paperNames, scopeCodes, scopePapers } from '#lib/rules/companies/qualification.ts';
import type { Context } from '../core/context.ts';
import { getSettings } from '../site/settings.ts';

/**
 * `GET /api/user/jyfw`: every scope, whether the company has it, the licences behind it, and which of them has expired.
 */
export async function getScopes({ actor: { account }, now }: Context<'buyer'>): Promise<Jyfw> {
  return {
    list: scopeCodes.map((code) => {
      const isHeld = account.scopes.includes(code);
      const expired = isHeld ? findExpiredPaper(code, account.papers, now.getTime()) : null;
      return {
        name: code,
        is_held: isHeld ? 1 : 0,
        papers: scopePapers[code].map((kind) => paperNames[kind]),
        expired_paper: expired === null ? '' : paperNames[expired.kind],
      };
    }),
  };
}

/** `GET /api/user/gszz`: the site's own licences, as its footer shows them. */
export async function getSiteLicences({ db }: Context<'all'>): Promise<SiteLicences> {
  const { licences } = await getSettings(db);
  return { list: licences.map((text) => ({ text })) };
}
