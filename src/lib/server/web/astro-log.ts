/** Writes Astro's own messages, with the full text of page errors, into our log. */

import { withoutValues } from '../core/process/error-facts.ts';
import { log } from '../core/process/log.ts';

interface Message {
  label: string | null;
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  message: string;
}

/** In the built shop a log line; during a build, text for the developer. */
export default function astroLog(): { write(message: Message): void } {
  return { write: isBuilt() ? forward : show };
}

/** Vite inlines this; Astro's own commands load this file without it. */
function isBuilt(): boolean {
  return import.meta.env?.PROD === true;
}

function forward({ label, level, message }: Message): void {
  if (level !== 'silent') log()[level]({ library: 'astro', label }, withoutValues(message));
}

function show({ level, message }: Message): void {
  if (level === 'error' || level === 'warn') console.error(message);
  else if (level === 'info') console.log(message);
}
