import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** The code of an error from the system, Node or the database: `ENOENT`, `57014`; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}
