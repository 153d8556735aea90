-- Companies that waited before there were applications stand in the queue like all others.
INSERT INTO company_application (company_id, kind, status, data, handed_in_at)
SELECT c.id, CASE c.status WHEN 'changing' THEN 'change' ELSE 'first' END, 'waiting',
  jsonb_build_object(
    'name', c.name, 'creditCode', coalesce(c.credit_code, ''), 'buyerType', c.buyer_type,
    'province', c.province, 'city', c.city, 'district', c.district, 'regionCode', c.region_code,
    'receiver', coalesce(a.receiver, ''), 'phone', coalesce(a.phone, ''), 'detail', coalesce(a.detail, ''),
    'scopes', coalesce((SELECT jsonb_agg(s.scope ORDER BY s.scope) FROM company_scope s WHERE s.company_id = c.id), '[]'::jsonb)),
  c.created_at
FROM company c
LEFT JOIN address a ON a.company_id = c.id AND a.is_default AND a.deleted_at IS NULL
WHERE c.status IN ('reviewing', 'changing')
ON CONFLICT DO NOTHING;
