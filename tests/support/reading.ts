/**
 * How long a file that was handed in may take until its page shows it: it is read by a program that steps back for
 * everything else.
 */
export const untilRead = { timeout: 60_000 };
