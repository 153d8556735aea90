/** Solves the server's puzzle (proof of work): about a second of one processor, off the main thread's own time. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** The text to send back with the call. Throws when it could not be solved in time. */
export async function solvePuzzle(text: string): Promise<string> {
  const challenge: Challenge = JSON.parse(text);
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 60_000 });
  if (solution === null) throw new Error('安全验证没有完成，请再试一次');
  return JSON.stringify({ challenge, solution });
}
