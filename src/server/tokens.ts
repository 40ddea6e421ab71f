/** Tokens that open seats, games and episodes. */
import { createHash, randomBytes } from 'node:crypto';

/** 192 bits: nobody guesses one. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** What is stored of a seat's token. */
export function hashed(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
