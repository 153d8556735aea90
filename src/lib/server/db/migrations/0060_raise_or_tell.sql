-- raise_line (0035) for whoever has not looked into the cart before: where the goods has another number of pieces than
-- was supposed, it says how many there are (`pieces`, with no `line_id`) and writes nothing, so that the caller reckons
-- again and comes back. No row at all: the cart is full, or holds something that is put in order under its locks. What
-- wrote before this release calls raise_line; the next one drops it.
CREATE FUNCTION raise_or_tell(p_user text, p_company integer, p_is_home boolean, p_goods integer, p_seen bigint,
  p_number integer, p_price bigint, p_most integer, p_at timestamptz)
RETURNS TABLE (line_id integer, lines integer, pieces bigint) LANGUAGE plpgsql AS $$
DECLARE
  held bigint;
  others bigint;
  has_flash boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('cart:' || p_user, 0));
  SELECT coalesce(sum(c.number) FILTER (WHERE c.goods_id = p_goods AND c.activity_id IS NULL
        AND c.kind IN ('normal', 'flash')), 0),
      count(*) FILTER (WHERE NOT coalesce(c.goods_id = p_goods AND c.activity_id IS NULL
        AND c.kind IN ('normal', 'flash'), false)),
      coalesce(bool_or(c.goods_id = p_goods AND c.activity_id IS NULL AND c.kind = 'flash'), false)
    INTO held, others, has_flash
    FROM cart_line c
    WHERE c.user_id = p_user AND c.company_id = p_company AND c.kind <> 'group_buy' AND NOT c.is_saved_for_later;
  IF has_flash OR others >= p_most THEN
    RETURN;
  END IF;
  IF held <> p_seen THEN
    RETURN QUERY SELECT NULL::integer, others::integer, held;
    RETURN;
  END IF;
  IF p_is_home THEN
    RETURN QUERY
      INSERT INTO cart_line AS line (user_id, company_id, kind, goods_id, activity_id, number, is_selected,
        is_saved_for_later, price_when_added, updated_at)
      VALUES (p_user, p_company, 'normal', p_goods, NULL, p_number, true, false, p_price, p_at)
      ON CONFLICT ON CONSTRAINT cart_line_once DO UPDATE
        SET company_id = excluded.company_id, number = excluded.number, price_when_added = excluded.price_when_added,
          is_selected = true, is_saved_for_later = false, updated_at = excluded.updated_at
        WHERE (CASE WHEN line.is_saved_for_later THEN 0 ELSE line.number END) = p_seen
      RETURNING line.id, others::integer + 1, p_number::bigint;
  ELSE
    RETURN QUERY
      INSERT INTO store_cart_line AS line (user_id, company_id, kind, goods_id, activity_id, number, is_selected,
        is_saved_for_later, price_when_added, updated_at)
      VALUES (p_user, p_company, 'normal', p_goods, NULL, p_number, true, false, p_price, p_at)
      ON CONFLICT ON CONSTRAINT store_cart_line_once DO UPDATE
        SET company_id = excluded.company_id, number = excluded.number, price_when_added = excluded.price_when_added,
          is_selected = true, is_saved_for_later = false, updated_at = excluded.updated_at
        WHERE (CASE WHEN line.is_saved_for_later THEN 0 ELSE line.number END) = p_seen
      RETURNING line.id, others::integer + 1, p_number::bigint;
  END IF;
END $$;
