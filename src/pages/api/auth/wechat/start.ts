import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { startWechat } from '#lib/server/services/wechat/scan.ts';

export const POST = endpoint(api.startWechat, schemas.startWechat, startWechat);
