/**
 * A puzzle for the calling computer (proof of work, altcha): solved without being seen, costly for ten thousand calls.
 * Each is valid once.
 */
import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { env } from '../core/process/env.ts';
import type { Db } from '../db/client.ts';
import { reserveAttempt } from '../people/attempt-rows.ts';

const ttl = 10 * 60_000;
/** About a second of one processor. */
const cost = 1_000;
const least = 800;
const most = 2_400;

function secretOf(what: string): string {
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`puzzle\n${what}`)
    .digest('base64url');
}

function makePuzzle(now: Date): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(least, most),
    deriveKey,
    expiresAt: new Date(now.getTime() + ttl),
    hmacSignatureSecret: secretOf('challenge'),
    hmacKeySignatureSecret: secretOf('key'),
  });
}

/** The 422 that carries a puzzle: the browser solves it and calls again. */
async function puzzleFirst(now: Date): Promise<AppError> {
  const puzzle = await makePuzzle(now);
  return new AppError(422, '请先完成安全验证', { puzzle: JSON.stringify(puzzle) });
}

/**
 * Passes when the text is a puzzle of ours with its solution, not older than ten minutes and never used before.
 * Otherwise throws a 422 with a new puzzle.
 */
export async function checkPuzzle(db: Db, solved: string, now: Date): Promise<void> {
  const payload = read(solved);
  if (payload === null || !(await isSolved(payload, now))) throw await puzzleFirst(now);
  const key = `puzzle:${payload.challenge.signature}`;
  const result = await reserveAttempt(db, { key, limit: 1, windowMs: 2 * ttl }, now);
  if ('fullUntil' in result) throw await puzzleFirst(now);
}

async function isSolved({ challenge, solution }: SolvedPuzzle, now: Date): Promise<boolean> {
  if (challenge.parameters.expiresAt * 1000 < now.getTime()) return false;
  try {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secretOf('challenge'),
      hmacKeySignatureSecret: secretOf('key'),
    });
    return verified;
  } catch {
    // The text is no solution.
    return false;
  }
}

/** The signed fields come back as they were sent. */
const solvedPuzzle = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
type SolvedPuzzle = z.infer<typeof solvedPuzzle>;

function read(text: string): SolvedPuzzle | null {
  try {
    return solvedPuzzle.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
