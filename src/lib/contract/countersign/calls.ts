/** Acts that need a second person, at the platform's desk. rules/countersign defines who may decide which kind. */
import { get, need, once, post, sure } from '../call.ts';
import type { countersignSchemas } from './schema.ts';

type Schemas = typeof countersignSchemas;

export const countersignCalls = {
  deskActs: need('own', get<Schemas['deskActs'], 'platform'>('/api/desk/countersign', 'platform')),
  askCorrection: sure(
    once(
      post<Schemas['askCorrection'], 'platform'>(
        '/api/desk/companies/{id}/corrections',
        'platform',
        'payments',
      ),
    ),
  ),
  passAct: sure(post<Schemas['passAct'], 'platform'>('/api/desk/countersign/{id}/pass', 'platform', 'own')),
  refuseAct: post<Schemas['refuseAct'], 'platform'>('/api/desk/countersign/{id}/refuse', 'platform', 'own'),
  withdrawAct: post<Schemas['withdrawAct'], 'platform'>(
    '/api/desk/countersign/{id}/withdraw',
    'platform',
    'own',
  ),
};
