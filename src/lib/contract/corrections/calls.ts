/** Corrections of balances, at the platform's desk. */
import { get, need, once, post, sure } from '../call.ts';
import type { correctionsSchemas } from './schema.ts';

type Schemas = typeof correctionsSchemas;

export const correctionsCalls = {
  deskCorrections: need(
    'payments',
    get<Schemas['deskCorrections'], 'platform'>('/api/desk/corrections', 'platform'),
  ),
  askCorrection: sure(
    once(
      post<Schemas['askCorrection'], 'platform'>(
        '/api/desk/companies/{id}/corrections',
        'platform',
        'payments',
      ),
    ),
  ),
  passCorrection: sure(
    post<Schemas['passCorrection'], 'platform'>('/api/desk/corrections/{id}/pass', 'platform', 'payments'),
  ),
  refuseCorrection: post<Schemas['refuseCorrection'], 'platform'>(
    '/api/desk/corrections/{id}/refuse',
    'platform',
    'payments',
  ),
};
