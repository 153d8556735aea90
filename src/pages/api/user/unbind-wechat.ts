import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { unbindWechat } from '#lib/server/services/wechat/bind.ts';

export const DELETE = endpoint(api.unbindWechat, schemas.unbindWechat, unbindWechat);
