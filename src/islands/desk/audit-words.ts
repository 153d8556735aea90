import { type AuditLine, auditLines } from '#lib/rules/site/audit-lines.ts';

/** Lines of an entry from the wire: facts as JSON, empty where there were none. */
export function linesOf({ act, before, after }: { act: string; before: string; after: string }): AuditLine[] {
  return auditLines(act, readFacts(before), readFacts(after));
}

function readFacts(text: string): Record<string, unknown> | null {
  return text === '' ? null : JSON.parse(text);
}
