-- Goods at the price of a flash sale are one line with the rest. Of two lines what is in the cart counts, what is kept for
-- later only beside its like; a version before this one may write such a line again, and adding takes it over.
WITH gone AS (DELETE FROM cart_line WHERE kind = 'flash' RETURNING *)
INSERT INTO cart_line (user_id, company_id, kind, goods_id, activity_id, number, is_selected, is_saved_for_later, price_when_added, created_at, updated_at)
SELECT user_id, company_id, 'normal', goods_id, NULL, number, is_selected, is_saved_for_later, price_when_added, created_at, updated_at FROM gone
ON CONFLICT ON CONSTRAINT cart_line_once DO UPDATE SET
  number = CASE
    WHEN cart_line.is_saved_for_later = excluded.is_saved_for_later THEN cart_line.number + excluded.number
    WHEN cart_line.is_saved_for_later THEN excluded.number
    ELSE cart_line.number END,
  is_selected = CASE WHEN cart_line.is_saved_for_later THEN excluded.is_selected ELSE cart_line.is_selected END,
  is_saved_for_later = cart_line.is_saved_for_later AND excluded.is_saved_for_later;
