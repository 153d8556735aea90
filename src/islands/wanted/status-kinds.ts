import type { TagKind } from '#islands/ui/Tag.tsx';

/** The colour of a request's state. */
export const statusKinds: Record<string, TagKind> = {
  open: 'info',
  found: 'soft',
  missing: 'warn',
  withdrawn: 'plain',
};
