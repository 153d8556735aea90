import { counterGateway } from '#lib/server/ports/payments/counter-gateway.ts';

export const POST = counterGateway();
