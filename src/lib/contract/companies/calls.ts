/** Companies at the platform's desk. */
import { get, need, post } from '../call.ts';
import type { companiesSchemas } from './schema.ts';

type Schemas = typeof companiesSchemas;

export const companiesCalls = {
  deskPapers: need('companies', get<Schemas['deskPapers'], 'platform'>('/api/desk/papers', 'platform')),
  remindPaper: post<Schemas['remindPaper'], 'platform'>(
    '/api/desk/papers/{id}/remind',
    'platform',
    'companies',
  ),
};
