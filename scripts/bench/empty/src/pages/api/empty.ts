export const GET = () => Response.json({ code: 200, message: 'ok', data: null });
