import { counterGateway } from '#lib/server/payments/counter-gateway.ts';

export const POST = counterGateway();
