import { api } from '#lib/contract/api.ts';
import { addToCartInput } from '#lib/contract/cart.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { addToCart } from '#lib/server/services/cart/add.ts';

export const POST = endpoint(api.addToCart, addToCartInput, addToCart);
