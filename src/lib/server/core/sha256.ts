/** SHA-256 of the process, as rules ask for it. */
import { hash } from 'node:crypto';
import type { Sha256 } from '#lib/rules/terms/merkle.ts';

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
