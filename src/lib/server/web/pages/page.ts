/** The context that a page passes to services; calls get theirs from endpoint.ts. */
import type { AstroGlobal } from 'astro';
import type { z } from 'zod';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { type CallContext, shopActor, staffActorOf, visitor } from '../../core/context.ts';
import { currentTime } from '../../core/process/clock.ts';
import { getDb } from '../../db/client.ts';

type Page = Pick<AstroGlobal, 'locals' | 'request' | 'response'>;

function base({ locals, request, response }: Page): Omit<CallContext, 'actor'> {
  return {
    db: getDb(),
    now: currentTime(),
    requestId: locals.requestId,
    clientAddress: locals.clientAddress,
    headers: request.headers,
    answerHeaders: response.headers,
  };
}

/** For public pages: no session is read, so that the page is the same for everyone and may be cached. */
export function publicContext(page: Page): CallContext<'all'> {
  return { ...base(page), actor: visitor };
}

/** For pages of buyers, which the middleware has guarded. Throws 401 where it has not. */
export async function buyerContext(page: Page): Promise<CallContext<'buyer'>> {
  const account = await page.locals.account();
  if (account === null) throw new AppError(401);
  return { ...base(page), actor: { kind: 'buyer', account } };
}

/** For pages open to visitors and logged-in people, each with their own content; never cached. */
export async function askedContext(page: Page): Promise<CallContext<'all'>> {
  return { ...base(page), actor: shopActor(await page.locals.account()) };
}

/** For pages of both desks, which the middleware has guarded. Throws 404 where it has not. */
export async function staffContext(page: Page): Promise<CallContext<'staff'>> {
  const staff = await page.locals.staff();
  if (staff === null) throw new AppError(404);
  return { ...base(page), actor: staffActorOf(staff) };
}

/** For pages of the platform's desk, which the middleware has guarded. Throws 404 where it has not. */
export async function platformContext(page: Page): Promise<CallContext<'platform'>> {
  const { actor, ...asked } = await staffContext(page);
  if (actor.kind !== 'platform') throw new AppError(404);
  return { ...asked, actor };
}

/** For pages of a merchant's desk, which the middleware has guarded. Throws 404 where it has not. */
export async function merchantContext(page: Page): Promise<CallContext<'merchant'>> {
  const { actor, ...asked } = await staffContext(page);
  if (actor.kind !== 'merchant') throw new AppError(404);
  return { ...asked, actor };
}

/** A page's query by a call's schema; invalid parameters are ignored, and the rest stays. */
export function readQuery<Out>(schema: z.ZodType<Out>, url: URL): Out {
  const asked = Object.fromEntries(url.searchParams);
  const found = parseSent(schema, asked);
  if (found.success) return found.data;
  const wrong = new Set(found.error.issues.map(({ path: [name] }) => String(name)));
  const sound = parseSent(
    schema,
    Object.fromEntries(Object.entries(asked).filter(([name]) => !wrong.has(name))),
  );
  return sound.success ? sound.data : schema.parse({});
}

/** What {@link readQuery} has ignored, a sentence each: for pages that show it. */
export function queryFaults<Out>(schema: z.ZodType<Out>, url: URL): string[] {
  const found = parseSent(schema, Object.fromEntries(url.searchParams));
  return found.success ? [] : [...new Set(found.error.issues.map(({ message }) => message))];
}

/** The page number in the last part of an address: 1 without one, null for an invalid one. */
export function readPage(part: string | undefined): number | null {
  if (part === undefined) return 1;
  return /^[1-9]\d{0,5}$/.test(part) ? Number(part) : null;
}
