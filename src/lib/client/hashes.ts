/** The hash functions by which a page checks a draw without the server. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Hashes } from '#lib/rules/wheel/deck.ts';

export const hashes: Hashes = { sha256, hmac: (key, bytes) => hmac(sha256, key, bytes) };
