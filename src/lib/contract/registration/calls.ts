/** Calls of registering. */
import { get, post } from '../call.ts';
import type { registrationSchemas } from './schema.ts';

type Schemas = typeof registrationSchemas;

export const registrationCalls = {
  registerAccount: post<Schemas['registerAccount'], 'anyone'>('/api/register/step1', 'anyone'),
  registerCompany: post<Schemas['registerCompany']>('/api/register/step2', 'buyer', 'manage'),
  registerStatus: get<Schemas['registerStatus'], 'all'>('/api/register/status', 'all'),
};
