import { defineConfig } from 'drizzle-kit';

// `npm run db:generate` compares schema.ts with the last snapshot; it needs no database.
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/lib/server/db/schema.ts',
  out: './src/lib/server/db/migrations',
});
