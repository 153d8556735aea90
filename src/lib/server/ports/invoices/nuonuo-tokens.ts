/**
 * Access tokens of sellers at 诺诺. Each is a row that all processes share, and one of them fetches it: 诺诺 gives 50 in 30
 * days, and a new one may put the one before it out of use.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { countedFetches, isTokenDue, nextFetch } from '#lib/rules/invoices/token-pace.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { EpochMs } from '#lib/rules/terms/terms.ts';
import { currentTime } from '../../core/process/clock.ts';
import { log } from '../../core/process/log.ts';
import { seal, unseal } from '../../core/process/seal.ts';
import { type Db, getDb, type Tx } from '../../db/client.ts';
import {
  changeGrant,
  findAnyGrant,
  findGrant,
  type GrantKey,
  type GrantRow,
  hasLicenceNumber,
  lockGrant,
} from './grant-rows.ts';
import { type FetchedToken, fetchToken, type NuonuoApp, type TokenGrant } from './nuonuo-oauth.ts';
import { PortRefusal, type PortSeller } from './port.ts';

type Seller = Pick<PortSeller, 'merchantId' | 'taxNo'>;

export interface TokenSource {
  /** A sentence why a seller has no token; null where it has one. */
  missing(db: Db | Tx, seller: Seller): Promise<string | null>;
  /** The token for a call now. Throws `NoAnswer` and `PortRefusal` where it had to be fetched and was not. */
  find(seller: Seller): Promise<string>;
  /** Another token in place of a refused one; null where none may be fetched now. Throws as `find`. */
  renew(seller: Seller, refused: string): Promise<string | null>;
}

export interface NuonuoTokens extends TokenSource {
  /** Fetches the first token of a merchant that agreed. Throws as `find`. */
  accept(seller: Seller, agreed: { code: string; redirect: string }): Promise<void>;
  /** A seller to try the keys with; null where no merchant has agreed. */
  findAny(): Promise<Seller | null>;
}

/** The stored token that a call found, and whether 诺诺 has refused it. */
interface Seen {
  stored: string;
  isRefused: boolean;
}

/** mine: this call fetches. kept: another one has fetched, or, with null, the seen token has to do. */
type Turn =
  | { is: 'mine'; row: GrantRow; grant: TokenGrant }
  | { is: 'kept'; token: string | null }
  | { is: 'wait' };

/** Codes that say nothing against a merchant's grant: key, secret, limit, kind of application, form. */
const oursToSettle = new Set(['070304', '070305', '070306', '070307', '070315']);
/** This process tries a seller again so long after a refusal, and after no answer, ms. A restart tries at once. */
const rests = { refused: 3 * 3_600_000, silent: 60_000 } as const;
/** A claim outlasts the timeout of a fetch; who waits looks again so often, ms. */
const claimFor = 6_000;
const lookAgain = 100;

