import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** How the system, Node or the database names an error: `ENOENT`, `57014`; undefined where it has no such name. */
export function codeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}
