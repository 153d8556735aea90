import { signInCalls } from '#lib/contract/sign-in.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getSignIn, makeUp, sign } from './sign-in.ts';

export const signInHandlers = handlers(signInCalls, { signIn: getSignIn, sign, makeUp });
