import type pg from 'pg';

/** Contracts in force of a person's company with every merchant that asks for some, as copies of a signed one. */
export async function haveContracts({ pool }: { pool: pg.Pool }, username: string): Promise<void> {
  await pool.query(
    `insert into contract
     select (jsonb_populate_record(signed, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('contract', 'id')), 'no', 'HT-' || gen_random_uuid(), 'round', 1,
       'company_id', company.id, 'merchant_id', rule.merchant_id, 'kind', kind,
       'valid_from', current_date, 'valid_to', current_date + 300))).*
     from (select c from contract c where state = 'signed' order by id limit 1) as one(signed),
       (select m.company_id from member m join "user" u on u.id = m.user_id where u.username = $1) as company(id),
       contract_rule rule, unnest(array['quality', 'purchase']) kind
     where rule.asks = 'both' or rule.asks = kind
     on conflict do nothing`,
    [username],
  );
}
