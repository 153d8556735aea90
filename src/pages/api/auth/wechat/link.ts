import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { linkWechat } from '#lib/server/services/wechat/bind.ts';

export const POST = endpoint(api.linkWechat, schemas.linkWechat, linkWechat);