/** `ownTaxNo`: the company of an application of one's own (自用型); null: merchants agree, each for itself (第三方). */
export function nuonuoTokens(app: NuonuoApp, ownTaxNo: string | null): NuonuoTokens {
  const keyOf = ({ merchantId, taxNo }: Seller): GrantKey => ({
    app: app.key,
    merchantId: ownTaxNo === null ? merchantId : null,
    taxNo,
  });
  const notGranted = ({ taxNo }: Seller) =>
    ownTaxNo === null ? `税号${taxNo}还没有授权诺诺` : `平台的诺诺应用只能给营业执照为${ownTaxNo}的商家开票`;

  /**
   * Fetches a token unless another process has replaced the stored one that was seen; null while the seen one has to do.
   * One process fetches at a time, and holds no lock meanwhile: it has claimed the row for some seconds.
   */
  async function fetchOver(seller: Seller, seen: Seen): Promise<string | null> {
    for (;;) {
      const now = currentTime().getTime();
      const turn = await getDb().transaction((tx) => claim(tx, seller, seen, now));
      if (turn.is === 'mine') return take(turn.row, turn.grant, now);
      if (turn.is === 'kept') return turn.token;
      await sleep(lookAgain);
    }
  }

  /** Claims the row for a fetch. Throws where no token can be had. */
  async function claim(tx: Tx, seller: Seller, { stored, isRefused }: Seen, now: EpochMs): Promise<Turn> {
    const row = must(await lockGrant(tx, keyOf(seller)), 'the locked grant');
    const token = tokenOf(row);
    if (row.accessToken !== stored) return { is: 'kept', token };
    const isGood = token !== null && !isRefused && !hasEnded(row, now);
    if (row.claimedUntil !== null && row.claimedUntil.getTime() > now)
      return isGood ? { is: 'kept', token: null } : { is: 'wait' };
    const from = Math.max(nextFetch(countedFetches(row.fetches, now)), resting.get(row.id) ?? 0);
    if (now < from) {
      if (isGood || isRefused) return { is: 'kept', token: null };
      throw new PortRefusal('', `诺诺的访问令牌${minuteKey(from)}起再取。${row.fault}`);
    }
    const grant = grantOf(row);
    if (grant === null) throw new PortRefusal('', notGranted(seller));
    await changeGrant(tx, row.id, { claimedUntil: new Date(now + claimFor) });
    return { is: 'mine', row, grant };
  }

  /** How a token is asked for again; null where the merchant has to agree first. */
  function grantOf(row: GrantRow): TokenGrant | null {
    if (ownTaxNo !== null) return { by: 'own' };
    const refreshToken = row.refreshToken === null ? null : opened(row, row.refreshToken);
    return refreshToken === null ? null : { by: 'refresh', refreshToken, userId: row.userId };
  }

  /** Asks for a token and stores it. Throws as `find`; what a refusal means is stored too. */
  async function take(row: GrantRow, grant: TokenGrant, now: EpochMs): Promise<string> {
    try {
      const found = await fetchToken(app, grant);
      resting.delete(row.id);
      await changeGrant(getDb(), row.id, {
        ...patchOf(row, found, now),
        fetches: [...countedFetches(row.fetches, now), now],
      });
      return found.accessToken;
    } catch (error) {
      await changeGrant(getDb(), row.id, { claimedUntil: null, ...faultOf(grant, error) });
      // A wrong code says nothing about the token of before.
      if (grant.by !== 'code')
        resting.set(row.id, now + (error instanceof PortRefusal ? rests.refused : rests.silent));
      throw error;
    }
  }

  return {
    async missing(db, seller) {
      const { merchantId, taxNo } = seller;
      if (ownTaxNo !== null)
        return taxNo === ownTaxNo && (await hasLicenceNumber(db, merchantId, taxNo))
          ? null
          : notGranted(seller);
      const row = await findGrant(db, keyOf(seller));
      if (row === null || row.accessToken === '') return notGranted(seller);
      const isOver = row.refreshToken === null && hasEnded(row, currentTime().getTime());
      return isOver ? `税号${taxNo}的诺诺授权已失效，请重新授权。${row.fault}` : null;
    },

    async find(seller) {
      const now = currentTime().getTime();
      const row = await findGrant(getDb(), keyOf(seller));
      if (ownTaxNo === null ? row === null : seller.taxNo !== ownTaxNo)
        throw new PortRefusal('', notGranted(seller));
      const token = row === null ? null : tokenOf(row);
      if (row === null || token === null)
        return must(
          await fetchOver(seller, { stored: row?.accessToken ?? '', isRefused: false }),
          'a fetched token',
        );
      if (!isDue(row, now)) return token;
      try {
        return (await fetchOver(seller, { stored: row.accessToken, isRefused: false })) ?? token;
      } catch (error) {
        if (hasEnded(row, now)) throw error;
        log().warn({ err: error, taxNo: seller.taxNo }, 'a token of 诺诺 was not renewed before its end');
        return token;
      }
    },

    async renew(seller, refused) {
      const row = await findGrant(getDb(), keyOf(seller));
      if (row === null) return null;
      const token = tokenOf(row);
      // Another call has renewed it already.
      if (token !== null && token !== refused) return token;
      return fetchOver(seller, { stored: row.accessToken, isRefused: true });
    },

    async accept(seller, { code, redirect }) {
      const row = await getDb().transaction((tx) => lockGrant(tx, keyOf(seller)));
      const agreed = { by: 'code', code, taxNo: seller.taxNo, redirect } as const;
      await take(must(row, 'the grant'), agreed, currentTime().getTime());
    },

    async findAny() {
      if (ownTaxNo !== null) return { merchantId: 0, taxNo: ownTaxNo };
      const row = await findAnyGrant(getDb(), app.key);
      return row === null ? null : { merchantId: row.merchantId ?? 0, taxNo: row.taxNo };
    },
  };
}

/** Moments until which this process leaves a grant alone, by its row. */
const resting = new Map<number, EpochMs>();

const purpose = 'invoice grant';
const opened = ({ id }: GrantRow, sealed: string) => unseal(purpose, String(id), sealed);

/** The token of a row; null for none, and under another AUTH_SECRET. */
function tokenOf(row: GrantRow): string | null {
  return row.accessToken === '' ? null : opened(row, row.accessToken);
}

function patchOf({ id }: GrantRow, found: FetchedToken, now: EpochMs) {
  const sealed = (text: string) => seal(purpose, String(id), text);
  return {
    accessToken: sealed(found.accessToken),
    refreshToken: found.refreshToken === null ? null : sealed(found.refreshToken),
    userId: found.userId,
    expiresAt: found.life === null ? null : new Date(now + found.life),
    fault: '',
    claimedUntil: null,
  };
}

/** What a failed fetch leaves in the row. A refresh token that was refused is worth nothing any more. */
function faultOf(grant: TokenGrant, error: unknown) {
  if (grant.by === 'code' || !(error instanceof PortRefusal)) return {};
  const isOver = grant.by === 'refresh' && !oursToSettle.has(error.code);
  const fault = `诺诺答复：${error.code} ${error.message}`.slice(0, 200);
  return isOver ? { fault, refreshToken: null } : { fault };
}

const hasEnded = ({ expiresAt }: GrantRow, now: EpochMs) => expiresAt !== null && expiresAt.getTime() <= now;

function isDue({ expiresAt, fetches }: GrantRow, now: EpochMs): boolean {
  return isTokenDue({ fetchedAt: fetches.at(-1) ?? 0, expiresAt: expiresAt?.getTime() ?? null }, now);
}
