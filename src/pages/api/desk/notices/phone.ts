import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getDutyPhone, setDutyPhone } from '#lib/server/services/notices/desk.ts';

export const GET = endpoint(api.dutyPhone, schemas.dutyPhone, getDutyPhone);
export const POST = endpoint(api.setDutyPhone, schemas.setDutyPhone, setDutyPhone);
