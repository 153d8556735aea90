import type { TagKind } from '#islands/ui/tag-kinds.ts';

/** The colour of a request's state. */
export const statusKinds: Record<string, TagKind> = {
  open: 'info',
  found: 'soft',
  missing: 'warn',
  withdrawn: 'plain',
};
