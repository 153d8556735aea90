import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** One round trip to the database. */
export const GET = async () => {
  const { rows } = await pool.query({ name: 'one', text: 'select 1 as one' });
  return Response.json({ code: 200, message: 'ok', data: rows[0] });
};
