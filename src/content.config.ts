/** The collections that editors write; what they must say stands in `content/schemas.ts`. */

import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { withReadableHead } from './content/front-matter.ts';
import { entryIds, helpGroupSchema, helpSchema, newsSchema } from './content/schemas.ts';
import { withWrittenDays } from './content/written-days.ts';
import { zoneId, zoneSchema } from './content/zone-schema.ts';

export const collections = {
  help: defineCollection({
    loader: withWrittenDays(
      withReadableHead(glob({ base: './src/content/help', pattern: '**/*.md', generateId: entryIds(2) })),
    ),
    schema: helpSchema,
  }),
  helpGroups: defineCollection({
    loader: file('src/content/help/groups.yaml'),
    schema: helpGroupSchema,
  }),
  news: defineCollection({
    loader: withWrittenDays(
      withReadableHead(glob({ base: './src/content/news', pattern: '**/*.md', generateId: entryIds(1) })),
    ),
    schema: newsSchema,
  }),
  zones: defineCollection({
    loader: withReadableHead(glob({ base: './src/content/zones', pattern: '**/*.md', generateId: zoneId })),
    schema: zoneSchema,
  }),
};
